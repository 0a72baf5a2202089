import {
  closeExecution,
  flattenExecution,
  getExecutionById,
  getExecutions,
  type ArbExecution,
} from '@riptide/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatUsd } from '../../../lib/format.ts';
import { formatExact } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { LegProgress } from '../../../shared/arb-trades/leg-progress.tsx';
import { TradeStateTag } from '../../../shared/arb-trades/trade-state-tag.tsx';
import { canClose } from '../../../shared/arb-trades/trade-words.ts';
import { adoptTrade, useArbTrades } from '../../../shared/arb-trades/use-arb-trades.ts';
import { CopyButton } from '../../../shared/copy-button.tsx';
import { ModeChip } from '../../../shared/mode-chip.tsx';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { useCommand } from '../../../shared/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { CertificateList, RepairList } from '../../../shared/arb-trades/certificate-list.tsx';
import { ResultTable } from './result-table.tsx';

/** Older ones than the stream knows are asked for by id; their state hardly moves. */
const OLD_INTERVAL_MS = 5000;

interface TradeDrawerProps {
  readonly id: string | null;
  readonly onClose: () => void;
}

/** One execution from the plan to the certificate, live. */
export function TradeDrawer({ id, onClose }: TradeDrawerProps) {
  const known = useArbTrades().data?.trades.find((trade) => trade.id === id);
  const asked = useCall(getExecutionById, {
    input: { params: { id: id ?? '' } },
    intervalMs: OLD_INTERVAL_MS,
    isAsked: id !== null && known === undefined,
  });
  const trade = known ?? (id === null ? undefined : asked.data?.execution);
  return (
    <Sheet
      open={id !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={trade ? `${trade.symbol} · ${trade.buy_exchange} → ${trade.sell_exchange}` : 'Execution'}
      note={trade ? <TradeStateTag trade={trade} /> : null}
    >
      {trade ? (
        <Details trade={trade} />
      ) : asked.isError ? (
        <ErrorState error={asked.error} fallback="Failed to load the execution" onRetry={() => void asked.refetch()} />
      ) : (
        <LoadingRows rows={8} label="Loading the execution" />
      )}
    </Sheet>
  );
}

function Details({ trade }: { trade: ArbExecution }) {
  const { zone } = usePreferences();
  return (
    <>
      <div className="flex flex-col gap-4 px-3.5 py-3">
        <p className="text-sm text-fg2">
          {formatUsd(trade.notional_usd)} per leg, {trade.sequencing}, by {SOURCES[trade.source]}{' '}
          <ModeChip execution={trade.execution_mode} />
          {trade.exit_reason === null ? '' : `, ended: ${trade.exit_reason}`}
        </p>
        <LegProgress trade={trade} />
        <Actions trade={trade} />
        <ResultTable trade={trade} />
        <RepairList trade={trade} />
        <CertificateList trade={trade} />
        <Course trade={trade} zone={zone} />
      </div>
      <div className="flex items-center gap-2 border-t border-line1 px-3.5 py-2.5 text-2xs text-fg3">
        <span className="min-w-0 truncate font-mono">{trade.id}</span>
        <span className="flex-1" />
        <CopyButton text={JSON.stringify(trade, null, 2)} label="Copy JSON" />
      </div>
    </>
  );
}

const SOURCES: Readonly<Record<ArbExecution['source'], string>> = {
  operator: 'a person',
  auto: 'auto-execute',
  carry: 'a carry round',
};

/** Close, or flatten what stands alone; live ones are asked about first. */
export function Actions({ trade }: { trade: ArbExecution }) {
  const client = useQueryClient();
  const { confirmSingle } = usePreferences();
  const [asked, setAsked] = useState<'close' | 'flatten' | null>(null);
  const onDone = (answer: { execution: ArbExecution }): void => adoptTrade(client, answer.execution);
  const onSent = (): void => setAsked(null);
  const close = useCommand(closeExecution, {
    done: (answer) => answer.message,
    failed: 'Failed to close',
    refresh: [getExecutions],
    onDone,
    onSent,
  });
  const flatten = useCommand(flattenExecution, {
    done: (answer) => answer.message,
    failed: 'Failed to flatten',
    refresh: [getExecutions],
    onDone,
    onSent,
  });
  if (!canClose(trade)) return null;
  const isPaper = trade.execution_mode === 'paper';
  const input = { params: { id: trade.id } };
  const press = (what: 'close' | 'flatten'): void => {
    if (isPaper || (what === 'close' && confirmSingle === 'skip')) (what === 'close' ? close : flatten).mutate(input);
    else setAsked(what);
  };
  const isNaked = trade.state === 'naked';
  const verb = asked === 'flatten' ? 'Flatten LIVE' : 'Close LIVE';
  return (
    <div className="flex gap-2">
      {isNaked ? (
        <Button look="stop" pending={flatten.isPending} onClick={() => press('flatten')}>
          Flatten now
          <ModeChip execution={trade.execution_mode} />
        </Button>
      ) : (
        <Button look="stop" pending={close.isPending} onClick={() => press('close')}>
          Close both legs
          <ModeChip execution={trade.execution_mode} />
        </Button>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={asked === 'flatten' ? 'Flatten at the market?' : 'Close both legs?'}
        verb={verb}
        pending={close.isPending || flatten.isPending}
        onConfirm={() => (asked === 'flatten' ? flatten : close).mutate(input)}
      >
        <ul className="flex flex-col gap-1">
          {trade.legs.map((leg) => (
            <li key={leg.leg}>
              {leg.side === 'BUY' ? 'Sell' : 'Buy'} {trade.symbol} {leg.market} on{' '}
              <b className="text-fg1">{leg.venue}</b>, reduce-only
            </li>
          ))}
          <li>{formatUsd(trade.notional_usd)} per leg.</li>
          {trade.open_net_usd === null ? null : (
            <li>At the books of now it ends at {formatUsd(trade.open_net_usd)}, all costs in.</li>
          )}
        </ul>
      </ConfirmDialog>
    </div>
  );
}

function Course({ trade, zone }: { trade: ArbExecution; zone: 'utc' | 'local' }) {
  const times: readonly (readonly [string, number | null])[] = [
    ['Started', trade.started_at],
    ['Hedged', trade.hedged_at],
    ['Exit started', trade.exit_started_at],
    ['Closed', trade.closed_at],
  ];
  return (
    <section aria-label="Course" className="text-[12px]">
      <h3 className="mb-1 font-semibold">Course</h3>
      <dl className="tabular grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 text-fg2">
        {times.map(([name, at]) =>
          at === null ? null : (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd>
                <time dateTime={new Date(at * 1000).toISOString()}>{formatExact(at * 1000, zone)}</time>
              </dd>
            </div>
          ),
        )}
      </dl>
      <p className="mt-1 text-2xs text-fg3">{trade.reason}</p>
    </section>
  );
}
