import { formatAgo, formatExact } from '../lib/format-time.ts';
import { usePreferences } from '../lib/preferences.ts';
import { useNow } from '../lib/use-now.ts';

/** How long ago something was, with the exact time and its zone behind it. */
export function Ago({ atSeconds }: { atSeconds: number }) {
  const { zone } = usePreferences();
  return (
    <time dateTime={new Date(atSeconds * 1000).toISOString()} title={formatExact(atSeconds * 1000, zone)}>
      {formatAgo(atSeconds, useNow())}
    </time>
  );
}
