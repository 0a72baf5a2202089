import type { getHistory, RouteOutput, VenueName } from '@riptide/contracts/calls';
import { TriangleAlert } from 'lucide-react';
import { usePreferences } from '../../../lib/preferences.ts';
import { useNow } from '../../../lib/use-now.ts';
import { syncText } from '../model/sync-words.ts';

interface NotSyncedProps {
  readonly accounts: RouteOutput<typeof getHistory>['not_synced'];
  /** The venue that is filtered for: others are not missing here. */
  readonly venue: VenueName | undefined;
}

/** Says of each venue whose newest fills may be missing since when. */
export function NotSynced({ accounts, venue }: NotSyncedProps) {
  const { zone } = usePreferences();
  const nowS = useNow() / 1000;
  const shown = accounts.filter((each) => venue === undefined || each.venue === venue);
  if (shown.length === 0) return null;
  return (
    <div role="status" className="tint mx-3.5 mt-3 flex gap-2 rounded-ctl px-3 py-2 text-sm [--tint:var(--warn)]">
      <TriangleAlert size={15} aria-hidden className="mt-0.5 flex-none text-warn" />
      <ul className="flex flex-col gap-0.5">
        {shown.map((each) => (
          <li key={each.venue}>{syncText(each, nowS, zone)}</li>
        ))}
      </ul>
    </div>
  );
}
