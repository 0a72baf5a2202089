import {
  changeArbitrageLearner,
  getArbitrageAiMetrics,
  getAuditEvents,
  type ArbLearner,
} from '@riptide/contracts/calls';
import { RotateCcw, Snowflake } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatBps, formatCount, formatPct, UNKNOWN } from '../../../lib/format.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { MetricCard } from '../../../shared/metric-card.tsx';
import { Unknown } from '../../../shared/num.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { useCommand } from '../../../shared/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AI_INTERVAL_MS } from '../api/use-ai-metrics.ts';
import { AgentBanner } from './agent-state.tsx';

interface ArbitrageAgentProps {
  /** Estimates, calibration and samples of the agent. */
  readonly knowledge: ReactNode;
}

const known = (text: string): ReactNode => (text === UNKNOWN ? <Unknown /> : text);

/** What the arbitrage learning agent knows of fills and costs, and how well it foretold them. */
export function ArbitrageAgent({ knowledge }: ArbitrageAgentProps) {
  const query = useCall(getArbitrageAiMetrics, { intervalMs: AI_INTERVAL_MS });
  const metrics = query.data?.metrics;
  const wait = metrics === undefined ? <Skeleton width={84} height={24} /> : null;
  const confidence = metrics?.mean_confidence;
  const fill = metrics === undefined ? null : meanFill(metrics);
  return (
    <>
      <AgentBanner agent="arbitrage" />
      <div className="grid grid-cols-2 gap-3 max-sm:gap-2.5 lg:grid-cols-4">
        <MetricCard
          label="Samples"
          help="Executions and shadows it learnt from; shadows are opportunities that were followed without trading them."
          value={wait ?? formatCount(metrics?.samples)}
          note={metrics ? `${formatCount(metrics.real_samples)} executed` : null}
        />
        <MetricCard
          label="Both legs fill"
          help="Mean learnt chance that both legs fill within their limits, weighed by samples."
          value={wait ?? known(formatPct(fill === null ? null : fill * 100))}
          note={metrics ? `${formatCount(metrics.estimates.length)} pairs and sizes known` : null}
        />
        <MetricCard
          label="Confidence"
          help="How sure the scanner is of the rows it lists now, mean."
          value={wait ?? known(formatPct(confidence === null || confidence === undefined ? null : confidence * 100))}
          note={
            metrics
              ? `${formatCount(metrics.confident)} of ${formatCount(metrics.opportunities)} above ${formatPct(metrics.confidence_threshold * 100, 0)}`
              : null
          }
        />
        <MetricCard
          label="Error of the forecast"
          help="Mean size of what was realised less what was learnt to expect; below, the same before learning."
          value={wait ?? known(withUnit(metrics?.mean_abs_learned_error_bps))}
          note={metrics ? <>as planned {known(withUnit(metrics.mean_abs_error_bps))}</> : null}
        />
      </div>
      <div className="mt-3 grid gap-3 max-sm:mt-2.5 max-sm:gap-2.5">
        <Panel
          title="What the arbitrage agent knows"
          age={<AgeTag atSeconds={query.data?.atSeconds ?? null} intervalMs={AI_INTERVAL_MS} isShort />}
          actions={<ArbitrageControls learner={metrics} />}
        >
          {knowledge}
        </Panel>
      </div>
    </>
  );
}

function withUnit(bps: number | null | undefined): string {
  const text = formatBps(bps);
  return text === UNKNOWN ? text : `${text} bps`;
}

function meanFill({ estimates }: ArbLearner): number | null {
  const rated = estimates.flatMap(({ fill_probability: chance, samples }) =>
    chance === null ? [] : [{ chance, samples }],
  );
  const count = rated.reduce((sum, { samples }) => sum + samples, 0);
  return count === 0 ? null : rated.reduce((sum, { chance, samples }) => sum + chance * samples, 0) / count;
}

function ArbitrageControls({ learner }: { learner: ArbLearner | undefined }) {
  const [asking, setAsking] = useState<'freeze' | 'unfreeze' | 'reset' | null>(null);
  const command = useCommand(changeArbitrageLearner, {
    done: ({ message }) => message,
    failed: 'Failed to change the arbitrage agent',
    refresh: [getArbitrageAiMetrics, getAuditEvents],
  });
  const change = asking ?? 'freeze';
  const isReset = change === 'reset';
  return (
    <>
      <Button
        size="sm"
        disabled={learner === undefined}
        onClick={() => setAsking(learner?.frozen === true ? 'unfreeze' : 'freeze')}
      >
        <Snowflake size={13} aria-hidden />
        {learner?.frozen === true ? 'Unfreeze' : 'Freeze'}
      </Button>
      <Button size="sm" look="stop" disabled={learner === undefined} onClick={() => setAsking('reset')}>
        <RotateCcw size={13} aria-hidden />
        Reset
      </Button>
      <ConfirmDialog
        // Mounted anew per question, so that a typed word never stands for another.
        key={change}
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title={
          isReset
            ? 'Let the arbitrage agent forget everything?'
            : change === 'freeze'
              ? 'Freeze the arbitrage agent?'
              : 'Let the arbitrage agent learn again?'
        }
        verb={isReset ? 'Reset' : change === 'freeze' ? 'Freeze' : 'Unfreeze'}
        look={isReset ? 'stop' : 'primary'}
        by={isReset ? { word: 'RESET' } : 'click'}
        pending={command.isPending}
        onConfirm={() => command.mutate({ body: { change } }, { onSettled: () => setAsking(null) })}
      >
        <p>
          {isReset
            ? `What it learnt from ${formatCount(learner?.samples ?? 0)} samples is gone for good; the scanner goes by its planned costs again.`
            : change === 'freeze'
              ? 'It goes on with what it knows and learns nothing more until it is unfrozen.'
              : 'New executions and shadows move what it knows again.'}
        </p>
      </ConfirmDialog>
    </>
  );
}
