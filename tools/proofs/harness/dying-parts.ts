import type { ExecutionClient, Fill, PlaceOrder, PrivateSink, TradingFact } from '@riptide/core/domain';
import type { CoreJournalFile } from '@riptide/core/engine';
import type { CrashPoint } from './crash-points.ts';

/** Ends this process as a power button would: nothing of ours runs any more. */
export function killSelf(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Returns the object with some of its functions replaced; everything else reaches the original. */
function replaced<T extends object>(target: T, functions: Partial<T>): T {
  return new Proxy(target, {
    get(inner, name) {
      const own = (functions as Record<PropertyKey, unknown>)[name];
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(inner, name, inner);
      return typeof value === 'function' ? (value.bind(inner) as unknown) : value;
    },
  });
}

export interface JournalSwitches {
  /** Set to begin a new segment at the next tick. */
  isRotationDue: boolean;
}

/** A journal that is large when told so, and in which the process dies before or after the append its point names. */
export function dyingJournal(inner: CoreJournalFile, point: CrashPoint | null, switches: JournalSwitches) {
  return new Proxy(inner, {
    get(target, name) {
      if (name === 'isLarge') return switches.isRotationDue || target.isLarge;
      if (name === 'begin') {
        return (state: unknown, lastSeq: number) => {
          switches.isRotationDue = false;
          return target.begin(state, lastSeq);
        };
      }
      if (name === 'append') {
        return (facts: readonly TradingFact[], atMs: number) => {
          const at = point?.at.kind === 'journal' && facts.some(point.at.matches) ? point.at : null;
          if (at?.side === 'before') killSelf();
          const written = target.append(facts, atMs);
          if (at?.side === 'after' && written.ok) killSelf();
          return written;
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** A client in which the process dies when the answer or the event its point names has arrived. */
export function dyingClient(inner: ExecutionClient, point: CrashPoint | null): ExecutionClient {
  if (point === null || (point.at.kind !== 'ack' && point.at.kind !== 'sink')) return inner;
  const { at } = point;
  if (at.kind === 'sink') {
    const progress = { isSent: false };
    return replaced(inner, {
      start: (sink: PrivateSink) => inner.start(dyingSink(sink, at, progress)),
      place: (order: PlaceOrder) => {
        progress.isSent = true;
        return inner.place(order);
      },
    });
  }
  if (at.call === 'cancel') {
    return replaced(inner, {
      cancel: async (...given: Parameters<ExecutionClient['cancel']>) => {
        const answer = await inner.cancel(...given);
        killSelf();
        return answer;
      },
    });
  }
  return replaced(inner, {
    place: async (order: PlaceOrder) => {
      const answer = await inner.place(order);
      if (order.role === at.role) killSelf();
      return answer;
    },
  });
}

/** Balances count from the first order on: a start tells them too. */
function dyingSink(
  sink: PrivateSink,
  at: Extract<CrashPoint['at'], { kind: 'sink' }>,
  progress: { readonly isSent: boolean },
): PrivateSink {
  return replaced(sink, {
    onFill: (fill: Fill) => {
      if (at.event === 'onFill') killSelf();
      sink.onFill(fill);
    },
    onBalances: (balances: Parameters<PrivateSink['onBalances']>[0]) => {
      if (at.event === 'onBalances' && progress.isSent) killSelf();
      sink.onBalances(balances);
    },
  });
}
