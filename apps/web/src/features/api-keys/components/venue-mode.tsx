import { getConnections, getExecution, setExecution, type VenueName } from '@riptide/contracts/calls';
import { useState } from 'react';
import { useCommand } from '../../../shared/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { cn } from '../../../ui/cn.ts';
import { useExecution } from '../../../shared/use-execution.ts';

/** Where the orders of a venue go, and the switch; going live asks for the venue's name. */
export function VenueMode({ venue }: { venue: VenueName }) {
  const [isAsking, setAsking] = useState(false);
  const facts = useExecution().data;
  const mode = facts?.venues.find((row) => row.venue === venue)?.mode ?? null;
  const to = mode === 'live' ? 'paper' : 'live';
  const send = useCommand(setExecution, {
    done: (answer) => `${answer.venue} orders go to ${answer.mode === 'live' ? 'the venue' : 'paper'} now`,
    failed: `Failed to switch ${venue} to ${to}`,
    refresh: [getExecution, getConnections],
    onDone: () => setAsking(false),
  });
  const isForbidden = facts?.execution === 'paper' && to === 'live';
  const isReal = facts?.market === 'live';
  const confirm = (): void =>
    send.mutate({ body: { venue, mode: to, ...(to === 'live' ? { confirmation: `GO LIVE ${venue}` } : {}) } });
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2 border-t border-line1 pt-2 text-sm">
      <span className="text-fg3">Orders</span>
      <b
        className={cn(
          'text-xs font-bold',
          mode === 'live' ? 'text-live' : mode === 'paper' ? 'text-paper' : 'text-fg3',
        )}
      >
        {mode === null ? '—' : mode.toUpperCase()}
      </b>
      <span className="flex-1" />
      <Button
        size="sm"
        disabled={mode === null || isForbidden}
        title={isForbidden ? 'The server runs with EXECUTION=paper, which permits no live orders' : undefined}
        onClick={() => setAsking(true)}
      >
        {to === 'live' ? 'Go live' : 'Switch to paper'}
        <span className="sr-only"> on {venue}</span>
      </Button>
      {isForbidden ? (
        <span className="basis-full text-2xs text-fg3">Live needs EXECUTION=live on the server.</span>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={to === 'live' ? `Send ${venue} orders live?` : `Switch ${venue} to paper?`}
        verb={to === 'live' ? `Go live on ${venue}` : 'Switch to paper'}
        look={to === 'live' ? 'stop' : 'primary'}
        by={to === 'live' ? { word: venue } : 'click'}
        pending={send.isPending}
        onConfirm={confirm}
      >
        {to === 'live' ? (
          <>
            <p>
              {isReal
                ? 'From now on orders of the engines and of this page reach the real account and can lose real money.'
                : 'From now on orders go to the account at the simulated or test venue. No real money is at risk.'}
            </p>
            <p>The other venues stay as they are. A restart on a real market puts this venue back on paper.</p>
          </>
        ) : (
          <>
            <p>
              New orders fill in the paper account. Positions and orders of the live account stay as they are there.
            </p>
            <p>Close them first if nothing is to stay open: on paper they are shown, not traded.</p>
          </>
        )}
      </ConfirmDialog>
    </div>
  );
}
