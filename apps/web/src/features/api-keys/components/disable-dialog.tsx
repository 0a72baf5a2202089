import type { VenueName } from '@riptide/contracts/calls';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useVenueMode } from '../api/use-connections.ts';
import { useEnableVenue } from '../api/use-key-commands.ts';

/** Asks before a venue is switched off, and says what stops. */
export function DisableDialog({ venue, onClose }: { venue: VenueName | null; onClose: () => void }) {
  return venue === null ? null : <Ask venue={venue} onClose={onClose} />;
}

function Ask({ venue, onClose }: { venue: VenueName; onClose: () => void }) {
  const mode = useVenueMode(venue);
  const disable = useEnableVenue(onClose);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Are you sure you want to disable ${venue}?`}
      verb={mode === 'live' ? 'Disable LIVE venue' : 'Disable'}
      pending={disable.isPending}
      onConfirm={() => disable.mutate({ venue, enabled: false })}
    >
      <p>No new order goes to {venue}: engines, arbitrage legs and orders by hand are refused there.</p>
      <p>Open positions stay open with their stops, and can still be closed. The key stays saved, sealed.</p>
    </ConfirmDialog>
  );
}
