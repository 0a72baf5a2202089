import { formatExact } from '../../lib/format-time.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useRuntime } from '../../lib/runtime.tsx';
import { useNow } from '../../lib/use-now.ts';
import { wordHeld } from './position-figures.ts';

/** How long a position has been open, with the exact time behind it. */
export function HeldTime({ openedAtS }: { openedAtS: number }) {
  const { serverClock } = useRuntime();
  const { zone } = usePreferences();
  const nowMs = serverClock.toServerMs(useNow());
  return (
    <time
      dateTime={new Date(openedAtS * 1000).toISOString()}
      title={`since ${formatExact(openedAtS * 1000, zone)}`}
      className="text-fg3"
    >
      {wordHeld(openedAtS, nowMs)}
    </time>
  );
}
