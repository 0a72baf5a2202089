import {
  dismissDecision,
  executeDecision,
  getDecisions,
  getTradingPositions,
  type DecisionItem,
} from '@riptide/contracts/calls';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isOutcomeUnknown } from '../../../lib/api-problem.ts';
import { formatCompactUsd, formatPx, formatUsd } from '../../../lib/format.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { armLabel, armWords } from '../../../shared/arm-label.ts';
import { orderWords, proposalDomId, secondsLeft, stopWords } from '../../../shared/decisions/proposals.ts';
import { ModeChip } from '../../../shared/mode-chip.tsx';
import { useCommand } from '../../../shared/use-command.ts';
import { useExecution } from '../../../shared/use-execution.ts';
import { VenueBadge } from '../../../shared/venue.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
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
  const { id, symbol, venue, arm, liquidated_side: side, window_usd: usd, reason, plan } = proposal;
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
  const leftS = secondsLeft(proposal, nowS);
  const card = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    // Asked for by the line above the page: the answer is a key away.
    if (hash === proposalDomId(id)) card.current?.querySelector('button')?.focus();
  }, [hash, id]);
  const isDone = execute.isSuccess || dismiss.isSuccess || isOutcomeUnknown(execute.error);
  const run = (): void => execute.mutate({ params: { id } }, { onSettled: () => setAsking(false) });
  return (
    <section
      ref={card}
      id={proposalDomId(id)}
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
      <Plan proposal={proposal} />
      <p className="mt-1 text-xs text-fg2">{`${formatCompactUsd(usd)} of ${side} liquidated, ${reason}`}</p>
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
        <p>
          {plan === undefined
            ? `For real, at the market of now: ${armWords(arm)}.`
            : `${orderWords(plan, symbol)} (${formatUsd(plan.notional_usd)}), for real; at the stop ${stopWords(plan)}.`}
        </p>
        <p>{`Price and size are those of the market when it is sent; ${formatUsd(usd)} of ${side} were liquidated. ${leftS} s left.`}</p>
      </ConfirmDialog>
    </section>
  );
}

/** What would be sent now: side, size, prices, and what the stop costs. */
function Plan({ proposal: { plan, plan_refusal: refusal, symbol } }: Pick<ProposalCardProps, 'proposal'>) {
  if (plan === undefined)
    return refusal === undefined ? null : <p className="mt-1 text-xs text-warn">{`Can not be sent now: ${refusal}`}</p>;
  return (
    <dl className="tabular mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-xs">
      <Fact label="Order">
        <b className={cn('font-semibold', plan.side === 'long' ? 'text-up' : 'text-down')}>
          {orderWords(plan, symbol)}
        </b>{' '}
        {`(${formatUsd(plan.notional_usd)})`}
      </Fact>
      <Fact label="Stop / target">{`${formatPx(plan.stop_price)} / ${formatPx(plan.take_profit_price)}`}</Fact>
      <Fact label="At the stop">{stopWords(plan)}</Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg3">{label}</dt>
      <dd className="text-right text-fg1">{children}</dd>
    </>
  );
}
