import {
  exploreOraculis,
  exportPolicy,
  freezeOraculis,
  getAuditEvents,
  getEngineAiMetrics,
  importPolicy,
  resetOraculis,
  unfreezeOraculis,
  type OraculisLearner,
} from '@riptide/contracts/calls';
import { Download, RotateCcw, Snowflake, Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { problemText } from '../../../lib/api-problem.ts';
import { formatCount } from '../../../lib/format.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { notify } from '../../../shared/notify.ts';
import { Panel } from '../../../shared/panel.tsx';
import { useCommand } from '../../../shared/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { readPolicy, type PolicyFile } from '../model/policy-file.ts';

const REFRESH = [getEngineAiMetrics, getAuditEvents] as const;
const message = (answer: { readonly message: string }): string => answer.message;

type Asking = 'freeze' | 'unfreeze' | 'reset' | 'exploration' | null;

/** What a person can do to Oraculis; each step is asked about and stands in the audit log. */
export function LearnerControls({ learner }: { learner: OraculisLearner | null }) {
  const [asking, setAsking] = useState<Asking>(null);
  const [policy, setPolicy] = useState<PolicyFile | null>(null);
  const standing = learner?.exploration_scale ?? 1;
  const [draft, setDraft] = useState<number | null>(null);
  const scale = draft ?? standing;
  const close = (): void => setAsking(null);
  const freeze = useCommand(freezeOraculis, { done: message, failed: 'Failed to freeze Oraculis', refresh: REFRESH });
  const unfreeze = useCommand(unfreezeOraculis, {
    done: message,
    failed: 'Failed to unfreeze Oraculis',
    refresh: REFRESH,
  });
  const reset = useCommand(resetOraculis, { done: message, failed: 'Failed to reset Oraculis', refresh: REFRESH });
  const explore = useCommand(exploreOraculis, {
    done: message,
    failed: 'Failed to change the exploration',
    refresh: REFRESH,
    onDone: () => setDraft(null),
  });
  const take = useCommand(importPolicy, { done: message, failed: 'Failed to import the policy', refresh: REFRESH });
  const isFrozen = learner?.frozen === true;
  const known = `${formatCount(learner?.decisions ?? 0)} decisions`;
  return (
    <Panel title="Controls" className="h-full">
      <div className="flex flex-col gap-4 px-3.5 py-3 text-sm">
        <Exploration
          scale={scale}
          isChanged={scale !== standing}
          onScale={setDraft}
          onApply={() => setAsking('exploration')}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            disabled={learner === null}
            pending={freeze.isPending || unfreeze.isPending}
            onClick={() => setAsking(isFrozen ? 'unfreeze' : 'freeze')}
          >
            <Snowflake size={14} aria-hidden />
            {isFrozen ? 'Unfreeze' : 'Freeze'}
          </Button>
          <PolicyButtons onPolicy={setPolicy} />
          <Button look="stop" disabled={learner === null} pending={reset.isPending} onClick={() => setAsking('reset')}>
            <RotateCcw size={14} aria-hidden />
            Reset
          </Button>
        </div>
        <p className="text-xs text-fg3">Every change is written to the audit log and listed under What changed.</p>
      </div>
      <ConfirmDialog
        open={asking === 'freeze' || asking === 'unfreeze'}
        onOpenChange={close}
        title={isFrozen ? 'Let Oraculis learn again?' : 'Freeze Oraculis?'}
        verb={isFrozen ? 'Unfreeze' : 'Freeze'}
        look="primary"
        pending={freeze.isPending || unfreeze.isPending}
        onConfirm={() => (isFrozen ? unfreeze : freeze).mutate({ body: {} }, { onSettled: close })}
      >
        <p>
          {isFrozen
            ? 'New outcomes move its beliefs again. What happened meanwhile is not caught up.'
            : `It goes on choosing with what it knows from ${known}, and learns nothing more until it is unfrozen.`}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'exploration'}
        onOpenChange={close}
        title={`Set exploration to ${scale.toFixed(2)}x?`}
        verb="Set exploration"
        look="primary"
        pending={explore.isPending}
        onConfirm={() => explore.mutate({ body: { scale } }, { onSettled: close })}
      >
        <p>{`Now ${standing.toFixed(2)}x. ${explorationWords(scale)}`}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'reset'}
        onOpenChange={close}
        title="Let Oraculis forget everything?"
        verb="Reset"
        by={{ word: 'RESET' }}
        pending={reset.isPending}
        onConfirm={() => reset.mutate({ body: {} }, { onSettled: close })}
      >
        <p>{`What it learnt from ${known} is gone for good. Export the policy first to be able to go back; decisions on record stay.`}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={policy !== null}
        onOpenChange={() => setPolicy(null)}
        title="Replace what Oraculis knows?"
        verb="Import"
        pending={take.isPending}
        onConfirm={() =>
          policy && take.mutate({ body: { policy: policy.policy } }, { onSettled: () => setPolicy(null) })
        }
      >
        <p>{`${policy?.name ?? ''} takes the place of what it learnt from ${known}. The server checks the file before it is used.`}</p>
      </ConfirmDialog>
    </Panel>
  );
}

function explorationWords(scale: number): string {
  if (scale === 0) return 'It takes the best mean of the arms certain enough, and nothing while none is.';
  if (scale < 1) return 'It tries less than its own doubt would have it: earns sooner, learns slower.';
  return scale === 1
    ? 'It tries as widely as it is in doubt.'
    : 'It tries more than its doubt would have it: learns sooner, pays more for it.';
}

interface ExplorationProps {
  readonly scale: number;
  readonly isChanged: boolean;
  readonly onScale: (scale: number) => void;
  readonly onApply: () => void;
}

function Exploration({ scale, isChanged, onScale, onApply }: ExplorationProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="flex justify-between text-[12px] text-fg2">
        Exploration scale <output className="tabular font-semibold text-fg1">{scale.toFixed(2)}x</output>
      </label>
      <div className="flex items-center gap-3">
        <input
          id={id}
          type="range"
          min={0}
          max={3}
          step={0.05}
          value={scale}
          onChange={(event) => onScale(Number(event.target.value))}
          className="h-6 min-w-0 flex-1 accent-[var(--accent)]"
        />
        <Button size="sm" disabled={!isChanged} onClick={onApply}>
          Apply
        </Button>
      </div>
      <p className="text-2xs text-fg3">{explorationWords(scale)}</p>
    </div>
  );
}

function PolicyButtons({ onPolicy }: { onPolicy: (policy: PolicyFile) => void }) {
  const { call, clock } = useRuntime();
  const file = useRef<HTMLInputElement>(null);
  const [isPending, setPending] = useState(false);
  const tell = (text: string, note: string | null = null): void =>
    notify({ tone: 'error', text, note, atMs: clock.nowMs() });
  const save = async (): Promise<void> => {
    setPending(true);
    try {
      const { policy } = await call(exportPolicy);
      if (policy === null) tell('There is nothing to export yet', 'Oraculis has learnt nothing.');
      else saveFile('oraculis_policy.json', new Blob([JSON.stringify(policy, null, 2)], { type: 'application/json' }));
    } catch (e) {
      tell('Failed to export the policy', problemText(e, 'Failed to export the policy'));
    }
    setPending(false);
  };
  const open = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    const read = readPolicy(chosen.name, await chosen.text());
    if (typeof read === 'string') tell('This file is no policy', read);
    else onPolicy(read);
  };
  return (
    <>
      <Button pending={isPending} onClick={() => void save()}>
        <Download size={14} aria-hidden />
        Export policy
      </Button>
      <Button onClick={() => file.current?.click()}>
        <Upload size={14} aria-hidden />
        Import policy
      </Button>
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        aria-label="Policy file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void open(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}
