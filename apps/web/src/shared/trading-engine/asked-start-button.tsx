import { Play } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useStreamState } from '../../lib/use-stream-state.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ModeChip } from '../mode-chip.tsx';
import { useKillRefusal } from '../use-kill-state.ts';

interface AskedStartButtonProps extends Pick<ButtonProps, 'look' | 'wide'> {
  /** Where orders go; null while it is not known. */
  readonly execution: 'paper' | 'live' | null;
  /** Why nothing can be started; null when it can. */
  readonly refusal: string | null;
  readonly pending: boolean;
  /** Starts it, and calls when it is done either way. */
  readonly onStart: (onSettled: () => void) => void;
  /** What a person confirms where real orders follow. */
  readonly children: ReactNode;
}

/** `Start Trading`: at once on paper, after a question where real orders follow. It stays in reach of the keyboard while it says why it can't. */
export function AskedStartButton({
  execution,
  refusal: refused,
  pending,
  onStart,
  children,
  look,
  wide,
}: AskedStartButtonProps) {
  const isCutOff = useStreamState().silence === 'lost';
  const killed = useKillRefusal();
  const refusal = killed ?? refused ?? (isCutOff ? 'The server can not be reached' : null);
  const [isAsking, setAsking] = useState(false);
  const reasonId = useId();
  const start = (): void => onStart(() => setAsking(false));
  return (
    <>
      <Button
        data-keep-clear
        look={look}
        wide={wide}
        pending={pending && !isAsking}
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
        pending={pending}
        onConfirm={start}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
