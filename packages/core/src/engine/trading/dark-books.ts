import type { DecimalString, InstrumentId, Venue } from '../../domain/index.ts';
import type { FactLog } from '../../execution/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { FreshPx, MarketEyes } from './market-eyes.ts';

/** Shorter gaps are everyday: a resync. */
const TOLD_AFTER_MS = 1_000;
const EVENT_AFTER_MS = 5_000;

/** A book that an open position needs and that is not live. */
export interface DarkBook {
  readonly instrumentId: InstrumentId;
  readonly venue: Venue;
  readonly symbol: string;
  readonly sinceMs: number;
  /** What stands in for its price; null: nothing is fresh. */
  readonly follows: Exclude<FreshPx['by'], 'book'> | null;
}

export interface DarkBooksDeps {
  readonly clock: Clock;
  readonly eyes: MarketEyes;
  readonly facts: FactLog;
  readonly ledger: Ledger;
}

/** Watches the books of open positions: what follows their price is blind, or sees only quotes and marks, while they are not live. */
export class DarkBooks {
  private readonly deps: DarkBooksDeps;
  private readonly sinceMs = new Map<InstrumentId, number>();
  private readonly shouted = new Set<InstrumentId>();
  private told: readonly DarkBook[] = [];
  /** Grows when the list changes. */
  version = 0;

  constructor(deps: DarkBooksDeps) {
    this.deps = deps;
  }

  everySecond(): void {
    const needed = this.needed();
    for (const id of this.sinceMs.keys()) if (!needed.has(id)) this.forget(id);
    for (const id of needed) this.look(id);
    this.tell();
  }

  /** Books that are not live for a second or longer, as last looked at. */
  list(): readonly DarkBook[] {
    return this.told;
  }

  /** Says in words that a book is not live and what stands in for it; null while it is live. */
  textOf(id: InstrumentId): string | null {
    const dark = this.told.find(({ instrumentId }) => instrumentId === id);
    if (dark === undefined) return null;
    if (dark.follows === null) return 'its book is not live and no other price is fresh: it waits';
    return `its book is not live, it follows the ${dark.follows === 'quote' ? 'best quotes' : 'mark price'}`;
  }

  /** Instruments in which a position is open. */
  needed(): ReadonlySet<InstrumentId> {
    const { ledger, eyes } = this.deps;
    const needed = new Set<InstrumentId>();
    for (const books of ledger.accounts()) {
      for (const { instrumentId, qtyBase, source } of books.positions()) {
        const instrument = isZero(qtyBase) ? null : eyes.instrumentOf(instrumentId);
        // What lies in a spot account and is not ours is no position of anybody.
        if (instrument !== null && (instrument.kind !== 'spot' || source !== null)) needed.add(instrumentId);
      }
    }
    return needed;
  }

  private look(id: InstrumentId): void {
    const { clock, eyes, facts } = this.deps;
    const nowMs = clock.nowMs();
    if (eyes.isBookCurrent(id, nowMs)) return this.forget(id);
    const sinceMs = this.sinceMs.get(id) ?? nowMs;
    this.sinceMs.set(id, sinceMs);
    if (nowMs - sinceMs < EVENT_AFTER_MS || this.shouted.has(id)) return;
    this.shouted.add(id);
    const instrument = eyes.instrumentOf(id);
    const follows = eyes.freshPx(id, nowMs)?.by ?? null;
    const instead = follows === null ? 'no other price is fresh' : `its ${follows} is followed instead`;
    facts.append([
      {
        kind: 'event',
        event: 'book_dark',
        severity: 'WARN',
        symbol: instrument?.symbol ?? null,
        venues: instrument === null ? [] : [instrument.venue],
        text: `the book of ${id}, in which a position is open, has not been live for ${EVENT_AFTER_MS / 1_000} s; ${instead}`,
        data: { instrumentId: id, sinceMs, follows },
      },
    ]);
  }

  private forget(id: InstrumentId): void {
    this.sinceMs.delete(id);
    this.shouted.delete(id);
  }

  private tell(): void {
    const { clock, eyes } = this.deps;
    const nowMs = clock.nowMs();
    const now = [...this.sinceMs].flatMap(([instrumentId, sinceMs]): DarkBook[] => {
      const instrument = eyes.instrumentOf(instrumentId);
      if (instrument === null || nowMs - sinceMs < TOLD_AFTER_MS) return [];
      const by = eyes.freshPx(instrumentId, nowMs)?.by;
      const follows = by === undefined || by === 'book' ? null : by;
      return [{ instrumentId, venue: instrument.venue, symbol: instrument.symbol, sinceMs, follows }];
    });
    if (keyOf(now) === keyOf(this.told)) return;
    this.told = now;
    this.version += 1;
  }
}

function keyOf(books: readonly DarkBook[]): string {
  return books.map(({ instrumentId, sinceMs, follows }) => `${instrumentId}|${sinceMs}|${String(follows)}`).join(' ');
}

function isZero(qty: DecimalString): boolean {
  return Number(qty) === 0;
}
