import type { VenueName } from '@riptide/contracts/calls';
import type { z } from 'zod';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useSwitchVenue } from './use-go-live.ts';

interface VenueSwitchDialogProps {
  readonly venue: z.infer<typeof VenueName>;
  readonly to: 'paper' | 'live';
  /** What the server wants typed; null where the venue's name is enough. */
  readonly confirmation: string | null;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Asks before the orders of a venue go elsewhere: to live by a typed word, back to paper by a click. */
export function VenueSwitchDialog({ venue, to, confirmation, open, onOpenChange }: VenueSwitchDialogProps) {
  const change = useSwitchVenue(() => onOpenChange(false));
  const isLive = to === 'live';
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={isLive ? `Switch ${venue} to live?` : `Switch ${venue} to paper?`}
      verb={isLive ? 'Switch to LIVE' : 'Switch to paper'}
      look={isLive ? 'stop' : 'primary'}
      by={isLive ? { word: confirmation ?? venue } : 'click'}
      pending={change.isPending}
      onConfirm={() =>
        change.mutate({ body: { venue, mode: to, ...(isLive && confirmation !== null ? { confirmation } : {}) } })
      }
    >
      {isLive ? (
        <>
          <p>
            {confirmation === null
              ? `Orders of ${venue} go to the simulated venue through its real adapter. No real money is at risk.`
              : `From now on orders of ${venue} are real and cost real money.`}
          </p>
          <p>Positions and balances shown for {venue} become those of the venue account. Paper positions stay there.</p>
        </>
      ) : (
        <>
          <p>New orders of {venue} fill in the built-in simulator. Resting live entries are cancelled first.</p>
          <p>Live positions stay open at {venue} with their stops; close them before if you want them gone.</p>
        </>
      )}
    </ConfirmDialog>
  );
}
