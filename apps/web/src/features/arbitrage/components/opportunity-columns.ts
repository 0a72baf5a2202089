import type { Opportunity } from '@riptide/contracts/calls';
import { createColumnHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';
import { POLICY_WORDS, edgeBps, modeWords, type EdgeKind } from '../../../shared/opportunities/opportunity-view.ts';

/** The rows come ordered already; the table only keeps which header was chosen. */
export const opportunityFeatures = tableFeatures({ rowSortingFeature });

const helper = createColumnHelper<typeof opportunityFeatures, Opportunity>();

/** Columns whose figures stand at the right. */
export const NUMERIC_COLUMNS: ReadonlySet<string> = new Set(['gross', 'edge', 'volume', 'age', 'capacity', 'action']);

function columnsFor(kind: EdgeKind) {
  return helper.columns([
    helper.accessor('asset', { id: 'asset', header: 'Asset' }),
    helper.accessor(modeWords, { id: 'mode', header: 'Mode', enableSorting: false }),
    helper.accessor((row) => `${row.buy_exchange} ${row.sell_exchange}`, {
      id: 'venues',
      header: 'Venues',
      enableSorting: false,
    }),
    helper.accessor('gross_bps', { id: 'gross', header: 'Gross' }),
    helper.accessor((row) => edgeBps(row, kind) ?? undefined, {
      id: 'edge',
      header: 'Edge (Net bps)',
    }),
    helper.display({ id: 'costs', header: 'Costs' }),
    helper.accessor('volume_usd', { id: 'volume', header: 'Volume' }),
    helper.accessor('timestamp', { id: 'age', header: 'Age' }),
    helper.accessor('capacity_usd', { id: 'capacity', header: 'Capacity' }),
    helper.accessor((row) => POLICY_WORDS[row.policy], { id: 'status', header: 'Status' }),
    helper.display({ id: 'action', header: 'Action' }),
  ]);
}

/** The columns for each edge; built once, as the table asks for stable ones. */
export const OPPORTUNITY_COLUMNS = { round: columnsFor('round'), entry: columnsFor('entry') } as const;
