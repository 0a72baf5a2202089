import type { OraculisLearner } from '@riptide/contracts/calls';
import type { ReactNode } from 'react';
import { formatCount, formatPct } from '../../../lib/format.ts';
import { armLabel, armWords } from '../../../shared/arm-label.ts';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { Help } from '../../../shared/help.tsx';
import { intervalDomain, type IntervalDomain } from '../../../shared/interval-domain.ts';
import { IntervalTrack } from '../../../shared/interval-plot.tsx';
import { nothingLearnt } from '../../../shared/learner-figures.ts';
import { Num } from '../../../shared/num.tsx';
import { EmptyState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { Tag } from '../../../ui/tag.tsx';
import type { EngineAiMetrics } from '../api/use-ai-metrics.ts';

type Arm = OraculisLearner['arms'][number];

/** Every arm with what it earned and what is believed of it. */
export function ArmsPanel({ answer, age }: { answer: EngineAiMetrics | undefined; age: ReactNode }) {
  const learner = answer?.learner ?? null;
  // Before the first outcome there is only doing nothing, of which nothing can be said.
  const arms = learner === null || learner.decisions === 0 ? [] : learner.arms;
  return (
    <Panel
      title="Arms"
      note={
        <>
          <Help term="posterior" />
          <span className="text-xs text-fg3">bps, net of costs</span>
        </>
      }
      actions={age}
      className="h-full"
    >
      {answer === undefined ? (
        <LoadingRows rows={9} label="Loading arms" />
      ) : (
        <DataTable
          label="Arms"
          rows={arms}
          columns={columnsOf(learner)}
          rowId={(row) => row.arm}
          initialSort={{ column: 'chance', isFalling: true }}
          card={cardOf(learner)}
          maxHeightPx={372}
          csvName="oraculis_arms.csv"
          exportColumns={[...columnsOf(learner), ...EXPORTED]}
          empty={
            <EmptyState title={nothingLearnt(answer.metrics.decisions_made)}>
              Beliefs appear with the first outcome. Start Oraculis: it decides at the next liquidation and learns from
              every arm, also from those it did not take.
            </EmptyState>
          }
        />
      )}
    </Panel>
  );
}

/** Columns that only the file has. */
const EXPORTED: readonly Column<Arm>[] = [
  { id: 'outcomes', header: 'Outcomes', cell: () => null, csv: (row) => row.outcomes },
  { id: 'fills', header: 'Fills', cell: () => null, csv: (row) => row.fills },
  { id: 'real-fills', header: 'Real fills', cell: () => null, csv: (row) => row.real_fills },
  { id: 'evidence', header: 'Evidence', cell: () => null, csv: (row) => row.evidence },
];

function columnsOf(learner: OraculisLearner | null): readonly Column<Arm>[] {
  const domain = intervalDomain(
    (learner?.arms ?? []).map(({ mean_bps: mean, low_bps: low, high_bps: high }) => ({ mean, low, high })),
  );
  const figure = (id: string, header: string, of: (row: Arm) => number | null): Column<Arm> => ({
    id,
    header,
    align: 'right',
    sortBy: of,
    cell: (row) => <Num kind="signed-bps" value={of(row)} />,
    csv: of,
  });
  return [
    {
      id: 'arm',
      header: 'Arm',
      sortBy: (row) => row.arm,
      cell: (row) => <ArmName arm={row.arm} isBest={row.arm === learner?.best_arm} />,
      csv: (row) => row.arm,
    },
    {
      id: 'pulls',
      header: 'Pulls',
      align: 'right',
      sortBy: (row) => row.pulls,
      cell: (row) => formatCount(row.pulls),
      csv: (row) => row.pulls,
    },
    {
      id: 'chance',
      header: 'Best chance',
      align: 'right',
      sortBy: (row) => row.best_chance,
      cell: (row) => formatPct(row.best_chance * 100),
      csv: (row) => row.best_chance,
    },
    figure('reward', 'Reward', (row) => row.mean_reward_bps),
    {
      id: 'interval',
      header: 'Belief, 90 %',
      cell: (row) => <Belief arm={row} domain={domain} />,
      csv: (row) => `${row.low_bps} to ${row.high_bps}`,
    },
    figure('mean', 'Believed', (row) => row.mean_bps),
    figure('last', 'Last', (row) => row.last_reward_bps),
  ];
}

function Belief({ arm, domain }: { arm: Arm; domain: IntervalDomain }) {
  const { mean_bps: mean, low_bps: low, high_bps: high } = arm;
  return (
    <span className="block w-[116px]" title={`${low.toFixed(1)} to ${high.toFixed(1)} bps`}>
      <IntervalTrack interval={{ mean, low, high }} domain={domain} heightPx={20} />
      <span className="sr-only">{`from ${low.toFixed(1)} to ${high.toFixed(1)} bps`}</span>
    </span>
  );
}

function ArmName({ arm, isBest }: { arm: string; isBest: boolean }) {
  return (
    <span title={armWords(arm)} className="flex items-center gap-1.5 whitespace-nowrap">
      <b className="font-semibold">{armLabel(arm)}</b>
      {isBest ? <Tag tone="ok">best</Tag> : null}
    </span>
  );
}

function cardOf(learner: OraculisLearner | null) {
  return (row: Arm) => <ArmCard arm={row} isBest={row.arm === learner?.best_arm} />;
}

function ArmCard({ arm, isBest }: { arm: Arm; isBest: boolean }) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      <ArmName arm={arm.arm} isBest={isBest} />
      <span className="text-xs text-fg2">
        {formatCount(arm.pulls)} pulls, believed <Num kind="signed-bps" value={arm.mean_bps} /> bps (
        {arm.low_bps.toFixed(1)} to {arm.high_bps.toFixed(1)}), best with {formatPct(arm.best_chance * 100)}
      </span>
    </div>
  );
}
