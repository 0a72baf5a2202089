import { useEffect, useState } from 'react';
import { lazyPart, preload } from '../lib/lazy-part.tsx';
import { LoadedApart } from '../ui/loaded-apart.tsx';

const Host = lazyPart(() => import('../ui/toast-host.tsx').then((each) => each.ToastHost));

/** The place of toasts, once the page is at rest; those of before are shown then. */
export function AppToasts({ topPx }: { topPx: number }) {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => preload(async () => setAtRest(true)), []);
  return isAtRest ? (
    <LoadedApart>
      <Host topPx={topPx} />
    </LoadedApart>
  ) : null;
}
