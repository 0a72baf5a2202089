import type { BalanceRow } from '@riptide/contracts/calls';
import type { z } from 'zod';
import type { PortfolioOverview } from '../../../shared/portfolio-calls.ts';

type Balance = z.infer<typeof BalanceRow>;
export type AssetLine = PortfolioOverview['assets'][number];

/** Smaller totals are dust to the eye. */
const SMALL_TOTAL = 0.001;

/** Gives the assets of all venues, or those of one. */
export function assetLines(
  overview: PortfolioOverview | undefined,
  balances: readonly Balance[],
  venue: Balance['exchange'] | undefined,
): readonly AssetLine[] {
  if (venue === undefined) return overview?.assets ?? [];
  return balances
    .filter((row) => row.exchange === venue)
    .map(({ asset, total, free, used, usd }) => ({ asset, total, free, used, usd, venues: [venue] }));
}

/** Leaves out what is at or below the threshold. */
export function withoutSmall(lines: readonly AssetLine[]): readonly AssetLine[] {
  return lines.filter(({ total }) => total > SMALL_TOTAL);
}

/** How many decimals an asset is shown with. */
export function assetDecimals(asset: string): 2 | 6 {
  return asset === 'USDT' ? 2 : 6;
}
