import { AlertDialog } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { HoldButton } from './hold-button.tsx';
import { useEnterGuard } from './use-enter-guard.ts';
import { useReturnFocus } from './use-return-focus.ts';
import { Veil } from './veil.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The question, or the verb. */
  readonly title: string;
  /** Consequences as facts with numbers. */
  readonly children?: ReactNode;
  /** Repeats the verb. */
  readonly verb: ReactNode;
  readonly look?: 'primary' | 'stop' | 'go';
  /** `click` for one live order or an undoable step; `hold` or a typed word for what is bulk or can't be taken back. */
  readonly by?: 'click' | 'hold' | { readonly word: string };
  readonly pending?: boolean;
  readonly isBlocked?: boolean;
  readonly onConfirm: () => void;
}

/** The dialog itself; see ConfirmDialog. */
export function ConfirmDialogBody({
  open,
  onOpenChange,
  title,
  children,
  verb,
  look = 'stop',
  by = 'click',
  pending = false,
  isBlocked = false,
  onConfirm,
}: ConfirmDialogProps) {
  const focus = useReturnFocus();
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => (pending ? undefined : onOpenChange(next))}>
      <AlertDialog.Portal>
        <Veil className="z-50" />
        <AlertDialog.Content
          {...focus}
          className="fixed top-[12vh] left-1/2 z-50 flex max-h-[76vh] w-[520px] max-w-[calc(100vw-24px)] -translate-x-1/2 animate-pop flex-col overflow-hidden rounded-dlg border border-line2 bg-bg1 text-fg1 shadow-pop max-sm:top-auto max-sm:bottom-0 max-sm:max-w-full max-sm:rounded-b-none"
        >
          <AlertDialog.Title className="border-b border-line1 px-4 py-3.5 text-md font-semibold">
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="flex flex-col gap-2 overflow-auto px-4 py-3.5 text-sm text-fg2">{children}</div>
          </AlertDialog.Description>
          <Answer {...{ verb, look, by, pending, isBlocked, onConfirm }} />
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

type AnswerProps = Required<Pick<ConfirmDialogProps, 'verb' | 'look' | 'by' | 'pending' | 'isBlocked' | 'onConfirm'>>;

/** Mounted anew with each opening, so a typed word and the guard start anew too. */
function Answer({ verb, look, by, pending, isBlocked, onConfirm }: AnswerProps) {
  const [typed, setTyped] = useState('');
  const mayConfirm = useEnterGuard();
  const word = typeof by === 'object' ? by.word : null;
  const isReady = !isBlocked && (word === null || typed.trim().toUpperCase() === word.toUpperCase());
  return (
    <form
      className="flex flex-col gap-3 border-t border-line1 px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        // Though drawn elsewhere, it stands within the form it was opened from, which must not be sent by it.
        event.stopPropagation();
        if (isReady && !pending && mayConfirm(event)) onConfirm();
      }}
    >
      {word === null ? null : (
        <label className="flex flex-wrap items-center gap-2 text-sm text-fg2">
          <span>
            Type <b className="font-semibold text-fg1">{word}</b> to confirm
          </span>
          <input
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            className="h-8 min-w-0 flex-1 rounded-ctl border border-ctl bg-bg0 px-2.5 text-fg1 max-sm:h-11"
          />
        </label>
      )}
      <div className="flex justify-end gap-2">
        <AlertDialog.Cancel asChild>
          <Button disabled={pending}>Cancel</Button>
        </AlertDialog.Cancel>
        {by === 'hold' ? (
          <HoldButton pending={pending} disabled={isBlocked} onHeld={onConfirm}>
            {verb}
          </HoldButton>
        ) : (
          <Button type="submit" look={look} pending={pending} disabled={!isReady}>
            {verb}
          </Button>
        )}
      </div>
    </form>
  );
}
