import type { previewRiskSettings, RouteOutput } from '@riptide/contracts/calls';
import { formatCount, UNKNOWN } from '../../../lib/format.ts';

type VenueLeverage = RouteOutput<typeof previewRiskSettings>['venue_leverage'][number];

/** Says what a venue allows on its followed perps, and on how many of them that is less than the limit. */
export function leverageText({ perps, known, lowest, lowest_symbol: symbol, below }: VenueLeverage): string {
  if (lowest === null) return `${UNKNOWN} its list tells none`;
  const least = `${lowest}x or more`;
  if (below === 0) return known === perps ? least : `${least}; ${formatCount(perps - known)} not told`;
  return `its own maximum holds on ${formatCount(below)} of ${formatCount(known)}, ${lowest}x on ${symbol ?? UNKNOWN}`;
}
