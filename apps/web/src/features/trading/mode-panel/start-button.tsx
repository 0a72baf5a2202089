import type { VenueName } from '@riptide/contracts/calls';
import { AskedStartButton } from '../../../shared/trading-engine/asked-start-button.tsx';
import { MODE_WORDS, type useStartTrading } from '../../../shared/trading-engine/use-trading-engine.ts';
import { startBody, type TradingDraft } from '../model/trading-draft.ts';

interface StartButtonProps {
  readonly draft: TradingDraft;
  readonly venue: VenueName;
  readonly execution: 'paper' | 'live' | null;
  /** Why nothing can be started; null when it can. */
  readonly refusal: string | null;
  readonly riskWords: string;
  readonly command: ReturnType<typeof useStartTrading>;
  readonly onStarted: () => void;
}

/** `Start Trading` with what the panel shows. */
export function StartButton({ draft, venue, execution, refusal, riskWords, command, onStarted }: StartButtonProps) {
  return (
    <AskedStartButton
      look="go"
      wide
      execution={execution}
      refusal={refusal}
      pending={command.isPending}
      onStart={(onSettled) => command.mutate({ body: startBody(draft, venue) }, { onSuccess: onStarted, onSettled })}
    >
      <p>
        {MODE_WORDS[draft.mode]} on <b className="font-semibold text-fg1">{venue}</b>, with real orders.
      </p>
      <ul className="list-disc pl-5">
        <li>{riskWords}.</li>
        <li>{`Symbols: ${draft.symbols.join(', ') || 'none named'}${draft.mode !== 'manual' && draft.isAutoPick ? ' and what it picks itself' : ''}.`}</li>
        <li>Stop Trading ends new entries at any time; open positions keep their stops.</li>
      </ul>
    </AskedStartButton>
  );
}
