import { Bell } from 'lucide-react';
import { useRef } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useDialog } from '../../shared/dialogs.ts';
import { useNotices } from '../../shared/notify.ts';
import { Button } from '../../ui/button.tsx';
import { LoadedApart } from '../../ui/loaded-apart.tsx';
import { useNotifications } from './use-notifications.ts';

const Centre = lazyPart(() => import('./notification-centre.tsx').then((each) => each.NotificationCentre));

/** The notification centre: what the server tells, and every toast of this page, so that none has to be read in four seconds. */
export function NotificationBell() {
  const [isOpen, setOpen] = useDialog('notifications');
  const bell = useRef<HTMLButtonElement>(null);
  const unread = (useNotifications().data?.unread ?? 0) + useNotices().unread;
  return (
    <>
      <Button
        ref={bell}
        size="icon"
        className="relative flex-none"
        title="Notifications (N)"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Bell size={16} aria-hidden />
        {unread === 0 ? null : (
          <span
            aria-hidden
            className="absolute -top-1 -right-1 min-w-4 rounded-full bg-danger-bg px-[3px] text-center text-[10px] leading-4 font-bold text-on-danger"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </Button>
      {isOpen ? (
        <LoadedApart>
          <Centre bell={bell} onClose={() => setOpen(false)} />
        </LoadedApart>
      ) : null}
    </>
  );
}
