import type { CarryCandidateRow } from '@riptide/contracts/calls';
import { UNKNOWN, formatBps, formatChangePct, formatCompactUsd, formatPct, formatSignedBps } from '../../lib/format.ts';
import { formatAge, formatExact } from '../../lib/format-time.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useRuntime } from '../../lib/runtime.tsx';
import { useNow } from '../../lib/use-now.ts';
import type { Column } from '../../shared/data-table/column.ts';
import { Num, Unknown } from '../../shared/num.tsx';
import { Tag } from '../../ui/tag.tsx';

/** Names a way by its two legs. */
export function candidateId(row: CarryCandidateRow): string {
  return `${row.long_exchange} ${row.long_market} > ${row.short_exchange} ${row.short_market}`;
}

/** One way to carry per row: both rates, what they bring within the longest hold, what it costs, what is left. */
export const CANDIDATE_COLUMNS: readonly Column<CarryCandidateRow>[] = [
  {
    id: 'long',
    header: 'Long',
    cell: (row) => (
      <Leg venue={row.long_exchange} market={row.long_market} rate={row.long_rate} hours={row.long_interval_hours} />
    ),
    csv: (row) => `${row.long_exchange} ${row.long_market}`,
  },
  {
    id: 'short',
    header: 'Short',
    cell: (row) => (
      <Leg
        venue={row.short_exchange}
        market={row.short_market}
        rate={row.short_rate}
        hours={row.short_interval_hours}
      />
    ),
    csv: (row) => `${row.short_exchange} ${row.short_market}`,
  },
  {
    id: 'next',
    header: 'Next payment',
    align: 'right',
    sortBy: (row) => row.next_settlement_at,
    cell: (row) => <Countdown atS={row.next_settlement_at} />,
    csv: (row) => row.next_settlement_at,
  },
  {
    id: 'income',
    header: 'Income bps',
    align: 'right',
    sortBy: (row) => row.hold_income_bps,
    cell: (row) => <Num kind="signed-bps" value={row.hold_income_bps} />,
    csv: (row) => row.hold_income_bps,
  },
  {
    id: 'cost',
    header: 'Costs bps',
    align: 'right',
    sortBy: (row) => row.cost_bps,
    cell: (row) => (
      <span title={`fees ${formatBps(row.fees_bps)}, exit spread ${formatBps(row.exit_spread_bps)} bps`}>
        <Num kind="bps" value={row.cost_bps} />
      </span>
    ),
    csv: (row) => row.cost_bps,
  },
  {
    id: 'net',
    header: 'Net bps',
    align: 'right',
    sortBy: (row) => row.net_bps,
    cell: (row) => <Num kind="signed-bps" value={row.net_bps} coloured className="font-semibold" />,
    csv: (row) => row.net_bps,
  },
  {
    id: 'apr',
    header: 'APR net',
    align: 'right',
    sortBy: (row) => row.apr_net_pct,
    cell: (row) => <span title={`gross ${formatPct(row.apr_gross_pct)}`}>{formatChangePct(row.apr_net_pct, 1)}</span>,
    csv: (row) => row.apr_net_pct,
  },
  {
    id: 'break-even',
    header: 'Break-even',
    align: 'right',
    sortBy: (row) => row.break_even_hours,
    cell: (row) => <BreakEven row={row} />,
    csv: (row) => row.break_even_hours,
  },
  {
    id: 'capacity',
    header: 'Capacity',
    align: 'right',
    sortBy: (row) => row.capacity_usd,
    cell: (row) => <span className="text-fg2">{formatCompactUsd(row.capacity_usd)}</span>,
    csv: (row) => row.capacity_usd,
  },
  {
    id: 'verdict',
    header: 'Verdict',
    sortBy: (row) => String(row.worth_it),
    cell: (row) => (
      <span title={row.reason}>
        <Tag tone={row.worth_it ? 'ok' : 'neutral'}>{row.worth_it ? 'worth it' : 'not worth it'}</Tag>
        <span className="sr-only">: {row.reason}</span>
      </span>
    ),
    csv: (row) => `${row.worth_it ? 'worth it' : 'not worth it'}: ${row.reason}`,
  },
];

function Leg({
  venue,
  market,
  rate,
  hours,
}: {
  venue: string;
  market: string;
  rate: number | null;
  hours: number | null;
}) {
  return (
    <span className="whitespace-nowrap">
      <b className="font-semibold">{venue}</b> <small className="text-fg3">{market}</small>{' '}
      {rate === null ? null : (
        <span className="text-fg2">
          {formatChangePct(rate * 100, 4)}
          <small className="text-fg3"> / {hours ?? UNKNOWN} h</small>
        </span>
      )}
    </span>
  );
}

/** The time that is left, exact in its tooltip. */
export function Countdown({ atS }: { atS: number | null }) {
  const { serverClock } = useRuntime();
  const { zone } = usePreferences();
  const nowMs = serverClock.toServerMs(useNow());
  if (atS === null) return <Unknown />;
  return <span title={formatExact(atS * 1000, zone)}>in {formatAge(Math.max(0, atS * 1000 - nowMs))}</span>;
}

function BreakEven({ row }: { row: CarryCandidateRow }) {
  if (row.break_even_hours === null) return <span title="It never earns its costs">{UNKNOWN}</span>;
  const payments = row.break_even_payments === null ? '' : `, ${row.break_even_payments} payments`;
  return (
    <span>
      {formatBps(row.break_even_hours)} h<small className="text-fg3">{payments}</small>
    </span>
  );
}

function wordRate(rate: number | null, hours: number | null): string {
  return rate === null ? UNKNOWN : `${formatChangePct(rate * 100, 4)} / ${hours ?? UNKNOWN} h`;
}

/** Draws a way on a phone. */
export function drawCandidateCard(row: CarryCandidateRow) {
  return <CandidateCard row={row} />;
}

function CandidateCard({ row }: { row: CarryCandidateRow }) {
  return (
    <div className="flex flex-col gap-1 text-[12px]">
      <div className="flex flex-wrap items-center gap-x-2">
        <b className="font-semibold">
          long {row.long_exchange} {row.long_market}, short {row.short_exchange} {row.short_market}
        </b>
        <span className="flex-1" />
        <Tag tone={row.worth_it ? 'ok' : 'neutral'}>{row.worth_it ? 'worth it' : 'not worth it'}</Tag>
      </div>
      <span className="tabular text-fg2">
        rates {wordRate(row.long_rate, row.long_interval_hours)} long,{' '}
        {wordRate(row.short_rate, row.short_interval_hours)} short
      </span>
      <span className="tabular text-fg2">
        income {formatSignedBps(row.hold_income_bps)}, costs {formatBps(row.cost_bps)}, net{' '}
        <Num kind="signed-bps" value={row.net_bps} coloured /> bps, APR {formatChangePct(row.apr_net_pct, 1)}, payment{' '}
        <Countdown atS={row.next_settlement_at} />, break-even <BreakEven row={row} />
      </span>
      <span className="text-2xs text-fg3">{row.reason}</span>
    </div>
  );
}
