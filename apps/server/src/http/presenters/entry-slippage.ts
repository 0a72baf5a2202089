import { decimal, toDecimalString } from '@riptide/core/domain';
import type { ClosedTrade } from '@riptide/core/ledger';
import type { FillRecord } from '../../storage/trading-db/read-trade-records.ts';
import { pxOrNull } from './money.ts';
import { rounded } from './numbers.ts';

const BPS_DIGITS = 2;

interface EntrySlippage {
  readonly decision_price: number | null;
  readonly slippage_bps: number | null;
}

const UNKNOWN: EntrySlippage = { decision_price: null, slippage_bps: null };

/** Returns the wish that began a trade: that of its first fill; null where no order of ours is on record. */
export function firstIntentOf({ side }: ClosedTrade, fills: readonly FillRecord[]): string | null {
  const opening = side === 'LONG' ? 'BUY' : 'SELL';
  return fills.find((fill) => fill.side === opening && fill.cause === 'order')?.intentId ?? null;
}

/** Returns how much worse the average entry was than the mid at which its first wish was decided, in bps; negative: better. */
export function entrySlippage(trade: ClosedTrade, decidedPx: string | undefined): EntrySlippage {
  if (decidedPx === undefined) return UNKNOWN;
  const decided = decimal(decidedPx);
  const price = pxOrNull(decidedPx);
  if (trade.avgEntryPx === null || decided.lte(0)) return { decision_price: price, slippage_bps: null };
  const away = decimal(trade.avgEntryPx).minus(decided).div(decided).times(10_000);
  const worse = trade.side === 'LONG' ? away : away.times(-1);
  return { decision_price: price, slippage_bps: rounded(Number(toDecimalString(worse)), BPS_DIGITS) };
}
