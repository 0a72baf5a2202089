import type { ArbExecution } from '@riptide/contracts/calls';
import { Check, CircleDashed, LoaderCircle, X } from 'lucide-react';
import { formatPx, formatQty } from '../../lib/format.ts';
import { formatLatency } from '../../lib/format-time.ts';
import { cn } from '../../ui/cn.ts';
import { Meter } from '../../ui/meter.tsx';
import { ModeChip } from '../mode-chip.tsx';
import { filledShare, legAlert, tradeSteps, type TradeStep } from './trade-words.ts';

const LOOKS: Readonly<Record<TradeStep['status'], { icon: typeof Check; text: string; word: string }>> = {
  done: { icon: Check, text: 'text-ok', word: 'done' },
  now: { icon: LoaderCircle, text: 'text-accent', word: 'now' },
  waiting: { icon: CircleDashed, text: 'text-fg3', word: 'to come' },
  failed: { icon: X, text: 'text-danger', word: 'failed' },
};

/** How far an execution is: its steps, and both legs as they fill. */
export function LegProgress({ trade }: { trade: ArbExecution }) {
  const alert = legAlert(trade);
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label="Progress" className="flex flex-wrap gap-x-3 gap-y-1.5">
        {tradeSteps(trade).map((step) => {
          const { icon: Icon, text, word } = LOOKS[step.status];
          return (
            <li key={step.key} className={cn('flex items-center gap-1 text-[12px]', text)}>
              <Icon size={13} aria-hidden className={cn(step.status === 'now' && 'motion-safe:animate-spin')} />
              <span className={step.status === 'waiting' ? '' : 'text-fg1'}>{step.label}</span>
              <span className="sr-only">, {word}</span>
            </li>
          );
        })}
      </ol>
      {alert === null ? null : (
        <p role="status" className={cn('text-sm', trade.state === 'naked' ? 'text-danger' : 'text-warn')}>
          {alert}
        </p>
      )}
      <ul className="flex flex-col gap-2.5">
        {trade.legs.map((leg) => (
          <LegLine key={leg.leg} trade={trade} leg={leg} />
        ))}
      </ul>
    </div>
  );
}

function LegLine({ trade, leg }: { trade: ArbExecution; leg: ArbExecution['legs'][number] }) {
  const share = filledShare(trade, leg);
  const isExit = trade.phase === 'exit';
  const [done, whole, price] = isExit
    ? [leg.exit_qty, leg.entry_qty, leg.exit_price]
    : [leg.entry_qty, trade.quantity, leg.entry_price];
  const latencyMs = leg.first_fill_at === null ? null : Math.max(0, (leg.first_fill_at - trade.started_at) * 1000);
  const isBuy = (leg.side === 'BUY') !== isExit;
  return (
    <li className="tabular flex flex-col gap-1 text-[12px]">
      <div className="flex flex-wrap items-center gap-x-2">
        <span className={isBuy ? 'text-up' : 'text-down'}>{isBuy ? 'Buy' : 'Sell'}</span>
        <b className="font-[550]">{leg.venue}</b>
        <small className="text-fg3">{leg.market}</small>
        <ModeChip execution={leg.mode} />
        <span className="flex-1" />
        <span className="text-fg2">
          {formatQty(done)} / {formatQty(whole)}
        </span>
      </div>
      <Meter
        label={`${leg.venue} filled`}
        fraction={share}
        tone={share >= 1 ? 'ok' : trade.state === 'naked' ? 'danger' : 'accent'}
        text={`${Math.round(share * 100)} percent`}
      />
      <div className="flex justify-between gap-3 text-2xs text-fg3">
        <span>
          {price === null ? `limit ${formatPx(leg.limit_price)}` : `at ${formatPx(price)}`}
          {price === null || isExit ? '' : `, planned ${formatPx(leg.planned_price)}`}
        </span>
        <span>{latencyMs === null || isExit ? '' : `first fill after ${formatLatency(latencyMs)}`}</span>
      </div>
    </li>
  );
}
