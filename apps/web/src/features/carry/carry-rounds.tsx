import { closeRound, type CarryRoundRow } from '@riptide/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { UNKNOWN, formatCount, formatPct, formatUsd } from '../../lib/format.ts';
import { formatExact } from '../../lib/format-time.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { TRADES_KEY, hasEnded, useArbTrades } from '../../shared/arb-trades/use-arb-trades.ts';
import type { Column } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { ModeChip } from '../../shared/mode-chip.tsx';
import { Num } from '../../shared/num.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../shared/panel-states.tsx';
import { useCommand } from '../../shared/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { Countdown } from './candidate-columns.tsx';

const TONES: Readonly<Record<CarryRoundRow['state'], Tone>> = {
  pending: 'neutral',
  opening: 'info',
  ready: 'accent',
  closing: 'info',
  closed: 'ok',
  failed: 'danger',
};

/** The carry rounds: open ones with what they wait for, then those that ended with what they brought. */
export function CarryRounds({ onTrade, isNarrow }: { onTrade: (id: string) => void; isNarrow: boolean }) {
  const trades = useArbTrades();
  return (
    <section aria-label="Carry rounds" className="min-w-0 border-t border-line1">
      <h3 className="px-3.5 pt-3 pb-1 text-sm font-semibold">Rounds</h3>
      {trades.data ? (
        <DataTable
          label="Carry rounds"
          rows={trades.data.rounds}
          columns={COLUMNS}
          rowId={(round) => round.id}
          onOpen={(round) => round.execution_id !== null && onTrade(round.execution_id)}
          card={drawRoundCard}
          isNarrow={isNarrow}
          csvName="carry_rounds.csv"
          maxHeightPx={360}
          isStale={trades.isError}
          empty={<EmptyState title="No carry rounds">Plan a symbol; a round begins with Execute.</EmptyState>}
        />
      ) : trades.isError ? (
        <ErrorState error={trades.error} fallback="Failed to load carry rounds" onRetry={() => void trades.refetch()} />
      ) : (
        <LoadingRows rows={3} label="Loading carry rounds" />
      )}
    </section>
  );
}

const COLUMNS: readonly Column<CarryRoundRow>[] = [
  {
    id: 'symbol',
    header: 'Symbol',
    sortBy: (round) => round.symbol,
    cell: (round) => <b className="font-semibold">{round.symbol}</b>,
    csv: (round) => round.symbol,
  },
  {
    id: 'legs',
    header: 'Long / short',
    cell: wordLegs,
    csv: wordLegs,
  },
  {
    id: 'state',
    header: 'State',
    sortBy: (round) => round.state,
    cell: (round) => <RoundState round={round} />,
    csv: (round) => round.state,
  },
  {
    id: 'mode',
    header: 'Account',
    cell: (round) => round.execution_mode.toUpperCase(),
    csv: (round) => round.execution_mode,
  },
  {
    id: 'size',
    header: 'Size',
    align: 'right',
    sortBy: (round) => round.notional_usd,
    cell: (round) => <Num kind="usd" value={round.notional_usd} />,
    csv: (round) => round.notional_usd,
  },
  {
    id: 'payments',
    header: 'Payments',
    align: 'right',
    sortBy: (round) => round.settlements,
    cell: (round) => formatCount(round.settlements),
    csv: (round) => round.settlements,
  },
  {
    id: 'funding',
    header: 'Funding',
    align: 'right',
    sortBy: (round) => round.funding_usd,
    cell: (round) => <Num kind="pnl" value={round.funding_usd} />,
    csv: (round) => round.funding_usd,
  },
  {
    id: 'next',
    header: 'Next / break-even',
    align: 'right',
    cell: (round) => <Times round={round} />,
    csv: (round) => round.next_settlement_at,
  },
  {
    id: 'liquidation',
    header: 'To liquidation',
    align: 'right',
    cell: (round) => wordBoth(round.liquidation_pct),
    csv: (round) => wordBoth(round.liquidation_pct),
  },
  {
    id: 'net',
    header: 'Net',
    align: 'right',
    sortBy: (round) => round.result?.net_usd ?? round.net_usd,
    cell: (round) => (
      <Num kind="pnl" value={round.result?.net_usd ?? round.net_usd} coloured className="font-semibold" />
    ),
    csv: (round) => round.result?.net_usd ?? round.net_usd,
  },
  { id: 'action', header: 'Action', align: 'right', cell: (round) => <CloseRound round={round} /> },
];

function wordLegs(round: CarryRoundRow): string {
  return `${round.long_instrument} / ${round.short_instrument}`;
}

function wordBoth(both: { readonly buy: number | null; readonly sell: number | null }): string {
  if (both.buy === null && both.sell === null) return UNKNOWN;
  return `${formatPct(both.buy)} / ${formatPct(both.sell)}`;
}

function RoundState({ round }: { round: CarryRoundRow }) {
  const words = [round.warning, round.rebalance, hasEnded(round) ? round.exit_reason : null].filter(
    (word) => word !== null,
  );
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Tag tone={TONES[round.state]}>{round.state}</Tag>
      {words.length === 0 ? null : (
        <span
          title={words.join('; ')}
          className={
            round.warning === null && round.rebalance === null
              ? 'truncate text-2xs text-fg3'
              : 'truncate text-2xs text-warn'
          }
        >
          {words.join('; ')}
        </span>
      )}
    </span>
  );
}

function Times({ round }: { round: CarryRoundRow }) {
  const { zone } = usePreferences();
  if (hasEnded(round)) return <span className="text-fg3">{UNKNOWN}</span>;
  return (
    <span
      title={
        round.break_even_at === null
          ? 'Break-even not in sight'
          : `Break-even ${formatExact(round.break_even_at * 1000, zone)}`
      }
    >
      <Countdown atS={round.next_settlement_at} /> / <Countdown atS={round.break_even_at} />
    </span>
  );
}

/** Closes both legs of a round; a live one is asked about first. */
function CloseRound({ round }: { round: CarryRoundRow }) {
  const client = useQueryClient();
  const { confirmSingle } = usePreferences();
  const [isAsking, setAsking] = useState(false);
  const close = useCommand(closeRound, {
    done: (answer) => answer.message,
    failed: 'Failed to close the round',
    onSent: () => {
      setAsking(false);
      void client.invalidateQueries({ queryKey: TRADES_KEY });
    },
  });
  if (hasEnded(round)) return null;
  const send = (): void => close.mutate({ params: { id: round.id } });
  return (
    <>
      <Button
        size="xs"
        look="stop"
        pending={close.isPending}
        disabled={round.state === 'closing'}
        onClick={() => (round.execution_mode === 'paper' || confirmSingle === 'skip' ? send() : setAsking(true))}
      >
        Close
        <ModeChip execution={round.execution_mode} />
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Close the LIVE carry of ${round.symbol}?`}
        verb="Close LIVE"
        pending={close.isPending}
        onConfirm={send}
      >
        <p>Both legs are closed, reduce-only: {wordLegs(round)}.</p>
        <p className="tabular">
          {formatUsd(round.notional_usd)} per leg; net so far {formatUsd(round.net_usd)}.
        </p>
      </ConfirmDialog>
    </>
  );
}

function drawRoundCard(round: CarryRoundRow) {
  return <RoundCard round={round} />;
}

function RoundCard({ round }: { round: CarryRoundRow }) {
  return (
    <div className="flex flex-col gap-1 text-[12px]">
      <div className="flex items-center gap-2">
        <b className="text-sm font-semibold">{round.symbol}</b>
        <Tag tone={TONES[round.state]}>{round.state}</Tag>
        <span className="flex-1" />
        <Num kind="pnl" value={round.result?.net_usd ?? round.net_usd} coloured />
      </div>
      <span className="break-words text-fg2">{wordLegs(round)}</span>
      <span className="text-fg2">
        {formatCount(round.settlements)} payments, funding <Num kind="pnl" value={round.funding_usd} />
      </span>
      {round.warning === null ? null : <p className="text-warn">{round.warning}</p>}
      <CloseRound round={round} />
    </div>
  );
}
