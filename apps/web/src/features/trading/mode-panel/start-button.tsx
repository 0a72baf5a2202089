import type { VenueName } from '@riptide/contracts';
import { Play } from 'lucide-react';
import { useId, useState } from 'react';
import { ModeChip } from '../../../shared/mode-chip.tsx';
import { MODE_WORDS, type useStartTrading } from '../../../shared/trading-engine/use-trading-engine.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
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

/** `Start Trading` with what the panel shows: at once on paper, after a question where real orders follow. */
export function StartButton({ draft, venue, execution, refusal, riskWords, command, onStarted }: StartButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const reasonId = useId();
  const start = (): void =>
    command.mutate({ body: startBody(draft, venue) }, { onSuccess: onStarted, onSettled: () => setAsking(false) });
  return (
    <>
      <Button
        look="go"
        wide
        pending={command.isPending && !isAsking}
        aria-disabled={refusal !== null}
        aria-describedby={refusal === null ? undefined : reasonId}
        title={refusal ?? undefined}
        onClick={() => (refusal !== null ? undefined : execution === 'live' ? setAsking(true) : start())}
      >
        <Play size={14} strokeWidth={2.2} aria-hidden />
        Start Trading
        {refusal === null ? <ModeChip execution={execution} /> : null}
      </Button>
      {refusal === null ? null : (
        <span id={reasonId} className="sr-only">
          {refusal}
        </span>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Start trading with real money?"
        verb="Start Trading LIVE"
        pending={command.isPending}
        onConfirm={start}
      >
        <p>
          {MODE_WORDS[draft.mode]} on <b className="font-semibold text-fg1">{venue}</b>, with real orders.
        </p>
        <ul className="list-disc pl-5">
          <li>{riskWords}.</li>
          <li>{`Symbols: ${draft.symbols.join(', ') || 'none named'}${draft.mode !== 'manual' && draft.isAutoPick ? ' and what it picks itself' : ''}.`}</li>
          <li>Stop Trading ends new entries at any time; open positions keep their stops.</li>
        </ul>
      </ConfirmDialog>
    </>
  );
}
