/** Liquidations kept between two reads; the oldest are dropped and counted. */
const RING_MAX = 1024;
/** A repeated message within this time is the same event (two sockets, a resent batch). */
const DEDUPE_MS = 10_000;
const DEDUPE_MAX = 4096;

/** A liquidation in base units and canonical price. */
export interface NormalisedLiquidation {
  readonly ix: number;
  readonly liquidatedSide: 'LONG' | 'SHORT';
  readonly px: number;
  readonly qtyBase: number;
  readonly usd: number;
  readonly isLowerBound: boolean;
  readonly isInferred: boolean;
  readonly venueMs: number;
  readonly recvMs: number;
}

/** Keeps each liquidation once, until it is read. */
export class LiquidationRing {
  duplicates = 0;
  private kept: NormalisedLiquidation[] = [];
  private readonly seenMs = new Map<string, number>();
  private readonly onDropped: (ix: number) => void;

  /** `onDropped` hears of every event that was dropped unread. */
  constructor(onDropped: (ix: number) => void) {
    this.onDropped = onDropped;
  }

  /** Keeps the event unless the same one was seen in the last 10 s. Returns whether it was new. */
  add(event: NormalisedLiquidation): boolean {
    this.forget(event.recvMs);
    const key = `${event.ix}|${event.venueMs}|${event.liquidatedSide}|${event.px}|${event.qtyBase}`;
    if (this.seenMs.has(key)) {
      this.duplicates += 1;
      return false;
    }
    this.seenMs.set(key, event.recvMs);
    if (this.kept.length >= RING_MAX) {
      this.onDropped((this.kept.shift() as NormalisedLiquidation).ix);
    }
    this.kept.push(event);
    return true;
  }

  /** Returns what was kept since the last call, oldest first. */
  takeAll(): NormalisedLiquidation[] {
    const taken = this.kept;
    this.kept = [];
    return taken;
  }

  /** A Map iterates in order of insertion, so the first entries are the oldest. */
  private forget(nowMs: number): void {
    for (const [key, atMs] of this.seenMs) {
      if (nowMs - atMs <= DEDUPE_MS && this.seenMs.size < DEDUPE_MAX) return;
      this.seenMs.delete(key);
    }
  }
}
