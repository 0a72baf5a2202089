import type { TradingStatus } from '@riptide/contracts/calls';
import type { ButtonProps } from '../../ui/button.tsx';
import { AskedStartButton } from './asked-start-button.tsx';
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

/** `Start Trading` with the settings the engine has. */
export function StartTradingButton({ status, command, look, wide }: StartTradingButtonProps) {
  return (
    <AskedStartButton
      look={look}
      wide={wide}
      execution={status?.execution_mode ?? null}
      refusal={startRefusal(status)}
      pending={command.isPending}
      onStart={(onSettled) => command.mutate({ body: {} }, { onSettled })}
    >
      {status ? (
        <>
          <p>
            Orders go to <b className="font-semibold text-fg1">{status.exchange}</b>, for real.
          </p>
          <ul className="list-disc pl-5">
            <li>{`${MODE_WORDS[status.mode]}, ${RISK_WORDS[status.risk_level].toLowerCase()}, leverage up to ${status.leverage}x.`}</li>
            <li>{`Symbols: ${status.symbols.join(', ')}${status.auto_pick ? ' and what it picks itself' : ''}.`}</li>
            <li>Stop Trading ends new entries at any time; open positions keep their stops.</li>
          </ul>
        </>
      ) : null}
    </AskedStartButton>
  );
}
