import type { TradingStatus } from '@riptide/contracts';
import { Play } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ModeChip } from '../mode-chip.tsx';
import { MODE_WORDS, RISK_WORDS, type useStartTrading } from './use-trading-engine.ts';

interface StartTradingButtonProps extends Pick<ButtonProps, 'look' | 'wide'> {
  /** undefined while it is not known: nothing can be started then. */
  readonly status: TradingStatus | undefined;
  readonly command: ReturnType<typeof useStartTrading>;
}

/** Says why trading can't be started now; null when it can. */
export function startRefusal(status: TradingStatus | undefined): string | null {
  if (status === undefined) return 'The state of the trading engine is not known yet';
  if (status.active) return 'Trading engine is already active';
  return status.trading_ready ? null : (status.reason ?? 'The venue is not ready');
}

/** `Start Trading`: at once on paper, after a question where real orders follow. It stays in reach of the keyboard while it says why it can't. */
export function StartTradingButton({ status, command, look, wide }: StartTradingButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const reasonId = useId();
  const refusal = startRefusal(status);
  const isLive = status?.execution_mode === 'live';
  const start = (): void => command.mutate({ body: {} }, { onSettled: () => setAsking(false) });
  return (
    <>
      <Button
        look={look}
        wide={wide}
        pending={command.isPending && !isAsking}
        aria-disabled={refusal !== null}
        aria-describedby={refusal === null ? undefined : reasonId}
        title={refusal ?? undefined}
        onClick={() => (refusal !== null ? undefined : isLive ? setAsking(true) : start())}
      >
        <Play size={14} strokeWidth={2.2} aria-hidden />
        Start Trading
        {status && refusal === null ? <ModeChip execution={status.execution_mode} /> : null}
      </Button>
      {refusal === null ? null : (
        <span id={reasonId} className="sr-only">
          {refusal}
        </span>
      )}
      {status && isLive ? (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title="Start trading with real money?"
          verb="Start Trading LIVE"
          pending={command.isPending}
          onConfirm={start}
        >
          <p>
            Orders go to <b className="font-semibold text-fg1">{status.exchange}</b>, for real.
          </p>
          <ul className="list-disc pl-5">
            <li>{`${MODE_WORDS[status.mode]}, ${RISK_WORDS[status.risk_level].toLowerCase()}, leverage up to ${status.leverage}x.`}</li>
            <li>{`Symbols: ${status.symbols.join(', ')}${status.auto_pick ? ' and what it picks itself' : ''}.`}</li>
            <li>Stop Trading ends new entries at any time; open positions keep their stops.</li>
          </ul>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
