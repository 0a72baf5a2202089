import type { ReactNode } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import { useNow } from '../../lib/use-now.ts';
import { useStreamState } from '../../lib/use-stream-state.ts';
import { liveVenues, useExecution } from '../../shared/use-execution.ts';
import { useHealth, useKnownHealth } from '../../shared/use-health.ts';
import { SecondDrawing } from '../../shared/second-drawing.tsx';
import { cn } from '../../ui/cn.ts';
import { BAR_PLACE, BottomBar } from './bottom-bar.tsx';
import { wordConnection } from './connection.ts';
import { FOOTER_PLACE, Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { ModeStrip } from './mode-strip.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopSlot } from './top-slot.tsx';
import { wordSystem } from './system-state.ts';
import type { SessionFacts } from './use-session.ts';
import { UpdateBanner } from './update-banner.tsx';
import { useShellKeys } from './use-shell-keys.ts';
import { useTabTitle } from './use-tab-title.ts';

interface ShellProps {
  readonly session: SessionFacts;
  /** Points of the go-live checklist; null while not known. */
  readonly goLive: { readonly done: number; readonly total: number } | null;
  readonly search: ReactNode;
  readonly tools: ReactNode;
  /** Stays below the header while the page scrolls. */
  readonly topBanner: ReactNode;
  readonly onSignOut: () => void;
  readonly children: ReactNode;
}

/** The frame around every page of the app. */
export function Shell({ session, goLive, search, tools, topBanner, onSignOut, children }: ShellProps) {
  const isRail = usePreferences().sidebar === 'rail';
  const health = useKnownHealth();
  const lastHealthAtS = useHealth().data?.atSeconds ?? null;
  const stream = useStreamState();
  const connection = wordConnection({ stream, ...session, nowMs: useNow() });
  const isOffline = connection.word === 'Offline';
  const system = wordSystem(health, isOffline);
  const mode = useShownMode(session);
  useShellKeys();
  useTabTitle(mode, system.tone);
  return (
    <div
      className={cn(
        'grid min-h-[calc(100vh+var(--banner-height,0px))] grid-rows-[auto_52px_1fr_28px] max-sm:grid-cols-[minmax(0,1fr)] max-sm:grid-rows-[auto_48px_1fr]',
        isRail ? 'grid-cols-[60px_minmax(0,1fr)]' : 'grid-cols-[60px_minmax(0,1fr)] lg:grid-cols-[232px_minmax(0,1fr)]',
      )}
    >
      <a href="#content" className="skip-link rounded-ctl border border-line2 bg-bg2 px-3 py-1.5 text-fg1">
        Skip to content
      </a>
      <ModeStrip mode={session.mode} goLive={goLive} />
      <Sidebar system={system} />
      <Header connection={connection} health={health} search={search} tools={tools} onSignOut={onSignOut} />
      <div className="min-w-0">
        <TopSlot>{topBanner}</TopSlot>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1760px] min-w-0 px-5 pt-[18px] pb-[22px] outline-none max-sm:px-3 max-sm:pt-3 max-sm:pb-[84px]"
        >
          {isOffline ? <OfflineBanner retryIn={connection.retryIn} /> : null}
          <UpdateBanner />
          {children}
        </main>
      </div>
      <SecondDrawing meanwhile={<footer className={FOOTER_PLACE} />}>
        <Footer
          health={health}
          atSeconds={lastHealthAtS}
          isOffline={isOffline}
          reasons={system.reasons}
          mode={mode === 'LIVE' ? 'live' : 'paper'}
        />
      </SecondDrawing>
      <SecondDrawing meanwhile={<nav className={BAR_PLACE} />}>
        <BottomBar />
      </SecondDrawing>
    </div>
  );
}

/** LIVE as soon as one venue is live. */
function useShownMode({ mode }: SessionFacts): 'PAPER' | 'LIVE' | null {
  const execution = useExecution().data;
  if (mode === null) return null;
  if (mode.execution === 'paper') return 'PAPER';
  return execution && liveVenues(execution).length === 0 ? 'PAPER' : 'LIVE';
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
