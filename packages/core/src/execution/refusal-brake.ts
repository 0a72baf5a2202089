import type { DomainError, DomainErrorCode, InstrumentId } from '../domain/index.ts';
import { refusalClass, type RefusalClass } from './refusal-class.ts';

/** First pause after a refusal, doubled with each further one of the same kind, up to the maximum. */
const PAUSE_MS: Record<RefusalClass, { readonly first: number; readonly max: number }> = {
  fixable: { first: 1_000, max: 60_000 },
  wait: { first: 2_000, max: 60_000 },
  hopeless: { first: 60_000, max: 600_000 },
};
/** More kinds of refusal than this are never remembered; the one that ends first is forgotten. */
const ENTRIES_MAX = 2_000;

/** A refusal that slows its instrument down. */
export interface ActiveRefusal {
  readonly instrumentId: InstrumentId;
  readonly code: DomainErrorCode;
  readonly kind: RefusalClass;
  readonly count: number;
  readonly untilMs: number;
}

function pauseAfter({ code, retryAfterMs }: DomainError, kind: RefusalClass, count: number): number {
  // WHY: a rate limit says itself when it ends, and nothing is sent before: growing pauses would only outlast it.
  if (code === 'VENUE_RATE_LIMITED' && retryAfterMs !== undefined) return retryAfterMs;
  const { first, max } = PAUSE_MS[kind];
  return Math.max(Math.min(first * 2 ** Math.min(count - 1, 20), max), retryAfterMs ?? 0);
}

/**
 * Slows down what a venue keeps refusing, per instrument and code, so that no loop hammers it and one alert is given, not hundreds.
 * Orders that reduce risk are never asked to wait here.
 */
export class RefusalBrake {
  private readonly entries = new Map<string, ActiveRefusal>();

  /** Notes a refusal. Returns it, and whether it is the first of its kind since the last success. */
  note(instrumentId: InstrumentId, error: DomainError, nowMs: number): ActiveRefusal & { readonly isFirst: boolean } {
    const key = `${instrumentId}|${error.code}`;
    const kind = refusalClass(error.code);
    const count = (this.entries.get(key)?.count ?? 0) + 1;
    const pauseMs = pauseAfter(error, kind, count);
    const refusal: ActiveRefusal = { instrumentId, code: error.code, kind, count, untilMs: nowMs + pauseMs };
    this.entries.delete(key);
    this.entries.set(key, refusal);
    if (this.entries.size > ENTRIES_MAX) this.forgetOne();
    return { ...refusal, isFirst: count === 1 };
  }

  /** Returns the refusal that holds new entries of an instrument back, or null. */
  holds(instrumentId: InstrumentId, nowMs: number): ActiveRefusal | null {
    let longest: ActiveRefusal | null = null;
    for (const entry of this.entries.values()) {
      if (entry.instrumentId !== instrumentId || entry.untilMs <= nowMs) continue;
      if (longest === null || entry.untilMs > longest.untilMs) longest = entry;
    }
    return longest;
  }

  /** Forgets the refusals of an instrument: an order of it was taken, or a person has changed something. */
  clear(instrumentId: InstrumentId): void {
    for (const [key, entry] of this.entries) if (entry.instrumentId === instrumentId) this.entries.delete(key);
  }

  list(): readonly ActiveRefusal[] {
    return [...this.entries.values()];
  }

  private forgetOne(): void {
    const [oldest] = this.entries.keys();
    if (oldest !== undefined) this.entries.delete(oldest);
  }
}
