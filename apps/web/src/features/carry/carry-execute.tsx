import { CARRY_NOTIONAL_USD, executeCarry, getRounds } from '@riptide/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemText } from '../../lib/api-problem.ts';
import { formatBps, formatChangePct, formatQty, formatSignedBps, formatUsd } from '../../lib/format.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { TRADES_KEY } from '../../shared/arb-trades/use-arb-trades.ts';
import { ModeChip } from '../../shared/mode-chip.tsx';
import { useCommand } from '../../shared/use-command.ts';
import { useExecution } from '../../shared/use-execution.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { CarryPlan, CarrySize } from './carry-plan.ts';

interface CarryExecuteProps {
  readonly plan: CarryPlan;
  readonly size: CarrySize;
  /** The form has changed since, or the newest plan failed: nothing begins by an old plan. */
  readonly isOld: boolean;
}

/** The best way of a plan with its figures, and the button that begins it; without a best one there is nothing to begin. */
export function CarryExecute({ plan, size, isOld }: CarryExecuteProps) {
  const client = useQueryClient();
  const { confirmSingle } = usePreferences();
  const venues = useExecution().data?.venues;
  const [acceptsPoor, setAcceptsPoor] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { best } = plan;
  const way = best === null ? undefined : wayOf(plan);
  const execute = useCommand(executeCarry, {
    done: (answer) => answer.message,
    failed: 'Failed to execute',
    refresh: [getRounds],
    onSent: () => {
      setAsking(false);
      void client.invalidateQueries({ queryKey: TRADES_KEY });
    },
  });
  if (best === null) return <NothingPays plan={plan} />;
  const isLive =
    venues?.some(({ venue, mode }) => mode === 'live' && (venue === best.venue || venue === best.counter_venue)) ??
    null;
  const mode = isLive === null ? null : isLive ? 'live' : 'paper';
  const isPoor = way?.worth_it === false;
  const isReady = mode !== null && !isOld && (!isPoor || acceptsPoor);
  const send = (): void =>
    execute.mutate({
      body: {
        symbol: plan.symbol,
        venue: best.venue,
        side: best.suggested_side,
        ...(size.qty === null ? {} : { qty: size.qty }),
        ...(size.notionalUsd === null ? {} : { notional_usd: size.notionalUsd }),
        ...(acceptsPoor ? { accept_negative: true } : {}),
      },
    });
  const other = best.suggested_side === 'long' ? 'short' : 'long';
  return (
    <div className="mx-3.5 my-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-ctl border border-line1 bg-bg2 px-3 py-2 text-sm">
      <p className="min-w-0 flex-1">
        Best venue <b className="font-semibold">{best.venue}</b>, suggested side{' '}
        <b className="font-semibold">{best.suggested_side}</b>; {other} {best.counter_market} on {best.counter_venue}.
        {way === undefined ? null : (
          <span className="tabular block text-[12px] text-fg2">
            {formatSignedBps(way.net_bps)} bps net within the longest hold, APR {formatChangePct(way.apr_net_pct, 1)};{' '}
            {way.reason}
          </span>
        )}
      </p>
      {isPoor ? <Switch label="Accept what is not worth it" checked={acceptsPoor} onChange={setAcceptsPoor} /> : null}
      <Button
        look="primary"
        disabled={!isReady}
        pending={execute.isPending}
        title={isReady ? undefined : whyNot({ isOld, mode, reason: way?.reason })}
        onClick={() => (mode === 'paper' || confirmSingle === 'skip' ? send() : setAsking(true))}
      >
        Execute
        <ModeChip execution={mode} />
      </Button>
      {execute.isError && !isAsking ? (
        <p role="alert" className="basis-full text-[12px] text-danger">
          {problemText(execute.error, 'Failed to execute')}
        </p>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Begin a LIVE carry of ${plan.symbol}?`}
        verb="Execute LIVE"
        look="primary"
        pending={execute.isPending}
        onConfirm={send}
      >
        <LiveFacts plan={plan} size={size} />
        {execute.isError ? (
          <p role="alert" className="text-danger">
            {problemText(execute.error, 'Failed to execute')}
          </p>
        ) : null}
      </ConfirmDialog>
    </div>
  );
}

function whyNot(facts: { isOld: boolean; mode: string | null; reason: string | undefined }): string {
  if (facts.isOld) return 'Plan again: this plan is of another form, or the newest one failed';
  return facts.mode === null ? 'Where orders go is not known yet' : (facts.reason ?? '');
}

function NothingPays({ plan }: { plan: CarryPlan }) {
  return (
    <div className="mx-3.5 my-2 rounded-ctl border border-line1 bg-bg2 px-3 py-2 text-sm">
      <b className="font-semibold">
        {plan.candidates.length === 0 ? 'Nothing can be planned now.' : 'No venue pays enough to cover fees.'}
      </b>
      <p className="text-[12px] text-fg2">{plan.reason}</p>
    </div>
  );
}

function LiveFacts({ plan, size }: Pick<CarryExecuteProps, 'plan' | 'size'>) {
  const { best } = plan;
  const way = wayOf(plan);
  if (best === null) return null;
  return (
    <ul className="tabular flex flex-col gap-1">
      <li>
        {best.suggested_side} perp on {best.venue}, {best.suggested_side === 'long' ? 'short' : 'long'}{' '}
        {best.counter_market} on {best.counter_venue}.
      </li>
      <li>{size.qty === null ? formatUsd(size.notionalUsd ?? CARRY_NOTIONAL_USD) : formatQty(size.qty)} per leg.</li>
      {way === undefined ? null : (
        <li>
          Costs {formatBps(way.cost_bps)} bps, income {formatSignedBps(way.hold_income_bps)} bps within the longest
          hold.
        </li>
      )}
      <li>
        Worst case: price, fees and borrowing lose three times the funding, or the margin of a leg runs low; both legs
        are closed then.
      </li>
    </ul>
  );
}

/** The candidate that the best venue and side name. */
function wayOf({ best, candidates }: CarryPlan) {
  return candidates.find((row) => {
    const [own, ownMarket, counter, counterMarket] =
      best?.suggested_side === 'long'
        ? [row.long_exchange, row.long_market, row.short_exchange, row.short_market]
        : [row.short_exchange, row.short_market, row.long_exchange, row.long_market];
    return (
      own === best?.venue &&
      ownMarket === 'perp' &&
      counter === best.counter_venue &&
      counterMarket === best.counter_market
    );
  });
}
