import type { ReactNode } from 'react';
import { formatCount, formatPct, UNKNOWN } from '../../../lib/format.ts';
import { armLabel } from '../../../shared/arm-label.ts';
import { glossaryText } from '../../../shared/glossary.ts';
import { MetricCard } from '../../../shared/metric-card.tsx';
import { Unknown } from '../../../shared/num.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { EngineAiMetrics, OraculisCourse } from '../api/use-ai-metrics.ts';
import {
  ENOUGH_OUTCOMES,
  learningRate,
  learntWords,
  meanExploration,
  mostLikely,
} from '../../../shared/learner-figures.ts';

interface OraculisCardsProps {
  readonly answer: EngineAiMetrics | undefined;
  readonly course: OraculisCourse | undefined;
}

const share = (fraction: number | null): ReactNode => {
  const text = formatPct(fraction === null ? null : fraction * 100);
  return text === UNKNOWN ? <Unknown /> : text;
};

/** How fast Oraculis learns, how widely it tries, how sure it is, and on how much that rests. */
export function OraculisCards({ answer, course }: OraculisCardsProps) {
  const learner = answer?.learner ?? null;
  const best = learner === null ? null : mostLikely(learner);
  const wait = answer === undefined ? <Skeleton width={84} height={24} /> : null;
  const metrics = answer?.metrics;
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:gap-2.5 lg:grid-cols-4">
      <MetricCard
        label="Learning Rate"
        help="How far the next outcome moves what is believed of an arm: 1 / (1 + outcomes it rests on), mean over the arms. It falls as evidence grows; 0 while frozen."
        value={wait ?? share(learner === null ? null : learningRate(learner))}
        note={
          learner === null ? 'nothing learnt yet' : learner.frozen ? 'frozen: learns nothing' : 'of each new outcome'
        }
      />
      <MetricCard
        label="Exploration"
        help={glossaryText('exploration')}
        value={wait ?? share(course ? meanExploration(course.points) : null)}
        note={learner === null ? 'no decisions yet' : `scale ${learner.exploration_scale.toFixed(2)}x`}
      />
      <MetricCard
        label="Confidence"
        help={glossaryText('confidence')}
        value={wait ?? share(best?.best_chance ?? null)}
        note={best === null ? 'no best arm yet' : <span className="truncate">{armLabel(best.arm)}</span>}
      />
      <MetricCard
        label="Decisions"
        help="Triggers that were decided, also when nothing was done. Below: those whose outcome is known and was learnt from; it comes when the move is over, and only while Oraculis runs."
        value={wait ?? formatCount(metrics?.decisions_made)}
        note={
          learner === null || learner.decisions >= ENOUGH_OUTCOMES
            ? `${formatCount(learner?.decisions ?? 0)} learnt from`
            : learntWords(learner.decisions)
        }
      />
    </div>
  );
}
