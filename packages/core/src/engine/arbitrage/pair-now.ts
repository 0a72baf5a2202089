import { decimal, LEG_KEYS, toDecimalString, type Decimal, type LegKey } from '../../domain/index.ts';
import { bpsOf, estimateOf, notionalOf } from './arb-result.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';
import { heldOf, signOf } from './leg-books.ts';
import { quoteLeg } from './leg-market.ts';
import type { TrackedArb } from './trade-book.ts';

const DEPTH_BPS = 300;

/** What an open pair is worth at the books of now, for the rules that end it: also where a leg's price is only estimated. null while a book is missing. */
export interface PairNow {
  readonly netUsd: string | null;
  readonly netBps: number | null;
  readonly exitSpreadBps: number | null;
  /** Distance of the mark from the liquidation price, in percent of the mark. */
  readonly liquidationPct: Readonly<Record<LegKey, number | null>>;
  /** The same, in percent of what it was when the pair was complete. */
  readonly marginPct: Readonly<Record<LegKey, number | null>>;
  readonly adlRank: Readonly<Record<LegKey, number | null>>;
}

/** Puts an open pair's worth together: if closed now, all costs in. */
export function pairNow(context: ArbitrageContext, tracked: TrackedArb): PairNow {
  const { trade, books } = tracked;
  const { core } = context;
  const closing: Partial<Record<LegKey, number>> = {};
  let open: Decimal | null = null;
  const done = estimateOf(tracked, core.eyes);
  if (done !== null && done.netUsd !== null) open = decimal(done.netUsd);
  for (const key of LEG_KEYS) {
    const held = heldOf(books[key]);
    const side = trade[key].side === 'BUY' ? 'SELL' : 'BUY';
    const qtyBase = held.gt(0) ? Number(held) : Number(trade.wantedQtyBase);
    const quote = quoteLeg(core.eyes, trade[key].instrumentId, { side, qtyBase, depthBps: DEPTH_BPS });
    const px = quote === null || !Number.isFinite(quote.vwapPx) ? null : quote.vwapPx;
    if (px !== null) closing[key] = px;
    if (!held.gt(0)) continue;
    const entryPx = decimal(books[key].entryQuote).div(decimal(books[key].entryBase));
    const gain = px === null ? null : decimal(px).minus(entryPx).times(held).times(signOf(trade[key]));
    const fee = px === null ? null : decimal(px).times(held).times(decimal(trade[key].feeBps)).div(10_000);
    open = open === null || gain === null || fee === null ? null : open.plus(gain).minus(fee);
  }
  const { buy, sell } = closing;
  const netUsd = open === null ? null : toDecimalString(open.round(12));
  const exitSpreadBps = buy === undefined || sell === undefined ? null : ((sell - buy) / (sell + buy)) * 2e4;
  const netBps = open === null ? null : bpsOf(open, notionalOf(tracked));
  return { netUsd, netBps, exitSpreadBps, ...marginsNow(context, tracked) };
}

function marginsNow(
  { core }: ArbitrageContext,
  { trade }: TrackedArb,
): Pick<PairNow, 'liquidationPct' | 'marginPct' | 'adlRank'> {
  const of = <T>(read: (key: LegKey) => T): Readonly<Record<LegKey, T>> => ({ buy: read('buy'), sell: read('sell') });
  const told = of((key) => core.desks.get(trade[key].account)?.positionOf(trade[key].instrumentId) ?? null);
  const liquidationPct = of((key) => {
    const liquidationPx = told[key]?.liquidationPx ?? null;
    const markPx = core.eyes.markPx(trade[key].instrumentId);
    if (liquidationPx === null || markPx === null) return null;
    // Beyond it counts as none left.
    const away = (Number(markPx) - Number(liquidationPx)) * signOf(trade[key]);
    return (Math.max(0, away) / Number(markPx)) * 100;
  });
  const marginPct = of((key) => {
    const { liquidationFrac } = trade[key];
    const pct = liquidationPct[key];
    return pct === null || liquidationFrac === null || liquidationFrac <= 0 ? null : pct / liquidationFrac;
  });
  return { liquidationPct, marginPct, adlRank: of((key) => told[key]?.adlRank ?? null) };
}
