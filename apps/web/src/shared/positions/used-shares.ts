import type { getAdvancedStatus, RouteOutput } from '@riptide/contracts/calls';

interface UsedFacts {
  readonly status: RouteOutput<typeof getAdvancedStatus>['advanced_status'] | undefined;
  /** Change of the equity today in percent of its start. */
  readonly dayPct: number | null;
  /** The operator's limit, percent. */
  readonly lossPct: number | null;
}

/** Gives how much of each limit is used, 0 to 1 and more; null while a part is unknown. */
export function usedShares({ status, dayPct, lossPct }: UsedFacts) {
  const share = (part: number | null | undefined, whole: number | null | undefined): number | null =>
    typeof part !== 'number' || typeof whole !== 'number' || whole <= 0 ? null : part / whole;
  const dayLossPct = dayPct === null ? null : Math.max(0, -dayPct);
  return {
    positions: share(status?.active_positions, status?.max_positions),
    capital: share(status?.allocated_capital, status?.total_equity),
    dayLossPct,
    dailyLoss: share(dayLossPct, lossPct),
  };
}
