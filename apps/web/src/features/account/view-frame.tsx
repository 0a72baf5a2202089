import type { ReactNode } from 'react';
import { useDialog } from '../../shared/dialogs.ts';
import { Button } from '../../ui/button.tsx';

interface ViewFrameProps {
  readonly verb: string;
  readonly isPending: boolean;
  readonly isReady: boolean;
  readonly problem: string | null;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  /** Links to other views. */
  readonly links: ReactNode;
}

/** A form of the account dialog: fields, what went wrong, Cancel and the verb. */
export function ViewFrame({ verb, isPending, isReady, problem, onSubmit, children, links }: ViewFrameProps) {
  const [, setOpen] = useDialog('account');
  return (
    <form
      noValidate
      className="flex flex-col gap-2 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) onSubmit();
      }}
    >
      {children}
      {problem === null ? null : (
        <p role="alert" className="tint rounded-ctl px-3 py-2 text-sm [--tint:var(--danger)]">
          {problem}
        </p>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">{links}</div>
      <div className="mt-1 flex justify-end gap-2">
        <Button onClick={() => setOpen(false)}>Cancel</Button>
        <Button type="submit" look="primary" pending={isPending} disabled={!isReady}>
          {verb}
        </Button>
      </div>
    </form>
  );
}

/** A way to another view. */
export function ViewLink({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className="min-h-6 text-sm text-accent underline underline-offset-3">
      {children}
    </button>
  );
}
