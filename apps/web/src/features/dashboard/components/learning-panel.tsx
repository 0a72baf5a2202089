import {
  getArbitrageAiMetrics,
  getEngineAiMetrics,
  type Health,
  type OraculisLearner,
  type RouteOutput,
} from '@riptide/contracts/calls';
import { Link } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { formatBps, formatCount, formatPct, UNKNOWN } from '../../../lib/format.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { armLabel } from '../../../shared/arm-label.ts';
import type { GlossaryKey } from '../../../shared/glossary.ts';
import { Help } from '../../../shared/help.tsx';
import { intervalPlotHeightPx } from '../../../shared/interval-plot-size.ts';
import { ENOUGH_OUTCOMES, learntWords, nothingLearnt } from '../../../shared/learner-figures.ts';
import { latePart } from '../../../shared/late-part.tsx';
import { Unknown } from '../../../shared/num.tsx';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { useCall, type Dated } from '../../../shared/use-call.ts';
import { useKnownHealth } from '../../../shared/use-health.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Tag } from '../../../ui/tag.tsx';

/** Intervals of arms are charts: five seconds, as on the page of the learners. */
const LEARNER_INTERVAL_MS = 5000;
const ARMS_SHOWN = 5;

const IntervalPlot = latePart('the intervals', () =>
  import('../../../shared/interval-plot.tsx').then((each) => each.IntervalPlot),
);

type AiMetrics = Dated<RouteOutput<typeof getEngineAiMetrics>>;
type AgentName = keyof Health['learning_agents'];

const AGENT_WORDS: Readonly<Record<AgentName, string>> = { oraculis: 'Oraculis', arbitrage: 'Arbitrage' };

/** What both learning agents do, and how good the arms are that Oraculis chooses among. */
export function LearningPanel() {
  const query = useCall(getEngineAiMetrics, { intervalMs: LEARNER_INTERVAL_MS });
  const arbitrage = useCall(getArbitrageAiMetrics, { intervalMs: LEARNER_INTERVAL_MS * 6 }).data?.metrics;
  const agents = useKnownHealth()?.learning_agents;
  const answer = query.data;
  return (
    <Panel
      title="AI learning status"
      className="h-full"
      age={<AgeTag atSeconds={answer?.atSeconds ?? null} intervalMs={LEARNER_INTERVAL_MS} isShort />}
      actions={
        <Link to="/app/ai-metrics" className="reach text-[12px] text-accent hover:underline">
          AI Metrics
        </Link>
      }
    >
      {query.isError ? (
        <ErrorState
          error={query.error}
          fallback="Failed to load learning metrics"
          onRetry={() => void query.refetch()}
        />
      ) : null}
      <div className="flex flex-col gap-3 px-3.5 py-3 text-sm">
        <div className="flex flex-wrap gap-2">
          <AgentTag name="oraculis" agents={agents} />
          <AgentTag name="arbitrage" agents={agents} />
        </div>
        {answer ? (
          <Oraculis answer={answer} arbitrageSamples={arbitrage?.samples ?? null} />
        ) : query.isError ? null : (
          <LoadingRows rows={6} label="Loading learning metrics" />
        )}
      </div>
    </Panel>
  );
}

function AgentTag({ name, agents }: { name: AgentName; agents: Health['learning_agents'] | undefined }) {
  const agent = agents?.[name];
  const word = agent === undefined ? 'unknown' : agent.running ? 'running' : 'stopped';
  return (
    <span title={agent?.reason ?? undefined}>
      <Tag tone={agent?.running ? (agent.reason ? 'warn' : 'ok') : 'neutral'}>
        {`${AGENT_WORDS[name]} ${word}`}
        {agent?.reason ? <span className="sr-only">: {agent.reason}</span> : null}
      </Tag>
    </span>
  );
}

function Oraculis({ answer, arbitrageSamples }: { answer: AiMetrics; arbitrageSamples: number | null }) {
  const { learner, metrics } = answer;
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-[7px]">
        <Fact label="Exploration scale" term="explorationScale">
          {learner === null ? <Unknown /> : explorationWords(learner)}
        </Fact>
        <Fact label="Decisions" term="decision">
          {formatCount(metrics.decisions_made)}
        </Fact>
        <Fact label="Regret" term="regret">
          {learner === null ? <Unknown /> : `${formatBps(learner.regret_bps)} bps`}
        </Fact>
        <Fact label="Arbitrage samples" term="samples">
          {arbitrageSamples === null ? <Unknown /> : formatCount(arbitrageSamples)}
        </Fact>
      </dl>
      {learner === null || learner.arms.length === 0 ? (
        <p className="text-fg2">
          {`${nothingLearnt(metrics.decisions_made)}. Intervals appear after the first outcome; start Oraculis and they come by themselves.`}
        </p>
      ) : (
        <Arms learner={learner} />
      )}
    </>
  );
}

/** In what share of decisions something else than the best known arm was taken is not told; the scale and what was abstained is. */
function explorationWords(learner: OraculisLearner): string {
  const abstained = formatPct(learner.abstain_share === null ? null : learner.abstain_share * 100);
  const scale = `${learner.exploration_scale.toFixed(2)}x`;
  if (learner.frozen) return 'frozen';
  return abstained === UNKNOWN ? scale : `${scale}, ${abstained} abstained`;
}

function Fact({ label, term, children }: { label: string; term?: GlossaryKey; children: ReactNode }) {
  return (
    <>
      <dt className="flex items-center gap-1 text-fg2">
        {label}
        {term ? <Help term={term} /> : null}
      </dt>
      <dd className="text-right font-[550]">{children}</dd>
    </>
  );
}

function Arms({ learner }: { learner: OraculisLearner }) {
  const best = learner.arms.toSorted((a, b) => b.best_chance - a.best_chance || b.mean_bps - a.mean_bps);
  const rows = best.slice(0, ARMS_SHOWN).map((arm) => ({
    id: arm.arm,
    label: armLabel(arm.arm),
    // Shadows teach as well as fills, so that what is known of an arm stands on its outcomes.
    count: arm.outcomes,
    mean: arm.mean_bps,
    low: arm.low_bps,
    high: arm.high_bps,
    ...(arm.arm === learner.best_arm ? { mark: 'best' } : {}),
  }));
  const isEarly = learner.decisions < ENOUGH_OUTCOMES;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-xs text-fg3">
        Arm posterior mean, 90% interval (bps){' '}
        {learner.best_arm === null ? null : <span className="sr-only">best: {armLabel(learner.best_arm)}</span>}
      </p>
      <Suspense fallback={<Skeleton width="100%" height={intervalPlotHeightPx(rows.length)} />}>
        <IntervalPlot label="Arms most likely to be the best" rows={rows} countUnit="outcomes" />
      </Suspense>
      {isEarly ? <p className="text-xs text-fg2">{learntWords(learner.decisions)}</p> : null}
      {learner.arms.length > ARMS_SHOWN ? (
        <p className="text-2xs text-fg3">{`${ARMS_SHOWN} of ${learner.arms.length} arms, the most likely best first; counts are known outcomes`}</p>
      ) : null}
    </div>
  );
}
