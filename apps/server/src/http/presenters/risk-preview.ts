import type { z } from 'zod';
import type { previewRiskSettings, RiskPreviewDay, RiskPreviewPosition, RiskSettings } from '@riptide/contracts';
import { decimal, EXECUTION_MODES, toDecimalString, type Decimal, type ExecutionMode } from '@riptide/core/domain';
import type { PositionView, TradingStateView } from '@riptide/core/engine';
import type { ClosedTrade } from '@riptide/core/ledger';
import {
  DEFAULT_RISK_LEVEL,
  DEFAULT_RISK_LIMITS,
  leverageWithin,
  limitsAtLevel,
  type RiskLevel,
  type RiskLimits,
} from '@riptide/core/risk';
import type { EngineLink } from '../../link/engine-link.ts';
import { cents, shown, shownOrNull, sumOf, toNumber } from './money.ts';
import { engineViews } from './engines.ts';
import { venueLeverage } from './venue-leverage.ts';
import { previewTrades } from './risk-preview-trades.ts';
import { riskSettingsToCore } from './risk.ts';

const ROWS_MAX = 200;
const ZERO = decimal(0);

type Settings = z.input<typeof RiskSettings>;
type Answer = Omit<z.input<typeof previewRiskSettings.response>, 'ok'>;
type Day = z.input<typeof RiskPreviewDay>;
type Position = z.input<typeof RiskPreviewPosition>;

export interface RiskPreviewInput {
  readonly link: EngineLink;
  readonly state: TradingStateView;
  readonly before: Settings;
  readonly after: Settings;
  /** Closed trades of all modes. */
  readonly trades: readonly ClosedTrade[];
  readonly nowMs: number;
}

/** Returns what limits would mean for what is open and for the trades of the UTC day, as the risk level in force applies them. */
export function presentRiskPreview(input: RiskPreviewInput): Answer {
  const { link, state, before, after } = input;
  const setLevel = state.settings['risk-level'] as { readonly level?: RiskLevel } | undefined;
  const level = setLevel?.level ?? DEFAULT_RISK_LEVEL;
  const limits = limitsAtLevel({ ...DEFAULT_RISK_LIMITS, ...riskSettingsToCore(after) }, level);
  const open = [...link.values('position').values()].sort((a, b) => b.openedMs - a.openedMs);
  const days = EXECUTION_MODES.flatMap((mode) => dayOf(input, limits, mode));
  const positions = open.map((position) => positionOf(position, limits, days));
  const stops = Object.fromEntries(days.map((day) => [day.mode, day.daily_stop_usd]));
  const trades = previewTrades({ ...input, limits, stopsUsd: stops });
  const refused = trades.filter((trade) => trade.would_be_refused).length;
  return {
    settings: after,
    changed: Object.keys(after).filter((name) => after[name as keyof Settings] !== before[name as keyof Settings]),
    risk_level: level,
    enforced: {
      max_position_usd: limits.maxPositionUsd,
      daily_loss_pct: limits.dailyLossPct,
      max_leverage: limits.maxLeverage,
    },
    venue_leverage: venueLeverage(link, limits.maxLeverage),
    days,
    positions: positions.slice(0, ROWS_MAX),
    positions_total: positions.length,
    trades_today: trades.slice(0, ROWS_MAX),
    trades_total: trades.length,
    trades_refused: refused,
    summary: [
      ...days.map((day) => dayText(day, state)),
      ...leverageTexts(link, limits),
      countText(
        positions.filter(({ effects }) => effects.length > 0).length,
        positions.length,
        ['open position', 'open positions'],
        'would be touched',
      ),
      countText(refused, trades.length, ['trade of today', 'trades of today'], 'would have been refused'),
    ],
  };
}

function dayOf({ link, state }: RiskPreviewInput, limits: RiskLimits, mode: ExecutionMode): Day[] {
  const accounts = [...link.values('account').values()].filter((account) => account.mode === mode);
  const startText = state.dayStartEquityUsd[mode];
  if (accounts.length === 0 && startText === null) return [];
  const start = startText === null ? null : decimal(startText);
  const stop = start === null ? null : start.times(limits.dailyLossPct).div(100);
  const result = decimal(state.dayPnlUsd[mode]);
  const left = stop === null ? null : stop.plus(result);
  const isReached = stop !== null && stop.gt(0) && result.lte(stop.times(-1));
  const hasOpen = [...link.values('position').values()].some((position) => position.mode === mode);
  return [
    {
      mode,
      equity_usd: toNumber(sumOf(accounts.map(({ equityUsd }) => cents(equityUsd)))),
      day_start_equity_usd: shownOrNull(startText, 2),
      daily_stop_usd: usd(stop),
      day_result_usd: shown(state.dayPnlUsd[mode], 2),
      left_usd: usd(left === null || left.gt(0) ? left : ZERO),
      would_halt: isReached,
      would_flatten: isReached && limits.flattenOnDailyLoss && hasOpen,
    },
  ];
}

function positionOf(position: PositionView, limits: RiskLimits, days: readonly Day[]): Position {
  const notional = position.notionalUsd === null ? null : decimal(position.notionalUsd);
  const over = notional === null ? null : notional.minus(limits.maxPositionUsd);
  const isOverLeverage = position.leverage !== null && position.leverage > limits.maxLeverage;
  const atStop = decimal(position.qtyBase).times(decimal(position.entryPx)).times(limits.stopLossPct).div(100);
  const isFlattened = days.some((day) => day.mode === position.mode && day.would_flatten);
  const effects = [
    ...(over === null || over.lte(0)
      ? []
      : [`over the largest position by $${usd(over)}: it can't be added to, and stays`]),
    ...(isOverLeverage ? [`has leverage ${position.leverage}, over ${limits.maxLeverage}: it can't be added to`] : []),
    ...(isFlattened ? ['would be closed at once: the daily loss is reached'] : []),
  ];
  return {
    id: position.id,
    venue: position.venue,
    mode: position.mode,
    symbol: position.symbol,
    side: position.side,
    notional_usd: shownOrNull(position.notionalUsd, 2),
    leverage: position.leverage,
    over_position_usd: usd(over === null || over.gt(0) ? over : ZERO),
    is_over_leverage: isOverLeverage,
    loss_at_stop_usd: usd(atStop),
    effects,
  };
}

/** Engines that are set to more leverage than the limit: they enter with the limit's, which the account of a venue has to have as well. */
function leverageTexts(link: EngineLink, limits: RiskLimits): readonly string[] {
  const views = engineViews(link);
  if (views === null) return [];
  const most = leverageWithin(Infinity, limits);
  const over = [
    { name: 'PAS Trader', leverage: views.pasTrader.settings.leverage },
    { name: 'Oraculis', leverage: views.oraculis.settings.leverage },
  ].filter(({ leverage }) => leverage > most);
  return over.map(
    ({ name, leverage }) =>
      `${name} is set to ${leverage}x and would enter with ${most}x; at a venue whose account stands higher, entries wait until the leverage is changed there (Fix on the Trading page).`,
  );
}

function dayText(day: Day, state: TradingStateView): string {
  if (day.daily_stop_usd === null) return `The equity of the ${day.mode} accounts is not known yet.`;
  const start = `With $${day.day_start_equity_usd} at the start of the day the daily stop of the ${day.mode} accounts is -$${day.daily_stop_usd}`;
  if (day.would_flatten) return `${start}: it is reached, and every position would be closed now.`;
  if (day.would_halt) return `${start}: it is reached, and new risk would stop now.`;
  const isHalted = state.conditions.some(({ key }) => key === `halted:daily-loss:${day.mode}`);
  if (isHalted) return `${start}; the halt of today stays until the next UTC day.`;
  return `${start}; $${day.left_usd} of it is left.`;
}

function countText(count: number, total: number, [one, many]: readonly [string, string], verb: string): string {
  return total === 0 ? `There is no ${one}.` : `${count} of ${total} ${total === 1 ? one : many} ${verb}.`;
}

function usd(value: Decimal | null): number | null {
  return value === null ? null : shown(toDecimalString(value), 2);
}
