import { useEffect, useState } from 'react';
import { isPageReplaced, ownEntry } from '../lib/page-replaced.ts';
import { useStreamState } from '../lib/use-stream-state.ts';

/** Follows whether the server was updated while this page is open: asked whenever the stream stands again, since a new server cuts it. */
export function usePageReplaced(fetchPage: typeof fetch = (input, init) => window.fetch(input, init)): boolean {
  const { phase, reconnects } = useStreamState();
  const [isReplaced, setReplaced] = useState(false);
  const isAsked = phase === 'open' && reconnects > 0 && !isReplaced;
  useEffect(() => {
    if (!isAsked) return;
    isPageReplaced(fetchPage, ownEntry()).then(setReplaced, (e: unknown) =>
      console.warn('It could not be checked whether the server was updated.', e),
    );
    // oxlint-disable-next-line react/exhaustive-deps -- asked once for each time the stream stands again
  }, [isAsked, reconnects]);
  return isReplaced;
}
