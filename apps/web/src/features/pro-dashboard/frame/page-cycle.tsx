import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useRuntime } from '../../../lib/runtime.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';

/** The specified cycle of the page. */
export const PAGE_CYCLE_MS = 10_000;

/** Renews every panel each ten seconds, shows the seconds to the next time, and does it at once on Refresh. */
export function PageCycle() {
  const { clock } = useRuntime();
  const client = useQueryClient();
  const [sinceMs, setSince] = useState(() => clock.nowMs());
  const [isBusy, setBusy] = useState(false);
  const nowMs = useNow();
  const renew = useEffectEvent(async () => {
    setSince(clock.nowMs());
    setBusy(true);
    await client.refetchQueries({ type: 'active' }, { cancelRefetch: false });
    setBusy(false);
  });
  useEffect(
    () => clock.after(Math.max(0, sinceMs + PAGE_CYCLE_MS - clock.nowMs()), () => void renew()),
    [clock, sinceMs],
  );
  const left = Math.max(0, Math.ceil((sinceMs + PAGE_CYCLE_MS - nowMs) / 1000));
  return (
    <span className="flex items-center gap-2.5">
      <span className="tabular text-xs text-fg3" aria-live="off">
        Refreshes every 10 s, next in {left} s
      </span>
      <Button size="sm" pending={isBusy} onClick={() => void renew()}>
        {isBusy ? null : <RefreshCw size={13} aria-hidden />}
        Refresh
      </Button>
    </span>
  );
}
