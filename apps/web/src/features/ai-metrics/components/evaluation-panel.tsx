import { evaluatePolicyOffline, type RouteOutput } from '@riptide/contracts/calls';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatSignedBps } from '../../../lib/format.ts';
import { IntervalPlot } from '../../../shared/interval-plot.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { useCommand } from '../../../shared/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { readPolicy, type PolicyFile } from '../model/policy-file.ts';

type Evaluation = RouteOutput<typeof evaluatePolicyOffline>['evaluation'];

const LABELS = {
  logged: 'As it was decided',
  shadows: 'By the outcomes of all arms',
  doubly_robust: 'Doubly robust',
  self_normalised: 'Weighted, normalised',
  ips: 'Weighted',
} as const satisfies Partial<Record<keyof Evaluation, string>>;

const SCALE = { min: 0, max: 10 } as const;

/** What another policy would have earned on the decisions on record; nothing is changed by it. */
export function EvaluationPanel() {
  const [scale, setScale] = useState('0');
  const [file, setFile] = useState<PolicyFile | string | null>(null);
  const [found, setFound] = useState<Evaluation | null>(null);
  const command = useCommand(evaluatePolicyOffline, {
    failed: 'Failed to evaluate the policy',
    onDone: ({ evaluation }) => setFound(evaluation),
  });
  const value = Number(scale);
  const isValid = scale.trim() !== '' && value >= SCALE.min && value <= SCALE.max;
  const error = isValid ? null : `A number from ${SCALE.min} to ${SCALE.max}`;
  const policy = typeof file === 'object' ? file : null;
  return (
    <Panel title="What if" note={<span className="text-xs text-fg3">changes nothing</span>} className="h-full">
      <div className="flex flex-col gap-3 px-3.5 py-3 text-sm">
        <p className="text-fg2">What a changed policy would have earned on the decisions on record, per decision.</p>
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <NumberField
            label="Exploration of the changed policy"
            value={scale}
            onChange={setScale}
            unit="x"
            hint="0 takes the best mean, 1 is as learnt"
            error={error}
          />
          <label className="flex flex-col gap-[5px] text-[12px] text-fg2">
            Policy file, or what Oraculis knows now
            <input
              type="file"
              accept="application/json,.json"
              className="h-8 w-full text-xs text-fg2 file:mr-2 file:h-8 file:rounded-ctl file:border file:border-line2 file:bg-bg3 file:px-2.5 file:text-fg1 max-sm:h-10"
              onChange={(event) => {
                const chosen = event.target.files?.[0];
                if (chosen) void chosen.text().then((text) => setFile(readPolicy(chosen.name, text)));
                else setFile(null);
              }}
            />
            {typeof file === 'string' ? <small className="text-2xs text-danger">{file}</small> : null}
          </label>
        </div>
        <Button
          className="self-start"
          pending={command.isPending}
          disabled={!isValid || typeof file === 'string'}
          onClick={() =>
            command.mutate({ body: { scale: value, ...(policy === null ? {} : { policy: policy.policy }) } })
          }
        >
          <FlaskConical size={14} aria-hidden />
          Evaluate
        </Button>
        {found === null ? null : <Found found={found} />}
      </div>
    </Panel>
  );
}

function Found({ found }: { found: Evaluation }) {
  const rows = Object.entries(LABELS).map(([name, label]) => {
    const { mean_bps: mean, low_bps: low, high_bps: high } = found[name as keyof typeof LABELS];
    return { id: name, label, count: found.decisions, mean, low, high };
  });
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2 text-xs text-fg2">
        <Tag tone={found.verdict === 'enough' ? 'ok' : 'warn'}>{found.verdict}</Tag>
        {`${formatCount(found.decisions)} decisions in ${formatCount(found.cascades)} cascades, worth ${found.effective_decisions.toFixed(1)} effective ones; ${formatCount(found.left_out)} left out`}
      </p>
      <IntervalPlot
        label="Value per decision, 95 % interval"
        rows={rows}
        countUnit="decisions"
        formatValue={formatSignedBps}
      />
    </div>
  );
}
