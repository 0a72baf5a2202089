import { CircleCheck, Circle } from 'lucide-react';
import { useState } from 'react';
import { useDialog } from '../../shared/dialogs.ts';
import { ErrorState, LoadingRows } from '../../shared/panel-states.tsx';
import { useExecution } from '../../shared/use-execution.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useGoLive, type GoLiveFacts, type GoLiveVenue } from './use-go-live.ts';
import { VenueSwitchDialog } from './venue-switch-dialog.tsx';

/** The go-live checklist: six points per venue, and the switch of each venue at its end. */
export function GoLiveDialog() {
  const [isOpen, setOpen] = useDialog('go-live');
  return (
    <Sheet open={isOpen} onOpenChange={setOpen} title="Go-live checklist" side="centre">
      <Checklist />
    </Sheet>
  );
}

function Checklist() {
  const query = useGoLive();
  const [name, setName] = useState<string | null>(null);
  if (query.isError && !query.data)
    return (
      <ErrorState error={query.error} fallback="The checklist can not be read" onRetry={() => void query.refetch()} />
    );
  if (!query.data) return <LoadingRows rows={7} label="Loading the checklist" />;
  const { venues } = query.data;
  const shown = venues.find(({ venue }) => venue === name) ?? venues[0];
  if (!shown) return null;
  return (
    <div className="flex flex-col gap-3 p-4 text-sm">
      <p className="text-fg2">
        Each venue goes live by itself.{' '}
        {query.data.is_enforced
          ? 'The server refuses it while a required point is open.'
          : 'On simulated venues no real money is at risk, so no point is enforced.'}
      </p>
      <Segmented
        label="Venue"
        value={shown.venue}
        segments={venues.map(({ venue, done }) => ({ value: venue, label: `${venue} ${done}/6` }))}
        onChange={setName}
      />
      <ol className="flex flex-col gap-2">
        {shown.items.map((item) => (
          <li key={item.key} className="flex gap-2.5">
            {item.is_done ? (
              <CircleCheck size={17} className="mt-px flex-none text-ok" aria-label="Done" />
            ) : (
              <Circle size={17} className="mt-px flex-none text-fg3" aria-label="Open" />
            )}
            <span className="min-w-0 flex-1">
              <b className="font-[550]">{item.label}</b>
              <span className={cn('block text-[12px]', item.is_done ? 'text-fg3' : 'text-fg2')}>{item.detail}</span>
            </span>
            <Tag tone={item.is_required ? 'info' : 'neutral'}>{item.is_required ? 'required' : 'advice'}</Tag>
          </li>
        ))}
      </ol>
      <VenueAction facts={query.data} venue={shown} />
    </div>
  );
}

function VenueAction({ facts, venue }: { facts: GoLiveFacts; venue: GoLiveVenue }) {
  const [isAsking, setAsking] = useState(false);
  const execution = useExecution().data?.execution ?? null;
  const isLive = venue.mode === 'live';
  const why = isLive ? null : refusal(facts, venue, execution);
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line1 pt-3">
      <span className="min-w-0 flex-1 text-fg2">
        {venue.venue} is {isLive ? 'LIVE' : 'on PAPER'}.{why === null ? '' : ` ${why}`}
      </span>
      <Button look={isLive ? 'plain' : 'stop'} disabled={why !== null} onClick={() => setAsking(true)}>
        {isLive ? 'Switch to paper' : `Switch ${venue.venue} to live`}
      </Button>
      <VenueSwitchDialog
        venue={venue.venue}
        to={isLive ? 'paper' : 'live'}
        confirmation={venue.confirmation}
        open={isAsking}
        onOpenChange={setAsking}
      />
    </div>
  );
}

function refusal(facts: GoLiveFacts, venue: GoLiveVenue, execution: 'paper' | 'live' | null): string | null {
  if (execution === null) return 'It is not known yet whether the server permits live orders.';
  if (execution === 'paper') return 'This server was started with EXECUTION=paper, which permits no live order.';
  const open = venue.items.filter((item) => item.is_required && !item.is_done).length;
  return facts.is_enforced && open > 0 ? `${open} required points are open.` : null;
}
