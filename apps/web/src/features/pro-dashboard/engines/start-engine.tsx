import { Play } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatUsd } from '../../../lib/format.ts';
import { useStreamState } from '../../../lib/use-stream-state.ts';
import { ModeChip } from '../../../shared/mode-chip.tsx';
import { useKillRefusal } from '../../../shared/use-kill-state.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface StartEngineProps extends Pick<ButtonProps, 'wide' | 'size'> {
  /** `Start` or `Start All`. */
  readonly label: string;
  /** For readers of one button alone. */
  readonly name: string;
  /** What is started, in the question. */
  readonly subject: string;
  readonly execution: 'paper' | 'live' | null;
  /** What it is for has begun already, or it is not known. */
  readonly isOff: boolean;
  readonly pending: boolean;
  readonly onStart: () => void;
  /** What a person confirms where real orders follow. */
  readonly children: ReactNode;
}

/** Starts engines: at once on paper, after a question where real orders follow; nothing while the server can't be reached or the kill switch is on. */
export function StartEngine(props: StartEngineProps) {
  const { label, name, subject, execution, isOff, pending, onStart, children, wide, size = 'sm' } = props;
  const isCutOff = useStreamState().silence === 'lost';
  const killed = useKillRefusal();
  const refusal = isOff ? null : (killed ?? (isCutOff ? 'The server can not be reached' : null));
  const [isAsking, setAsking] = useState(false);
  const start = (): void => {
    setAsking(false);
    onStart();
  };
  return (
    <>
      <Button
        data-keep-clear
        size={size}
        wide={wide}
        aria-label={name}
        title={refusal ?? undefined}
        disabled={isOff || refusal !== null}
        pending={pending}
        onClick={() => (execution === 'live' ? setAsking(true) : start())}
      >
        {pending ? null : <Play size={12} strokeWidth={2.2} aria-hidden />}
        {label}
        {isOff || pending ? null : <ModeChip execution={execution} />}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Start ${subject} with real money?`}
        verb={`${label} LIVE`}
        look="go"
        onConfirm={start}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}

/** What a live engine may do, as facts. */
export function LiveFacts({
  engines,
}: {
  engines: readonly { venue: string; budget_usd: number; symbols: readonly string[]; title: string }[];
}) {
  return (
    <>
      {engines.map(({ title, venue, budget_usd: budget, symbols }) => (
        <p key={title}>
          {title} sends real orders to <b className="text-fg1">{venue}</b>, with at most {formatUsd(budget, 0)} at once:{' '}
          {symbols.join(', ')}.
        </p>
      ))}
      <p>Stop ends new entries at any time; open positions keep their stops.</p>
    </>
  );
}
