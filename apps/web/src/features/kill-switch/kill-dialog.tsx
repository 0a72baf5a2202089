import { OctagonX } from 'lucide-react';
import { AlertDialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import { formatUsd } from '../../lib/format.ts';
import { isOutcomeUnknown, problemText } from '../../lib/api-problem.ts';
import { useDialog } from '../../shared/dialogs.ts';
import { liveVenues, useExecution } from '../../shared/use-execution.ts';
import { useKillState } from '../../shared/use-kill-state.ts';
import { Button } from '../../ui/button.tsx';
import { HoldButton } from '../../ui/hold-button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEnterGuard } from '../../ui/use-enter-guard.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { Veil } from '../../ui/veil.tsx';
import { ClosingTable } from './closing-table.tsx';
import { wordLevels, type KillLevel } from './kill-levels.ts';
import { LevelChoice } from './level-choice.tsx';
import { KILL_FAILED_TEXT, KILL_UNKNOWN_TEXT, useKillEstimate, usePullKill } from './use-kill-switch.ts';

const VERBS = { 1: 'Stop engines', 2: 'Stop and cancel orders' } as const;

/** The kill switch: three levels with what each does now. Only the last asks for a second step, since it can't be taken back. */
export function KillDialog() {
  const [isOpen, setOpen] = useDialog('kill-switch');
  const pull = usePullKill(() => setOpen(false));
  const level = useKillState().data?.level ?? 0;
  const asked = pull.variables?.body?.level ?? 0;
  const isOn = asked > 0 && level >= asked && !pull.isIdle;
  // It counts from the first moment on; how each venue answers stands in the banner, whose buttons a dialog would cover.
  useEffect(() => {
    if (!isOpen || !isOn) return;
    setOpen(false);
    if (!pull.isPending) pull.reset();
  }, [isOpen, isOn, pull, setOpen]);
  const focus = useReturnFocus();
  return (
    <AlertDialog.Root
      open={isOpen}
      onOpenChange={(next) => {
        if (pull.isPending) return;
        pull.reset();
        setOpen(next);
      }}
    >
      <AlertDialog.Portal>
        <Veil className="z-40" />
        <AlertDialog.Content
          {...focus}
          className="fixed top-[9vh] left-1/2 z-50 flex max-h-[84vh] w-[560px] max-w-[calc(100vw-24px)] -translate-x-1/2 animate-pop flex-col overflow-hidden rounded-dlg border border-line2 bg-bg1 text-fg1 shadow-pop max-sm:top-auto max-sm:bottom-0 max-sm:max-h-[92vh] max-sm:max-w-full max-sm:rounded-b-none"
        >
          <KillForm
            isPending={pull.isPending}
            problem={pull.isError ? wordProblem(pull.error) : null}
            onPull={(level, reason) => pull.mutate({ body: { level, ...(reason === '' ? {} : { reason }) } })}
          />
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function wordProblem(error: Error): string {
  return isOutcomeUnknown(error) ? KILL_UNKNOWN_TEXT : problemText(error, KILL_FAILED_TEXT);
}

interface KillFormProps {
  readonly isPending: boolean;
  readonly problem: string | null;
  readonly onPull: (level: KillLevel, reason: string) => void;
}

function KillForm({ isPending, problem, onPull }: KillFormProps) {
  const [level, setLevel] = useState<KillLevel>(1);
  const [reason, setReason] = useState('');
  const estimate = useKillEstimate(true);
  return (
    <>
      <div className="border-b border-line1 px-5 pt-4 pb-3.5">
        <div className="flex items-center gap-2.5">
          <OctagonX size={20} className="text-danger" aria-hidden />
          <AlertDialog.Title className="text-md font-semibold">Kill switch</AlertDialog.Title>
          <span className="flex-1" />
          <ModeTag />
        </div>
        <AlertDialog.Description className="mt-1.5 text-sm text-fg2">
          Stops every engine on the server in one step. Works even if a venue is slow or this page is closed.
        </AlertDialog.Description>
      </div>
      <div className="flex min-h-0 flex-col gap-2.5 overflow-auto px-5 py-3.5">
        <LevelChoice
          value={level}
          words={wordLevels(estimate.data, (usd) => formatUsd(usd))}
          disabled={isPending}
          onChange={setLevel}
        />
        {level === 3 ? <ClosingTable positions={estimate.data?.positions ?? []} /> : null}
        {estimate.isError ? (
          <p role="status" className="text-[12px] text-warn">
            Live counts can not be read now. The switch works all the same.
          </p>
        ) : null}
        <TextField
          label="Reason (optional, kept in the audit log)"
          error={null}
          value={reason}
          maxLength={200}
          disabled={isPending}
          onChange={setReason}
        />
        {problem === null ? null : (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
        <p className="text-[12px] text-fg3">
          Engines stay locked until you choose Release. Release does not reopen positions and does not start engines.
        </p>
      </div>
      <KillAnswer level={level} isPending={isPending} onPull={() => onPull(level, reason.trim())} />
    </>
  );
}

function KillAnswer({ level, isPending, onPull }: { level: KillLevel; isPending: boolean; onPull: () => void }) {
  const [typed, setTyped] = useState('');
  const mayConfirm = useEnterGuard();
  const submit = (event: React.SyntheticEvent): void => {
    event.preventDefault();
    if (isPending || !mayConfirm(event)) return;
    if (level < 3 || typed.trim().toUpperCase() === 'CLOSE') onPull();
  };
  return (
    <form
      onSubmit={submit}
      className="flex flex-wrap items-center justify-end gap-2.5 border-t border-line1 bg-bg2 px-5 py-3"
    >
      {level === 3 ? (
        <label className="flex min-w-[180px] flex-1 flex-wrap items-center gap-x-2 gap-y-1 text-[12px] text-fg2 max-sm:basis-full">
          <span>
            Hold the button for 1 s, or type <b className="font-mono text-fg1">CLOSE</b> and press Enter
          </span>
          <input
            aria-label="Type CLOSE"
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            className="h-8 w-24 rounded-ctl border border-ctl bg-bg0 px-2.5 text-sm text-fg1 max-sm:h-11 max-sm:w-full"
          />
        </label>
      ) : null}
      <AlertDialog.Cancel asChild>
        <Button disabled={isPending}>Cancel</Button>
      </AlertDialog.Cancel>
      {level === 3 ? (
        <HoldButton pending={isPending} onHeld={onPull}>
          Hold to close all
        </HoldButton>
      ) : (
        <Button type="submit" look="stop" pending={isPending}>
          {VERBS[level]}
        </Button>
      )}
    </form>
  );
}

/** Whose orders it is about: one word while all venues are alike, else which are live. */
function ModeTag() {
  const facts = useExecution().data;
  if (!facts) return null;
  const live = liveVenues(facts);
  if (live.length === 0) return <Tag tone="info">PAPER</Tag>;
  return <Tag tone="warn">{live.length === facts.venues.length ? 'LIVE' : `LIVE: ${live.join(', ')}`}</Tag>;
}
