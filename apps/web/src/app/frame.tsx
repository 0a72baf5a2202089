import { gateLock } from '@riptide/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { useAccountCheck, useLogout } from '../features/account/use-account-session.ts';
import { useGoLive } from '../features/checklists/use-go-live.ts';
import { KillButton } from '../features/kill-switch/kill-button.tsx';
import { CriticalBanner } from '../features/notices/critical-banner.tsx';
import { NotificationBell } from '../features/notices/notification-bell.tsx';
import { useNotificationFeed } from '../features/notices/use-notifications.ts';
import type { PaletteItem } from '../features/palette/palette-items.ts';
import { ProposalSlot } from '../features/notices/proposal-slot.tsx';
import { PaletteField, PaletteHost } from '../features/palette/palette-host.tsx';
import { NAV_PAGES } from '../features/shell/nav-pages.ts';
import { Shell } from '../features/shell/shell.tsx';
import type { SessionFacts } from '../features/shell/use-session.ts';
import { problemText } from '../lib/api-problem.ts';
import { signOutBy } from '../lib/gate-redirect.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { cyclePreference } from '../lib/preferences.ts';
import { useRuntime } from '../lib/runtime.tsx';
import { useAccount } from '../shared/account.ts';
import { openDialog, type DialogName } from '../shared/dialogs.ts';
import { notify } from '../shared/notify.ts';
import { useKillState } from '../shared/use-kill-state.ts';
import { useAppearanceSync } from '../shared/use-appearance-sync.ts';
import { FrameDialogs } from './frame-dialogs.tsx';
import { rememberNotice } from './next-notice.ts';

const KillBanner = lazyPart(() => import('../features/kill-switch/kill-banner.tsx').then((each) => each.KillBanner));

const PAGE_ITEMS: readonly PaletteItem[] = NAV_PAGES.map(({ path, label, description, key }) => ({
  id: `page:${path}`,
  group: 'Pages',
  title: label,
  note: `${description} · g ${key}`,
  words: 'page open go',
  act: { kind: 'go', to: path },
}));

/** Puts the frame together: the shell and what every page has, each from its own feature. */
export function Frame({ session, children }: { session: SessionFacts; children: ReactNode }) {
  useNotificationFeed();
  useAccountCheck();
  useAppearanceSync();
  const goLive = useGoLive().data ?? null;
  const signOut = useSignOut();
  const command = useCommands();
  const isKillOn = (useKillState().data?.level ?? 0) > 0;
  return (
    <Shell
      session={session}
      goLive={goLive}
      search={<PaletteField />}
      tools={
        <>
          <KillButton />
          <NotificationBell />
        </>
      }
      topBanner={
        <>
          {isKillOn ? (
            <Suspense fallback={null}>
              <KillBanner />
            </Suspense>
          ) : null}
          <CriticalBanner />
          <ProposalSlot />
        </>
      }
      onSignOut={signOut}
    >
      {children}
      <FrameDialogs />
      <PaletteHost pages={PAGE_ITEMS} onCommand={command} />
    </Shell>
  );
}

const DIALOGS: readonly string[] = ['kill-switch', 'go-live', 'notifications', 'shortcuts', 'account'];

function useCommands(): (command: string) => void {
  const client = useQueryClient();
  const { clock } = useRuntime();
  return (command) => {
    if (DIALOGS.includes(command)) {
      openDialog(command as DialogName);
      return;
    }
    if (command === 'refresh') void client.invalidateQueries({ refetchType: 'active' });
    else if (command === 'copy-link') void copyLink(clock.nowMs());
    else if (command === 'theme' || command === 'density' || command === 'zone' || command === 'sidebar')
      cyclePreference(command);
  };
}

async function copyLink(atMs: number): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.href);
    notify({ tone: 'success', text: 'Link copied', atMs });
  } catch (e) {
    notify({ tone: 'error', text: 'The link could not be copied', note: String(e), atMs });
  }
}

/** Ends the account session where there is one, else the gate session. */
function useSignOut(): () => void {
  const { call, clock } = useRuntime();
  const account = useAccount();
  const logout = useLogout();
  const lock = async (): Promise<void> => {
    try {
      await signOutBy(async () => {
        await call(gateLock);
        rememberNotice('Logged out successfully');
      });
    } catch (e) {
      notify({ tone: 'error', text: problemText(e, 'Could not sign out'), atMs: clock.nowMs() });
    }
  };
  return () => {
    if (account === null) void lock();
    else logout.mutate({ body: {} });
  };
}
