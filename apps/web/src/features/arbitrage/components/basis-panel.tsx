import type { BasisRow } from '@riptide/contracts/calls';
import { useState } from 'react';
import { formatAge, formatExact } from '../../../lib/format-time.ts';
import { UNKNOWN, formatChangePct } from '../../../lib/format.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { Num } from '../../../shared/num.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { VenueBadge } from '../../../shared/venue.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { QUOTE_LIMIT_MS } from '../../../shared/opportunities/row-age.ts';
import { MappingDoubt } from '../../../shared/opportunities/mapping-doubt.tsx';
import { BASIS_INTERVAL_MS, firstOfEachSymbol, isBasisDoubtful, useBasis } from '../api/use-basis.ts';

const FIRST_ROWS = 12;

/** The perpetual's premium over spot, from the live books, with what funding pays for it. */
export function BasisPanel() {
  const basis = useBasis();
  const [isWhole, setWhole] = useState(false);
  const rows = firstOfEachSymbol(basis.data?.rows ?? []);
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <Panel
      title="Spot ↔ perp basis"
      note={<span className="text-2xs text-fg3">perp mid over spot mid, widest pair of each symbol</span>}
      age={<AgeTag atSeconds={basis.data?.atSeconds ?? null} intervalMs={BASIS_INTERVAL_MS} />}
    >
      {basis.isError ? (
        <ErrorState error={basis.error} fallback="Failed to load the basis" onRetry={() => void basis.refetch()} />
      ) : null}
      {basis.isPending ? <LoadingRows rows={4} label="Loading the basis" /> : null}
      {shown.length > 0 ? (
        <BasisTable rows={shown} />
      ) : basis.isSuccess ? (
        <EmptyState title="No symbol has both a spot and a perp book yet" />
      ) : null}
      {rows.length > FIRST_ROWS ? (
        <div className="border-t border-line1 px-3.5 py-2">
          <Button size="sm" look="ghost" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${rows.length} symbols`}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

function BasisTable({ rows }: { rows: readonly BasisRow[] }) {
  return (
    <div className="table-frame pin-first" role="region" aria-label="Spot and perp basis, scrollable" tabIndex={0}>
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">Symbol</th>
            <th scope="col">Spot</th>
            <th scope="col">Perp</th>
            <th scope="col" className="num">
              Spot price
            </th>
            <th scope="col" className="num">
              Perp price
            </th>
            <th scope="col" className="num">
              Basis (bps)
            </th>
            <th scope="col" className="num">
              Funding
            </th>
            <th scope="col" className="num">
              Next funding
            </th>
            <th scope="col" className="num">
              Age
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <BasisLine key={`${row.symbol} ${row.spot_exchange} ${row.futures_exchange}`} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BasisLine({ row }: { row: BasisRow }) {
  const { serverClock } = useRuntime();
  const { zone } = usePreferences();
  const serverNowMs = serverClock.toServerMs(useNow());
  const next = row.next_funding_at;
  const ageMs = Math.max(0, serverNowMs - row.timestamp * 1000);
  const isOld = ageMs > BASIS_INTERVAL_MS + QUOTE_LIMIT_MS;
  return (
    <tr className={cn(isOld && 'stale')}>
      <th scope="row" className="static! bg-transparent! text-[12.5px]! font-semibold! text-fg1!">
        <span className="flex items-center gap-1.5">
          {row.symbol}
          {isBasisDoubtful(row) ? <MappingDoubt /> : null}
        </span>
      </th>
      <td>
        <VenueBadge venue={row.spot_exchange} />
      </td>
      <td>
        <VenueBadge venue={row.futures_exchange} />
      </td>
      <td className="num">
        <Num kind="px" value={row.spot_price} />
      </td>
      <td className="num">
        <Num kind="px" value={row.futures_price} />
      </td>
      <td className="num font-semibold">
        <Num kind="signed-bps" value={row.basis_bps} coloured />
      </td>
      <td className="num">
        {formatChangePct(row.funding_rate === null ? null : row.funding_rate * 100, 4)}
        {row.funding_interval_hours === null ? null : (
          <small className="text-fg3"> / {row.funding_interval_hours} h</small>
        )}
      </td>
      <td className="num text-fg2" title={next === null ? undefined : formatExact(next * 1000, zone)}>
        {next === null ? UNKNOWN : `in ${formatAge(next * 1000 - serverNowMs)}`}
      </td>
      <td className={cn('num', isOld ? 'text-danger' : 'text-fg2')}>{formatAge(ageMs)}</td>
    </tr>
  );
}
