import type { BrowserClock } from './browser-clock.ts';

export interface LivePacePorts {
  readonly clock: BrowserClock;
  /** Calls in a task of its own, as soon as the frame that is being made is drawn. */
  readonly afterFrame: (call: () => void) => void;
}

/** Live data may take this part of the main thread, drawing included; the rest is for keys, clicks and scrolling. */
const LIVE_SHARE = 1 / 3;
/** However dear a flush is, the next one starts this long after it: what the server sends ten times a second waits for none before it. */
const LONGEST_WAIT_MS = 90;
/** However cheap, no figure is drawn more often: nobody reads faster, and topics that come one after the other are drawn together. */
const SHORTEST_WAIT_MS = 50;
/** After a key or a click the frame that answers it is drawn without a flush. */
const STAND_BACK_MS = 50;
/** What a flush may ask for anew is done in the same one so often: items go to tables, tables to rows. */
const PASSES = 3;

/**
 * Says when live data go onto the screen: all together, once per frame while that is cheap, more rarely as it gets dearer.
 *
 * A flush is measured from its start to the first task after its frame, so that style, layout and paint count. The next one waits until live
 * data took a third of the time since, at least 50 ms and at most 90 ms. A failure of one call is reported and keeps no other from its turn.
 */
export class LivePace {
  readonly #ports: LivePacePorts;
  readonly #queue = new Set<() => void>();
  #isArmed = false;
  #startedMs = Number.NEGATIVE_INFINITY;
  #dueMs = Number.NEGATIVE_INFINITY;
  #standsBackUntilMs = Number.NEGATIVE_INFINITY;

  constructor(ports: LivePacePorts) {
    this.#ports = ports;
  }

  /** Calls in the next flush, or still in this one when asked from within; the returned function cancels it. */
  nextFlush = (call: () => void): (() => void) => {
    // An own function each time: the same call asked for twice comes twice, and is cancelled apart.
    const asked = (): void => call();
    this.#queue.add(asked);
    this.#arm();
    return () => this.#queue.delete(asked);
  };

  /** Something was pressed: its answer is drawn first. */
  standBack = (): void => {
    this.#standsBackUntilMs = this.#ports.clock.ticksMs() + STAND_BACK_MS;
  };

  #arm(): void {
    if (this.#isArmed) return;
    this.#isArmed = true;
    const { clock } = this.#ports;
    const waitMs = this.#startsAtMs() - clock.ticksMs();
    const ask = (): void => void clock.nextFrame(() => this.#flush());
    if (waitMs > 0) clock.after(waitMs, ask);
    else ask();
  }

  #startsAtMs(): number {
    const wishedMs = Math.max(this.#dueMs, this.#standsBackUntilMs);
    return Math.min(wishedMs, this.#startedMs + LONGEST_WAIT_MS);
  }

  #flush(): void {
    this.#isArmed = false;
    const { clock, afterFrame } = this.#ports;
    if (clock.ticksMs() < this.#startsAtMs()) {
      this.#arm();
      return;
    }
    const startedMs = clock.ticksMs();
    this.#startedMs = startedMs;
    this.#dueMs = startedMs + SHORTEST_WAIT_MS;
    // Held while the calls run, so that what they ask for joins this flush.
    this.#isArmed = true;
    for (let pass = 0; pass < PASSES && this.#queue.size > 0; pass += 1) this.#run();
    this.#isArmed = false;
    if (this.#queue.size > 0) this.#arm();
    afterFrame(() => {
      if (this.#startedMs !== startedMs) return;
      this.#dueMs = startedMs + Math.max(SHORTEST_WAIT_MS, (clock.ticksMs() - startedMs) / LIVE_SHARE);
    });
  }

  #run(): void {
    const calls = [...this.#queue];
    this.#queue.clear();
    for (const call of calls) {
      try {
        call();
      } catch (e) {
        queueMicrotask(() => {
          throw e;
        });
      }
    }
  }
}

/** Gives a clock whose frames are the flushes of a pace: what draws live data by it comes with all others. */
export function pacedClock(clock: BrowserClock, pace: LivePace): BrowserClock {
  return { ...clock, nextFrame: pace.nextFlush };
}

/** Makes what calls in a task of its own; one asked for in a frame comes when that frame is drawn. */
export function frameEnd(): LivePacePorts['afterFrame'] {
  const { port1, port2 } = new MessageChannel();
  let waiting: (() => void)[] = [];
  port1.addEventListener('message', () => {
    const calls = waiting;
    waiting = [];
    for (const call of calls) call();
  });
  port1.start();
  return (call) => {
    waiting.push(call);
    port2.postMessage(null);
  };
}
