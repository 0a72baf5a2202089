import {
  dismissDecision,
  executeDecision,
  getDecisions,
  getTradingPositions,
  type DecisionItem,
} from '@riptide/contracts/calls';
import { useState } from 'react';
import { isOutcomeUnknown } from '../../../lib/api-problem.ts';
import { formatCompactUsd, formatUsd } from '../../../lib/format.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { armLabel, armWords } from '../../../shared/arm-label.ts';
import { ModeChip } from '../../../shared/mode-chip.tsx';
import { useCommand } from '../../../shared/use-command.ts';
import { useExecution } from '../../../shared/use-execution.ts';
import { VenueBadge } from '../../../shared/venue.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Tag } from '../../../ui/tag.tsx';

interface ProposalCardProps {
  readonly proposal: DecisionItem;
  /** Server's epoch seconds. */
  readonly nowS: number;
  readonly onOpen: () => void;
}

const REFRESH = [getDecisions, getTradingPositions] as const;

/** A trade that the manual mode proposes: what it is, how long it can be executed, and both answers to it. */
export function ProposalCard({ proposal, nowS, onOpen }: ProposalCardProps) {
  const [isAsking, setAsking] = useState(false);
  const { confirmSingle } = usePreferences();
  const { id, symbol, venue, arm, expires_at: until, liquidated_side: side, window_usd: usd, reason } = proposal;
  const mode = useExecution().data?.venues.find((each) => each.venue === venue)?.mode ?? null;
  const execute = useCommand(executeDecision, {
    done: ({ message }) => message,
    failed: 'Failed to execute the proposal',
    refresh: REFRESH,
  });
  const dismiss = useCommand(dismissDecision, {
    done: ({ message }) => message,
    failed: 'Failed to dismiss the proposal',
    refresh: REFRESH,
  });
  const leftS = Math.max(0, Math.ceil((until ?? nowS) - nowS));
  const isDone = execute.isSuccess || dismiss.isSuccess || isOutcomeUnknown(execute.error);
  const run = (): void => execute.mutate({ params: { id } }, { onSettled: () => setAsking(false) });
  return (
    <section
      aria-label={`Proposal ${symbol} on ${venue}`}
      className="mx-3.5 my-2 rounded-ctl p-2.5 text-sm tint [--tint:var(--info)]"
    >
      <div className="flex flex-wrap items-center gap-2 text-fg1">
        <b className="font-semibold">{symbol}</b>
        <VenueBadge venue={venue} />
        <span title={armWords(arm)}>{armLabel(arm)}</span>
        <span className="flex-1" />
        <Tag tone={leftS <= 10 ? 'warn' : 'info'}>{`${leftS} s left`}</Tag>
      </div>
      <p className="mt-1 text-xs text-fg2">
        {`${formatCompactUsd(usd)} of ${side} liquidated. `}
        {reason}
      </p>
      <div className="mt-2 flex gap-2">
        <Button
          size="sm"
          look="primary"
          pending={execute.isPending}
          disabled={isDone || leftS === 0 || dismiss.isPending}
          onClick={() => (mode === 'live' && confirmSingle === 'ask' ? setAsking(true) : run())}
        >
          Execute
          <ModeChip execution={mode} />
        </Button>
        <Button
          size="sm"
          pending={dismiss.isPending}
          disabled={isDone || execute.isPending}
          onClick={() => dismiss.mutate({ params: { id } })}
        >
          Dismiss
        </Button>
        <Button size="sm" look="ghost" onClick={onOpen}>
          Why?
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Execute ${symbol} on ${venue}?`}
        verb="Execute LIVE"
        look="primary"
        pending={execute.isPending}
        isBlocked={leftS === 0}
        onConfirm={run}
      >
        <p>{`For real, at the market of now: ${armWords(arm)}.`}</p>
        <p>{`Size by the risk level and the limits; ${formatUsd(usd)} of ${side} were liquidated. ${leftS} s left.`}</p>
      </ConfirmDialog>
    </section>
  );
}
