import {
  getAdvancedStatus,
  getPortfolioPositions,
  getRisk,
  getRiskSettings,
  type PositionRow,
  type RouteOutput,
} from '@riptide/contracts/calls';
import { useCall } from '../../shared/use-call.ts';

const RISK_INTERVAL_MS = 15_000;
const POSITIONS_INTERVAL_MS = 5000;
/** From this share on a limit counts as used. */
const USED_FROM = 0.5;

export interface LimitUse {
  readonly name: string;
  /** 0 to 1 and above; null unknown. */
  readonly fraction: number | null;
}

interface RiskSources {
  readonly positions: readonly Pick<PositionRow, 'notional' | 'leverage'>[] | undefined;
  readonly settings: RouteOutput<typeof getRiskSettings>['settings'] | undefined;
  readonly status: RouteOutput<typeof getAdvancedStatus>['advanced_status'] | undefined;
  readonly streak: { readonly losses: number; readonly losses_max: number; readonly is_halted: boolean } | undefined;
}

/** Measures how much of the five limits is used; what is not known is null, never zero. */
export function limitsUsed({ positions, settings, status, streak }: RiskSources): LimitUse[] {
  const largest = maxOf(positions?.map(({ notional }) => notional));
  const leverage = maxOf(positions?.map((position) => position.leverage));
  const [dayPnl, equity] = [status?.daily_pnl ?? null, status?.total_equity ?? null];
  const lossUsd = dayPnl === null ? null : Math.max(0, -dayPnl);
  const limitUsd = settings === undefined || equity === null ? null : (equity * settings.daily_loss_pct) / 100;
  return [
    { name: 'Position size', fraction: ratio(largest, settings?.max_position_usd) },
    { name: 'Daily loss', fraction: ratio(lossUsd, limitUsd) },
    { name: 'Leverage', fraction: ratio(leverage, settings?.max_leverage) },
    { name: 'Positions at once', fraction: ratio(status?.active_positions, status?.max_positions) },
    { name: 'Losses in a row', fraction: streak?.is_halted === true ? 1 : ratio(streak?.losses, streak?.losses_max) },
  ];
}

/** Counts the limits that are used by half or more; null while nothing is known of any. */
export function countUsed(limits: readonly LimitUse[]): number | null {
  if (limits.every(({ fraction }) => fraction === null)) return null;
  return limits.filter(({ fraction }) => fraction !== null && fraction >= USED_FROM).length;
}

/** Gives the use of the five limits, asked every 15 s. */
export function useRiskUsed(mode: 'paper' | 'live'): LimitUse[] {
  const positions = useCall(getPortfolioPositions, { intervalMs: POSITIONS_INTERVAL_MS, isPushed: true }).data;
  const settings = useCall(getRiskSettings, { intervalMs: RISK_INTERVAL_MS }).data;
  const status = useCall(getAdvancedStatus, { intervalMs: RISK_INTERVAL_MS }).data;
  const risk = useCall(getRisk, { intervalMs: RISK_INTERVAL_MS }).data;
  return limitsUsed({
    positions: positions?.positions,
    settings: settings?.settings,
    status: status?.advanced_status,
    streak: risk?.loss_streak[mode],
  });
}

/** No position uses nothing; one whose figure is unknown makes the largest unknown. */
function maxOf(values: readonly (number | null)[] | undefined): number | null {
  if (values === undefined || values.includes(null)) return null;
  return Math.max(0, ...values.map((value) => value ?? 0));
}

function ratio(value: number | null | undefined, limit: number | null | undefined): number | null {
  const [part, whole] = [value ?? null, limit ?? null];
  return part === null || whole === null || whole <= 0 ? null : part / whole;
}
