import type { z } from 'zod';
import type { RiskPreviewTrade } from '@riptide/contracts';
import { decimal, toDecimalString, type Decimal, type ExecutionMode } from '@riptide/core/domain';
import type { ClosedTrade, RatedTrade } from '@riptide/core/ledger';
import type { RiskLimits } from '@riptide/core/risk';
import type { EngineLink } from '../../link/engine-link.ts';
import { partsOfAccount } from './accounts.ts';
import { shown, shownOrNull } from './money.ts';
import { rate } from './rated-trades.ts';

const DAY_MS = 86_400_000;

type Trade = z.input<typeof RiskPreviewTrade>;

interface TradesInput {
  readonly link: EngineLink;
  readonly trades: readonly ClosedTrade[];
  readonly limits: RiskLimits;
  /** The daily stop of each mode, positive; null: not known. */
  readonly stopsUsd: Readonly<Record<string, number | null>>;
  readonly nowMs: number;
}

/** Returns the trades closed in the UTC day, the newest first, and which of them the limits would have refused. */
export function previewTrades({ link, trades, limits, stopsUsd, nowMs }: TradesInput): readonly Trade[] {
  const midnightMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const today = rate(
    link,
    trades.filter(({ closeMs }) => closeMs >= midnightMs && closeMs <= nowMs),
  ).sort((a, b) => a.trade.closeMs - b.trade.closeMs);
  const haltedMs = { paper: haltOf(today, 'paper', stopsUsd), live: haltOf(today, 'live', stopsUsd) };
  return today.map((rated) => previewTrade(rated, limits, haltedMs)).reverse();
}

/** Returns when the losses of a day's trades would have reached the stop; null: never. */
function haltOf(today: readonly RatedTrade[], mode: ExecutionMode, stops: TradesInput['stopsUsd']): number | null {
  const stop = stops[mode] ?? null;
  if (stop === null || stop <= 0) return null;
  let sum: Decimal = decimal(0);
  for (const { trade, netUsd } of today) {
    if (netUsd === null || partsOfAccount(trade.account).mode !== mode) continue;
    sum = sum.plus(decimal(netUsd));
    if (sum.lte(-stop)) return trade.closeMs;
  }
  return null;
}

function previewTrade(
  { trade, netUsd }: RatedTrade,
  limits: RiskLimits,
  haltedMs: Readonly<Record<ExecutionMode, number | null>>,
): Trade {
  const { venue, mode } = partsOfAccount(trade.account);
  const { qtyBase, avgEntryPx } = trade;
  const notional = qtyBase === null || avgEntryPx === null ? null : decimal(qtyBase).times(decimal(avgEntryPx)).abs();
  const over = notional === null ? null : notional.minus(limits.maxPositionUsd);
  const haltMs = haltedMs[mode];
  const effects = [
    ...(over !== null && over.gt(0)
      ? [`over the largest position by $${shown(toDecimalString(over), 2)}: it would have been refused or cut`]
      : []),
    ...(haltMs !== null && trade.openMs > haltMs
      ? ['opened after the daily loss would have been reached: it would have been refused']
      : []),
  ];
  return {
    id: trade.tradeId,
    venue,
    mode,
    symbol: trade.instrumentId.slice(0, trade.instrumentId.indexOf('.')),
    side: trade.side === 'LONG' ? 'long' : 'short',
    notional_usd: notional === null ? null : shown(toDecimalString(notional), 2),
    result_usd: shownOrNull(netUsd, 2),
    would_be_refused: effects.length > 0,
    effects,
  };
}
