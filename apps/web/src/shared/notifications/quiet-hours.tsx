import { useWatch, type Control } from 'react-hook-form';
import { useRuntime } from '../../lib/runtime.tsx';
import { useNow } from '../../lib/use-now.ts';
import type { NotifyValues } from './notify-values.ts';
import { wallClock } from './wall-clock.ts';

/** The quiet hours in one line with their zone, and what time it is there. */
export function QuietHours({ control }: { control: Control<NotifyValues> }) {
  const { serverClock } = useRuntime();
  const nowMs = serverClock.toServerMs(useNow());
  const [start, end, zone] = useWatch({ control, name: ['quiet_start', 'quiet_end', 'zone'] });
  const now = wallClock(zone ?? 'UTC', nowMs);
  return (
    <p className="tabular text-2xs text-fg3">
      Quiet from {start} to {end}, {zone}
      {now === null ? '' : `; it is ${now} there now`}
    </p>
  );
}
