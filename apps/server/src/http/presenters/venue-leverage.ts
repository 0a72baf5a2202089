import type { z } from 'zod';
import type { RiskPreviewLeverage } from '@riptide/contracts';
import { VENUES } from '@riptide/core/domain';
import type { EngineLink } from '../../link/engine-link.ts';

/** Returns what every venue allows on the perps that are followed there, beside a limit; venues without a perp are left out. */
export function venueLeverage(link: EngineLink, limit: number): z.input<typeof RiskPreviewLeverage>[] {
  const all = [...link.values('instrument').values()].filter(({ market }) => market === 'perp');
  return VENUES.flatMap((venue) => {
    const perps = all.filter((each) => each.venue === venue);
    if (perps.length === 0) return [];
    const known = perps
      .flatMap(({ symbol, leverageMax }) => (typeof leverageMax !== 'number' ? [] : [{ symbol, max: leverageMax }]))
      .sort((a, b) => a.max - b.max || a.symbol.localeCompare(b.symbol));
    return [
      {
        venue,
        perps: perps.length,
        known: known.length,
        lowest: known[0]?.max ?? null,
        lowest_symbol: known[0]?.symbol ?? null,
        below: known.filter(({ max }) => max < limit).length,
      },
    ];
  });
}
