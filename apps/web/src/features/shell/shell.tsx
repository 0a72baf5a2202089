import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { cyclePreference, usePreferences } from '../../lib/preferences.ts';
import { useNow } from '../../lib/use-now.ts';
import { useStreamState } from '../../lib/use-stream-state.ts';
import { VERSION } from '../../lib/version.ts';
import { ModeStrip } from '../../shared/mode-strip.tsx';
import { useHealth, useKnownHealth } from '../../shared/use-health.ts';
import { cn } from '../../ui/cn.ts';
import { BottomBar } from './bottom-bar.tsx';
import { wordConnection } from './connection.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { NAV_PAGES } from './nav-pages.ts';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';
import { Sidebar } from './sidebar.tsx';
import { wordSystem } from './system-state.ts';
import type { SessionFacts } from './use-session.ts';

/** The frame around every page of the app. */
export function Shell({ session, children }: { session: SessionFacts; children: ReactNode }) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const isRail = usePreferences().sidebar === 'rail';
  const health = useKnownHealth();
  const lastHealthAtS = useHealth().data?.atSeconds ?? null;
  const stream = useStreamState();
  const connection = wordConnection({ stream, ...session, nowMs: useNow() });
  const isOffline = connection.word === 'Offline';
  useShellKeys(() => setHelpOpen(true));
  useTitle(session);
  return (
    <div
      className={cn(
        'grid min-h-screen grid-rows-[auto_52px_1fr_28px] max-sm:grid-cols-[minmax(0,1fr)] max-sm:grid-rows-[auto_48px_1fr]',
        isRail ? 'grid-cols-[60px_minmax(0,1fr)]' : 'grid-cols-[60px_minmax(0,1fr)] lg:grid-cols-[232px_minmax(0,1fr)]',
      )}
    >
      <a href="#content" className="skip-link rounded-ctl border border-line2 bg-bg2 px-3 py-1.5 text-fg1">
        Skip to content
      </a>
      <ModeStrip mode={session.mode} />
      <Sidebar system={wordSystem(health, isOffline)} />
      <Header connection={connection} health={health} onShortcuts={() => setHelpOpen(true)} />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-[1760px] min-w-0 px-5 pt-[18px] pb-[22px] outline-none max-sm:px-3 max-sm:pt-3 max-sm:pb-[84px]"
      >
        {isOffline ? <OfflineBanner retryIn={connection.retryIn} /> : null}
        {children}
      </main>
      <Footer health={health} atSeconds={lastHealthAtS} isOffline={isOffline} />
      <BottomBar />
      <ShortcutsSheet open={isHelpOpen} onOpenChange={setHelpOpen} />
    </div>
  );
}

function OfflineBanner({ retryIn }: { retryIn: string }) {
  return (
    <div
      role="alert"
      className="tint mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-panel px-3.5 py-2.5 [--tint:var(--danger)]"
    >
      <b className="font-semibold">The server can not be reached.</b>
      <span className="text-fg2">
        Engines run on the server and may still be trading. What you see is the last known state.
      </span>
      <span className="ml-auto text-fg2">{retryIn === 'now' ? 'trying now' : `next try in ${retryIn}`}</span>
    </div>
  );
}

function useShellKeys(openHelp: () => void): void {
  const navigate = useNavigate();
  const pages = NAV_PAGES.map((page) => [`g ${page.key}`, () => void navigate({ to: page.path })] as const);
  useHotkeys({
    ...Object.fromEntries(pages),
    '?': openHelp,
    t: () => cyclePreference('zone'),
    d: () => cyclePreference('density'),
    l: () => cyclePreference('theme'),
    '[': () => cyclePreference('sidebar'),
  });
}

/** Paper is the quiet default; live stands in the tab as well. */
function useTitle(session: SessionFacts): void {
  const isLive = session.mode?.execution === 'live';
  useEffect(() => {
    document.title = isLive ? `LIVE · Riptide ${VERSION}` : `Riptide ${VERSION}`;
  }, [isLive]);
}
