import type { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface LeaveDialogProps {
  /** What the router holds back; it is drawn while that is blocked. */
  readonly leave: Pick<ReturnType<typeof useBlocker>, 'status' | 'proceed' | 'reset'>;
  /** The forms whose values would be lost, by name. */
  readonly unsaved: readonly string[];
}

/** Asks whether a page is left with something unsaved. */
export function LeaveDialog({ leave, unsaved }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      open={leave.status === 'blocked'}
      onOpenChange={(open) => !open && leave.reset?.()}
      title="Leave without saving?"
      verb="Leave"
      onConfirm={() => leave.proceed?.()}
    >
      <p>Not saved: {unsaved.join(', ')}. What was typed there is lost.</p>
    </ConfirmDialog>
  );
}
