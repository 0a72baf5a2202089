import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { MarketFeedProvider } from '../shared/market-feed/market-feed.tsx';
import { ArbitrageFeedProvider } from '../shared/opportunities/arbitrage-feed.tsx';
import { useSession } from '../features/shell/use-session.ts';
import { useRuntime } from '../lib/runtime.tsx';
import { notify } from '../shared/notify.ts';
import { useTopicFeeds } from '../shared/topic-feeds.ts';
import { useHealthFeed } from '../shared/use-health.ts';
import { useDesktopNotes } from '../shared/use-desktop-notes.ts';
import { useSounds } from '../shared/use-sounds.ts';
import { Frame } from './frame.tsx';
import { takeNotice } from './next-notice.ts';

/** A check that answers sooner than this shows nothing of itself. */
const SHOW_CHECK_AFTER_MS = 150;

/** Guards the app: nothing is drawn before the gate has answered, except when the server can't be reached. */
export function ShellLayout() {
  const session = useSession();
  if (session.serverAnswers === null || session.isLocked) return <CheckingAccess />;
  return <Inside session={session} />;
}

function Inside({ session }: { session: ReturnType<typeof useSession> }) {
  const { clock, stream } = useRuntime();
  useHealthFeed();
  useTopicFeeds();
  useSounds();
  useDesktopNotes();
  useEffect(() => {
    const text = takeNotice();
    if (text !== null) notify({ tone: 'success', text, atMs: clock.nowMs() });
  }, [clock]);
  // Effects of the providers below run first: all topics have their subscribers before the first snapshot comes.
  useEffect(() => stream.start(), [stream]);
  return (
    <ArbitrageFeedProvider>
      <MarketFeedProvider>
        <Frame session={session}>
          <Outlet />
        </Frame>
      </MarketFeedProvider>
    </ArbitrageFeedProvider>
  );
}

function CheckingAccess() {
  const { clock } = useRuntime();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => clock.after(SHOW_CHECK_AFTER_MS, () => setSlow(true)), [clock]);
  return (
    <main role="status" className="grid min-h-screen place-items-center text-fg2">
      {isSlow ? 'Checking access...' : null}
    </main>
  );
}
