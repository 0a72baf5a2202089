import { lazyPart } from '../lib/lazy-part.tsx';
import { FrameDialog } from '../shared/frame-dialog.tsx';
import { rememberNotice } from './next-notice.ts';

// The kill switch first: who reaches for it is in a hurry.
const KillDialog = lazyPart(() => import('../features/kill-switch/kill-dialog.tsx').then((each) => each.KillDialog));
const GoLiveDialog = lazyPart(() =>
  import('../features/checklists/go-live-dialog.tsx').then((each) => each.GoLiveDialog),
);
const AccountDialog = lazyPart(() =>
  import('../features/account/account-dialog.tsx').then((each) => each.AccountDialog),
);
const ShortcutsSheet = lazyPart(() =>
  import('../features/shell/shortcuts-sheet.tsx').then((each) => each.ShortcutsSheet),
);

/** The dialogs that every page has, each loaded apart. */
export function FrameDialogs() {
  return (
    <>
      <FrameDialog name="kill-switch">
        <KillDialog />
      </FrameDialog>
      <FrameDialog name="go-live">
        <GoLiveDialog />
      </FrameDialog>
      <FrameDialog name="account">
        <AccountDialog
          onLoggedIn={(welcome) => {
            rememberNotice(welcome);
            window.location.reload();
          }}
        />
      </FrameDialog>
      <FrameDialog name="shortcuts">
        <ShortcutsSheet />
      </FrameDialog>
    </>
  );
}
