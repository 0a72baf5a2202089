import { getArbitrageAiMetrics, type ArbLearner } from '@riptide/contracts/calls';
import { formatBps, formatCount, formatPct, formatShortUsd } from '../../../lib/format.ts';
import { formatClock, formatExact, formatLatency } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { Num, Unknown } from '../../../shared/num.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { Tag } from '../../../ui/tag.tsx';
import { CalibrationPlot } from './calibration-plot.tsx';

const LEARNER_INTERVAL_MS = 5000;

/** Few executions tell little; until then the intervals are wide and the panel says so. */
const ENOUGH_REAL = 100;

/** What the arbitrage learning agent knows: what fills, at what cost, and how well it foretells; the page of the agents leaves the link to itself out. */
export function LearnerPanel({ hasLink = true }: { readonly hasLink?: boolean }) {
  const metrics = useCall(getArbitrageAiMetrics, { intervalMs: LEARNER_INTERVAL_MS });
  const learner = metrics.data?.metrics;
  if (learner === undefined)
    return metrics.isError ? (
      <ErrorState
        error={metrics.error}
        fallback="Failed to load the learning agent"
        onRetry={() => void metrics.refetch()}
      />
    ) : (
      <LoadingRows rows={8} label="Loading the learning agent" />
    );
  return (
    <div className={metrics.isError ? 'stale flex min-w-0 flex-col' : 'flex min-w-0 flex-col'}>
      <div className="flex flex-wrap items-center gap-2 px-3.5 pt-3 text-[12px] text-fg2">
        <Tag tone={learner.running ? (learner.frozen ? 'warn' : 'ok') : 'neutral'}>
          {learner.running ? (learner.frozen ? 'Frozen' : 'Learning') : 'Off'}
        </Tag>
        <span className="tabular">
          {formatCount(learner.real_samples)} executions and {formatCount(learner.samples - learner.real_samples)}{' '}
          shadows
        </span>
        {learner.real_samples < ENOUGH_REAL ? (
          <span className="text-warn">
            {formatCount(learner.real_samples)} of {ENOUGH_REAL} executions: too few to rely on
          </span>
        ) : null}
        {hasLink ? (
          <a href="/app/ai-metrics?agent=arbitrage" className="ml-auto text-accent underline underline-offset-2">
            AI Metrics: freeze, reset, history
          </a>
        ) : null}
      </div>
      <Errors learner={learner} />
      <div className="grid gap-4 px-3.5 py-3 lg:grid-cols-2">
        <section aria-label="Calibration" className="min-w-0">
          <h3 className="mb-1 text-sm font-semibold">Calibration</h3>
          {learner.calibration.length === 0 ? (
            <EmptyState title="No execution to compare yet">
              Each execution puts what was predicted beside what came of it.
            </EmptyState>
          ) : (
            <CalibrationPlot classes={learner.calibration} />
          )}
        </section>
        <section aria-label="Newest samples" className="min-w-0">
          <h3 className="mb-1 text-sm font-semibold">Newest samples</h3>
          <DataTable
            label="Newest samples"
            rows={learner.last_samples}
            columns={SAMPLE_COLUMNS}
            rowId={(row) => `${row.pair_id} ${row.timestamp}`}
            card={drawSampleCard}
            maxHeightPx={240}
            csvName="learner_samples.csv"
            empty={
              <EmptyState title="No samples yet">
                The scanner shadows what it lists; the first come within a minute.
              </EmptyState>
            }
          />
        </section>
      </div>
      <h3 className="px-3.5 text-sm font-semibold">What fills, per pair of venues and size</h3>
      <DataTable
        label="Estimates"
        rows={learner.estimates}
        columns={ESTIMATE_COLUMNS}
        rowId={estimateId}
        initialSort={{ column: 'samples', isFalling: true }}
        card={drawEstimateCard}
        maxHeightPx={420}
        csvName="learner_estimates.csv"
        empty={<EmptyState title="Nothing learned yet">It needs executions or shadows of a pair.</EmptyState>}
      />
    </div>
  );
}

function Errors({ learner }: { learner: ArbLearner }) {
  const facts: readonly (readonly [string, number | null])[] = [
    ['Mean error as planned', learner.mean_error_bps],
    ['Mean error as learned', learner.mean_learned_error_bps],
    ['Mean size of the error as planned', learner.mean_abs_error_bps],
    ['Mean size of the error as learned', learner.mean_abs_learned_error_bps],
  ];
  return (
    <dl className="tabular grid grid-cols-2 gap-3 px-3.5 pt-3 text-[12px] lg:grid-cols-4">
      {facts.map(([name, bps]) => (
        <div key={name} className="flex flex-col">
          <dt className="text-fg3">{name}</dt>
          <dd className="text-md font-semibold">{bps === null ? <Unknown /> : `${formatBps(bps)} bps`}</dd>
        </div>
      ))}
    </dl>
  );
}

type Estimate = ArbLearner['estimates'][number];
type Sample = ArbLearner['last_samples'][number];

function estimateId(row: Estimate): string {
  return `${pairOf(row)} ${row.size_up_to_usd}`;
}

function pairOf(row: Estimate): string {
  return `${row.buy_exchange} ${row.buy_market} → ${row.sell_exchange} ${row.sell_market}`;
}

const bpsColumn = (id: string, header: string, of: (row: Estimate) => number | null): Column<Estimate> => ({
  id,
  header,
  align: 'right',
  sortBy: of,
  cell: (row) => <Num kind="bps" value={of(row)} />,
  csv: of,
});

const ESTIMATE_COLUMNS: readonly Column<Estimate>[] = [
  { id: 'pair', header: 'Pair', sortBy: pairOf, cell: pairOf, csv: pairOf },
  {
    id: 'size',
    header: 'Size up to',
    align: 'right',
    sortBy: (row) => row.size_up_to_usd,
    cell: (row) => formatShortUsd(row.size_up_to_usd),
    csv: (row) => row.size_up_to_usd,
  },
  {
    id: 'samples',
    header: 'Samples',
    align: 'right',
    sortBy: (row) => row.samples,
    cell: (row) => `${formatCount(row.samples)} (${formatCount(row.real_samples)} real)`,
    csv: (row) => row.samples,
  },
  {
    id: 'fill',
    header: 'Both fill',
    align: 'right',
    sortBy: (row) => row.fill_probability,
    cell: (row) => (row.fill_probability === null ? <Unknown /> : formatPct(row.fill_probability * 100)),
    csv: (row) => row.fill_probability,
  },
  bpsColumn('slippage', 'Slippage bps', (row) => row.slippage_bps),
  bpsColumn('latency-cost', 'Latency cost bps', (row) => row.latency_cost_bps),
  bpsColumn('adverse', 'Adverse bps', (row) => row.adverse_bps),
  {
    id: 'latency',
    header: 'Latency',
    align: 'right',
    sortBy: (row) => row.latency_ms,
    cell: (row) => formatLatency(row.latency_ms),
    csv: (row) => row.latency_ms,
  },
];

function drawEstimateCard(row: Estimate) {
  return <EstimateCard row={row} />;
}

function EstimateCard({ row }: { row: Estimate }) {
  return (
    <div className="flex flex-col gap-1 text-[12px]">
      <b className="font-semibold">{pairOf(row)}</b>
      <span className="text-fg2">
        up to {formatShortUsd(row.size_up_to_usd)}, {formatCount(row.samples)} samples, both fill{' '}
        {row.fill_probability === null ? <Unknown /> : formatPct(row.fill_probability * 100)}, slippage{' '}
        <Num kind="bps" value={row.slippage_bps} /> bps
      </span>
    </div>
  );
}

const SAMPLE_COLUMNS: readonly Column<Sample>[] = [
  {
    id: 'time',
    header: 'Time',
    cell: (row) => <SampleTime row={row} />,
    csv: (row) => new Date(row.timestamp * 1000).toISOString(),
  },
  { id: 'symbol', header: 'Symbol', cell: (row) => row.symbol, csv: (row) => row.symbol },
  {
    id: 'kind',
    header: 'Kind',
    cell: (row) => (row.shadow ? 'shadow' : 'executed'),
    csv: (row) => (row.shadow ? 'shadow' : 'executed'),
  },
  {
    id: 'predicted',
    header: 'Planned',
    align: 'right',
    cell: (row) => <Num kind="bps" value={row.predicted_bps} />,
    csv: (row) => row.predicted_bps,
  },
  {
    id: 'learned',
    header: 'Learned',
    align: 'right',
    cell: (row) => <Num kind="bps" value={row.learned_bps} />,
    csv: (row) => row.learned_bps,
  },
  {
    id: 'realised',
    header: 'Realised',
    align: 'right',
    cell: (row) => <Num kind="bps" value={row.realised_bps} coloured />,
    csv: (row) => row.realised_bps,
  },
];

function SampleTime({ row }: { row: Sample }) {
  const { zone } = usePreferences();
  return (
    <time
      dateTime={new Date(row.timestamp * 1000).toISOString()}
      title={formatExact(row.timestamp * 1000, zone)}
      className="text-fg2"
    >
      {formatClock(row.timestamp * 1000, zone)}
    </time>
  );
}

function drawSampleCard(row: Sample) {
  return <SampleCard row={row} />;
}

function SampleCard({ row }: { row: Sample }) {
  return (
    <div className="flex justify-between gap-2 text-[12px]">
      <SampleTime row={row} />
      <b className="font-semibold">{row.symbol}</b>
      <span>
        <Num kind="bps" value={row.predicted_bps} /> → <Num kind="bps" value={row.realised_bps} coloured /> bps
      </span>
    </div>
  );
}
