import type { Opportunity } from '@riptide/contracts/calls';
import { isMappingDoubtful } from '../../../shared/opportunities/opportunity-view.ts';
import { isRowOld, rowInEffect } from '../../../shared/opportunities/row-age.ts';

const SHOWN = 5;
const RANK = { executable: 0, evaluation_only: 1, blocked: 2 } as const;

/** The edge that the card shows: of the round trip where it is known, else of the entry. */
export function shownEdgeBps(row: Opportunity): number {
  return row.round_trip_net_bps ?? row.entry_net_bps;
}

/** Picks five assets to show, each with its best row: what can be traded first, doubtful symbols last, the best edge first within. */
export function topOpportunities(rows: readonly Opportunity[], serverNowMs: number): readonly Opportunity[] {
  const doubt = (row: Opportunity): number => Number(isMappingDoubtful(row));
  const seen = new Set<string>();
  return rows
    .map((row) => rowInEffect(row, isRowOld(row, serverNowMs)))
    .toSorted(
      (a, b) =>
        doubt(a) - doubt(b) ||
        RANK[a.policy] - RANK[b.policy] ||
        shownEdgeBps(b) - shownEdgeBps(a) ||
        (a.id < b.id ? -1 : 1),
    )
    .filter(({ asset }) => !seen.has(asset) && seen.add(asset))
    .slice(0, SHOWN);
}
