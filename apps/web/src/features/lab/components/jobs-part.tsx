import { LAB_STRATEGIES, type LabJobRow } from '@riptide/contracts/calls';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatSignedBps } from '../../../lib/format.ts';
import { formatAge } from '../../../lib/format-time.ts';
import { Ago } from '../../../shared/ago.tsx';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { Unknown } from '../../../shared/num.tsx';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Button } from '../../../ui/button.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useLabCommands, useLabJobs } from '../api/use-lab.ts';
import { jobTone, subjectWord, verdictWord } from './lab-words.ts';

type Subject = (typeof LAB_STRATEGIES)[number];
const SUBJECTS = LAB_STRATEGIES.map((value) => ({ value, label: subjectWord(value) }));
const SEED_MAX = 4_294_967_295;

/** Runs a verdict, and lists the jobs that did. */
export function JobsPart() {
  const query = useLabJobs();
  const { judge, end } = useLabCommands();
  const [subject, setSubject] = useState<Subject>('pas_trader');
  const [seed, setSeed] = useState('1');
  const number = Number(seed);
  const isValid = seed.trim() !== '' && Number.isInteger(number) && number >= 0 && number <= SEED_MAX;
  return (
    <div className="flex flex-col gap-2">
      <div className="grid items-start gap-3 sm:grid-cols-[200px_160px_auto]">
        <SelectField label="Engine" error={null} value={subject} options={SUBJECTS} onChange={setSubject} />
        <NumberField
          label="Seed"
          value={seed}
          onChange={setSeed}
          unit=""
          hint="The same seed gives the same verdict"
          error={isValid ? null : 'A whole number from 0'}
        />
        <Button
          className="sm:mt-[23px] sm:self-start sm:justify-self-start"
          pending={judge.isPending}
          disabled={!isValid}
          onClick={() => judge.mutate({ body: { subject, seed: number } })}
        >
          <Scale size={14} aria-hidden />
          Run verdict
        </Button>
      </div>
      {query.data === undefined ? (
        query.isError ? (
          <ErrorState error={query.error} fallback="Failed to load jobs" onRetry={() => void query.refetch()} />
        ) : (
          <LoadingRows rows={3} label="Loading jobs" />
        )
      ) : (
        <DataTable
          label="Jobs of the lab"
          rows={query.data.jobs}
          columns={columnsOf(end.isPending, (id) => end.mutate({ params: { id }, body: {} }))}
          rowId={(row) => row.id}
          card={drawCard}
          maxHeightPx={260}
          empty={<p className="py-3 text-sm text-fg2">No job ran yet.</p>}
        />
      )}
    </div>
  );
}

function StopJob({ job, isPending, onStop }: { job: LabJobRow; isPending: boolean; onStop: (id: string) => void }) {
  if (job.state !== 'waiting' && job.state !== 'running') return null;
  return (
    <Button size="xs" pending={isPending} onClick={() => onStop(job.id)}>
      Stop
    </Button>
  );
}

function Outcome({ job }: { job: LabJobRow }) {
  if (job.error !== null) return <span className="text-danger">{job.error}</span>;
  if (job.outcome === null) return <Unknown />;
  const { card, decisions, played_seconds: played } = job.outcome;
  return (
    <span title={`${formatCount(decisions)} decisions, ${formatAge(played * 1000)} of market`}>
      {`${verdictWord(card).word}, ${formatSignedBps(card.edge_bps)} bps over placebos in ${formatCount(card.trades)} trades`}
    </span>
  );
}

const COLUMNS: readonly Column<LabJobRow>[] = [
  { id: 'started', header: 'Started', cell: (row) => <Ago atSeconds={row.started_at} /> },
  { id: 'subject', header: 'Engine', cell: (row) => subjectWord(row.strategy) },
  { id: 'seed', header: 'Seed', align: 'right', cell: (row) => String(row.seed) },
  { id: 'state', header: 'State', cell: (row) => <Tag tone={jobTone(row.state)}>{row.state}</Tag> },
  { id: 'outcome', header: 'Outcome', cell: (row) => <Outcome job={row} /> },
];

function columnsOf(isPending: boolean, onStop: (id: string) => void): readonly Column<LabJobRow>[] {
  return [
    ...COLUMNS,
    {
      id: 'stop',
      header: 'Action',
      align: 'right',
      cell: (row) => <StopJob job={row} isPending={isPending} onStop={onStop} />,
    },
  ];
}

function drawCard(row: LabJobRow) {
  return <JobCard job={row} />;
}

function JobCard({ job }: { job: LabJobRow }) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      <span className="flex items-center justify-between gap-2">
        <b className="font-semibold">{subjectWord(job.strategy)}</b>
        <Tag tone={jobTone(job.state)}>{job.state}</Tag>
      </span>
      <span className="text-xs text-fg2">
        <Outcome job={job} />
      </span>
    </div>
  );
}
