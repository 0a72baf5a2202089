import { decimal, maxOf, ZERO, type Decimal, type InstrumentId } from '../../domain/index.ts';
import type { PaperLevel } from './paper-market.ts';

/** Levels remembered; the oldest is forgotten first. */
const LEVELS_MAX = 2_000;

/**
 * Remembers what paper fills took from levels of the live book. The book does not know of them, so the same size would be there again:
 * it counts as gone until the level shows another size.
 */
export class TakenLiquidity {
  private readonly taken = new Map<string, { readonly shown: number; qtyBase: Decimal }>();

  /** Returns what a level still offers. */
  left(instrumentId: InstrumentId, side: 'bid' | 'ask', level: PaperLevel): Decimal {
    const shown = decimal(level.qtyBase);
    const entry = this.taken.get(keyOf(instrumentId, side, level.px));
    if (entry === undefined || entry.shown !== level.qtyBase) return shown;
    return maxOf(shown.minus(entry.qtyBase), ZERO);
  }

  /** Notes that `qtyBase` of a level is used up. */
  take(
    instrumentId: InstrumentId,
    side: 'bid' | 'ask',
    take: { readonly level: PaperLevel; readonly qtyBase: Decimal },
  ): void {
    const { level, qtyBase } = take;
    const key = keyOf(instrumentId, side, level.px);
    const entry = this.taken.get(key);
    const before = entry !== undefined && entry.shown === level.qtyBase ? entry.qtyBase : ZERO;
    this.taken.delete(key);
    this.taken.set(key, { shown: level.qtyBase, qtyBase: before.plus(qtyBase) });
    if (this.taken.size <= LEVELS_MAX) return;
    const [oldest] = this.taken.keys();
    if (oldest !== undefined) this.taken.delete(oldest);
  }
}

function keyOf(instrumentId: InstrumentId, side: 'bid' | 'ask', px: number): string {
  return `${instrumentId}|${side}|${px}`;
}
