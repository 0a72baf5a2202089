import type { ArbitrageState, Opportunity } from '@riptide/contracts/calls';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatBps, formatCount } from '../../../lib/format.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { PUSH_INTERVAL_MS } from '../../../shared/freshness.ts';
import { Num } from '../../../shared/num.tsx';
import { useArbitrageFeed, useOpportunitiesLoad } from '../../../shared/opportunities/arbitrage-feed.tsx';
import { MappingDoubt } from '../../../shared/opportunities/mapping-doubt.tsx';
import { isMappingDoubtful } from '../../../shared/opportunities/opportunity-view.ts';
import { StatusTag } from '../../../shared/opportunities/status-tag.tsx';
import { useArbitrageState } from '../../../shared/opportunities/use-arbitrage-state.ts';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { VenueWay } from '../../../shared/venue.tsx';
import { shownEdgeBps, topOpportunities } from '../model/top-opportunities.ts';

/** Specified poll interval of opportunities on the dashboard. */
const OPPORTUNITIES_INTERVAL_MS = 3000;

/** The five best opportunities of now; the whole list is one click away. */
export function OpportunitiesPanel() {
  const load = useOpportunitiesLoad(OPPORTUNITIES_INTERVAL_MS);
  const state = useArbitrageState().data;
  const rows = useTopRows(load.dataUpdatedAt);
  return (
    <Panel
      title="Arbitrage opportunities"
      className="h-full"
      actions={
        <>
          {state ? <ScanTag state={state} /> : null}
          {state?.scanning ? (
            <AgeTag atSeconds={load.data?.atSeconds ?? null} intervalMs={PUSH_INTERVAL_MS * 3} isShort />
          ) : null}
          <Link to="/app/arbitrage" className="reach text-[12px] text-accent hover:underline">
            View all
          </Link>
        </>
      }
    >
      {load.isError ? (
        <ErrorState error={load.error} fallback="Failed to load opportunities" onRetry={() => void load.refetch()} />
      ) : null}
      {rows.length > 0 ? (
        <Rows rows={rows} />
      ) : load.isPending ? (
        <LoadingRows rows={6} label="Loading opportunities" />
      ) : load.isError ? null : (
        <None state={state} />
      )}
    </Panel>
  );
}

function ScanTag({ state }: { state: ArbitrageState }) {
  return <span className="text-2xs text-fg3">{state.scanning ? 'Scanning' : (state.reason ?? 'Stopped')}</span>;
}

function None({ state }: { state: ArbitrageState | undefined }) {
  if (!state?.scanning) {
    return (
      <EmptyState title="No opportunities found">
        The scanner is stopped. Start it with the Arbitrage button above.
      </EmptyState>
    );
  }
  const best = state.best_entry_net_bps === null ? 'nothing yet' : `best ${formatBps(state.best_entry_net_bps)} bps`;
  return (
    <EmptyState title="Scanning for opportunities...">
      {`${formatCount(state.pairs)} pairs, ${best}, minimum ${formatBps(state.session.min_spread_bps)}`}
    </EmptyState>
  );
}

interface Picture {
  readonly atMs: number;
  /** When the rows were loaded last. */
  readonly loadedMs: number;
  readonly rows: readonly Opportunity[];
}

/** Chosen anew once a second, so that the list is calm, the first of them as soon as they are loaded; it stands still under pointer and focus elsewhere on the page too short to need it. */
function useTopRows(loadedMs: number): readonly Opportunity[] {
  const { table } = useArbitrageFeed();
  const { serverClock } = useRuntime();
  const nowMs = useNow();
  const [picture, setPicture] = useState<Picture>({ atMs: -1, loadedMs: -1, rows: [] });
  const isOfNow = picture.atMs === nowMs && (picture.rows.length > 0 || picture.loadedMs === loadedMs);
  if (isOfNow) return picture.rows;
  const rows = topOpportunities(table.values(), serverClock.toServerMs(nowMs));
  setPicture({ atMs: nowMs, loadedMs, rows });
  return rows;
}

function Rows({ rows }: { rows: readonly Opportunity[] }) {
  return (
    <div className="table-frame" role="region" aria-label="Best opportunities" tabIndex={0}>
      <table className="data-table [&_:is(td,th):not(:first-child):not(:last-child)]:px-1.5">
        <thead>
          <tr>
            <th scope="col">Asset</th>
            <th scope="col">Venues</th>
            <th scope="col" className="num">
              Net bps
            </th>
            <th scope="col" className="num">
              Status
            </th>
          </tr>
        </thead>
        <tbody className="tabular">
          {rows.map((row) => (
            <tr key={row.id} className="relative hover:bg-bg2">
              <td className="font-semibold">
                <Link
                  to="/app/arbitrage"
                  search={{ row: row.id }}
                  aria-label={`${row.asset}, ${row.buy_exchange} to ${row.sell_exchange}: breakdown`}
                  className="after:absolute after:inset-0"
                >
                  {row.asset}
                </Link>
                <small
                  className="pl-1 text-2xs font-medium text-fg3"
                  title={row.mode === 'futures-futures' ? 'Futures against futures' : 'Spot against futures'}
                >
                  {row.mode === 'futures-futures' ? 'F↔F' : 'S↔F'}
                </small>
              </td>
              <td>
                <VenueWay from={row.buy_exchange} to={row.sell_exchange} />
              </td>
              <td className="num font-semibold">
                <span className="inline-flex items-center gap-1">
                  {isMappingDoubtful(row) ? <MappingDoubt /> : null}
                  <Num kind="bps" value={shownEdgeBps(row)} coloured={!isMappingDoubtful(row)} />
                </span>
                {row.round_trip_net_bps === null ? <EntryOnly /> : null}
              </td>
              <td className="num">
                <span className="inline-flex">
                  <StatusTag row={row} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EntryOnly() {
  return (
    // WHY: as a tag it would push the status out of the narrow panel.
    <small
      className="pl-1 text-2xs font-medium text-fg3 max-sm:block max-sm:pl-0"
      title="The round trip is not known yet"
    >
      entry
    </small>
  );
}
