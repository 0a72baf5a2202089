import type { ReactNode } from 'react';
import { AgeTag } from '../../shared/age-tag.tsx';
import { Panel } from '../../shared/panel.tsx';
import { LAB_INTERVAL_MS, useVerdicts } from './api/use-lab.ts';
import { JobsPart } from './components/jobs-part.tsx';
import { OverridesPart } from './components/overrides-part.tsx';
import { RecordingsPart } from './components/recordings-part.tsx';
import { VerdictsPart } from './components/verdicts-part.tsx';

/** The lab: does an engine earn more than chance? Recordings of the market, verdicts on them, and what may go live without one. */
export function LabSection() {
  const at = useVerdicts().data?.atSeconds ?? null;
  return (
    <Panel
      title="Lab"
      note={<span className="text-xs text-fg3">does it earn more than chance?</span>}
      age={<AgeTag atSeconds={at} intervalMs={LAB_INTERVAL_MS} isShort />}
    >
      <div className="flex flex-col divide-y divide-line1">
        <Part title="Verdicts">
          <VerdictsPart />
        </Part>
        <Part title="Recordings">
          <RecordingsPart />
        </Part>
        <Part title="Jobs">
          <JobsPart />
        </Part>
        <Part title="Live without a verdict">
          <OverridesPart />
        </Part>
      </div>
    </Panel>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 px-3.5 py-3">
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}
