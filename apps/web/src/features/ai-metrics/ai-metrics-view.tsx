import type { ReactNode } from 'react';
import { AgeTag, useAgeMs } from '../../shared/age-tag.tsx';
import { DecisionDrawer } from '../../shared/decisions/decision-drawer.tsx';
import { freshnessOf } from '../../shared/freshness.ts';
import { ErrorState } from '../../shared/panel-states.tsx';
import { cn } from '../../ui/cn.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { AI_INTERVAL_MS, useOraculis, useOraculisCourse } from './api/use-ai-metrics.ts';
import { AgentBanner, LearningTag } from './components/agent-state.tsx';
import { ArbitrageAgent } from './components/arbitrage-agent.tsx';
import { ArmsPanel } from './components/arms-panel.tsx';
import { BanditExplained } from './components/bandit-explained.tsx';
import { CalibrationPanel } from './components/calibration-panel.tsx';
import { ChangesPanel } from './components/changes-panel.tsx';
import { CoursePanel } from './components/course-panel.tsx';
import { DecisionsPanel } from './components/decisions-panel.tsx';
import { EvaluationPanel } from './components/evaluation-panel.tsx';
import { LearnerControls } from './components/learner-controls.tsx';
import { OraculisCards } from './components/oraculis-cards.tsx';
import { WINDOWS, withPart, type AiSearch } from './model/ai-search.ts';

interface AiMetricsViewProps {
  readonly search: AiSearch;
  readonly onSearch: (search: AiSearch) => void;
  /** Estimates, calibration and samples of the arbitrage agent. */
  readonly arbitrageKnowledge: ReactNode;
  /** Whether there is an edge at all: recordings, replays, verdicts. */
  readonly lab: ReactNode;
}

const AGENTS = [
  { value: 'oraculis', label: 'Oraculis' },
  { value: 'arbitrage', label: 'Arbitrage' },
] as const;

/** Both learning agents: what they know, how they decide, what changed, and what a person can do about it. */
export function AiMetricsView({ search, onSearch, arbitrageKnowledge, lab }: AiMetricsViewProps) {
  const agent = search.agent ?? 'oraculis';
  return (
    <>
      <div className="mb-3.5 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-lg font-[640] tracking-tight">AI Metrics</h1>
        <LearningTag />
        <span className="flex-1" />
        <Segmented
          label="Window"
          value={search.window ?? '7'}
          segments={WINDOWS.map((days) => ({ value: days, label: days === '1' ? '24h' : `${days}d` }))}
          onChange={(window) => onSearch(withPart(search, { window }))}
        />
        <Segmented
          label="Agent"
          value={agent}
          segments={AGENTS}
          onChange={(next) => onSearch(withPart(search, { agent: next }))}
        />
      </div>
      {agent === 'oraculis' ? (
        <OraculisPart search={search} onSearch={onSearch} />
      ) : (
        <>
          <ArbitrageAgent knowledge={arbitrageKnowledge} />
          <div className="mt-3">
            <ChangesPanel learner={null} window={search.window ?? '7'} />
          </div>
        </>
      )}
      <div className="mt-3">{lab}</div>
      <DecisionDrawer
        id={search.decision ?? null}
        onClose={() => onSearch(withPart(search, { decision: undefined }))}
      />
    </>
  );
}

function OraculisPart({ search, onSearch }: Pick<AiMetricsViewProps, 'search' | 'onSearch'>) {
  const window = search.window ?? '7';
  const query = useOraculis();
  const course = useOraculisCourse(window);
  const learner = query.data?.learner ?? null;
  const ageMs = useAgeMs(query.data?.atSeconds ?? null);
  const isOld = ageMs !== null && ['stale', 'lost'].includes(freshnessOf(ageMs, AI_INTERVAL_MS));
  const age = <AgeTag atSeconds={query.data?.atSeconds ?? null} intervalMs={AI_INTERVAL_MS} isShort />;
  return (
    <>
      <AgentBanner agent="oraculis" />
      {query.isError ? (
        <ErrorState
          error={query.error}
          fallback="Failed to load learning metrics"
          onRetry={() => void query.refetch()}
        />
      ) : null}
      <div className={cn(isOld && 'stale')}>
        <OraculisCards answer={query.data} course={course.data} />
        <div className="mt-3 grid gap-3 max-sm:mt-2.5 max-sm:gap-2.5 lg:grid-cols-12">
          <div className="min-w-0 lg:col-span-7">
            <ArmsPanel answer={query.data} age={age} />
          </div>
          <div className="min-w-0 lg:col-span-5">
            <CoursePanel
              query={course}
              learner={learner}
              decided={query.data?.metrics.decisions_made}
              view={search.chart ?? 'reward'}
              onView={(chart) => onSearch(withPart(search, { chart }))}
            />
          </div>
          <div className="min-w-0 lg:col-span-12">
            <DecisionsPanel search={search} onSearch={onSearch} />
          </div>
          <div className="min-w-0 lg:col-span-5">
            <CalibrationPanel learner={learner} />
          </div>
          <div className="min-w-0 lg:col-span-7">
            <EvaluationPanel />
          </div>
          <div className="min-w-0 lg:col-span-5">
            <LearnerControls learner={learner} />
          </div>
          <div className="min-w-0 lg:col-span-7">
            <ChangesPanel learner={learner} window={window} />
          </div>
          <div className="min-w-0 lg:col-span-12">
            <BanditExplained />
          </div>
        </div>
      </div>
    </>
  );
}
