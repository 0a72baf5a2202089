import { Bell, CircleAlert, CircleCheck } from 'lucide-react';
import { Popover } from 'radix-ui';
import { formatClock, formatExact } from '../../lib/format-time.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { markNoticesRead, useNotices, type Notice } from '../../shared/notify.ts';
import { Button } from '../../ui/button.tsx';

/** Every toast of this page's life, so that none has to be read in four seconds. */
export function NotificationBell() {
  const { notices, unread } = useNotices();
  return (
    <Popover.Root onOpenChange={(isOpen) => isOpen && markNoticesRead()}>
      <Popover.Trigger asChild>
        <Button
          size="icon"
          className="relative"
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        >
          <Bell size={16} aria-hidden />
          {unread === 0 ? null : (
            <span
              aria-hidden
              className="absolute -top-1 -right-1 min-w-4 rounded-full bg-danger-bg text-center text-[10px] leading-4 font-bold text-on-danger"
            >
              {unread}
            </span>
          )}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label="Notifications"
          className="z-40 max-h-[60vh] w-[340px] max-w-[calc(100vw-16px)] animate-pop overflow-auto rounded-panel border border-line2 bg-bg2 shadow-pop"
        >
          <h2 className="border-b border-line1 px-3.5 py-2.5 text-base font-semibold">Notifications</h2>
          {notices.length === 0 ? (
            <p className="px-3.5 py-5 text-center text-fg2">Nothing has happened since this page was opened.</p>
          ) : null}
          <ul>
            {notices.map((notice) => (
              <NoticeLine key={notice.id} notice={notice} />
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function NoticeLine({ notice }: { notice: Notice }) {
  const { zone } = usePreferences();
  const Icon = notice.tone === 'success' ? CircleCheck : CircleAlert;
  return (
    <li className="flex gap-2.5 border-b border-line1 px-3.5 py-2 text-sm last:border-b-0">
      <Icon
        size={15}
        aria-hidden
        className={notice.tone === 'success' ? 'mt-0.5 flex-none text-ok' : 'mt-0.5 flex-none text-danger'}
      />
      <span className="min-w-0 flex-1">
        {notice.text}
        {notice.note === null ? null : <span className="block text-[12px] text-fg2">{notice.note}</span>}
      </span>
      <time
        title={formatExact(notice.atMs, zone)}
        dateTime={new Date(notice.atMs).toISOString()}
        className="text-2xs text-fg3"
      >
        {formatClock(notice.atMs, zone)}
      </time>
    </li>
  );
}
