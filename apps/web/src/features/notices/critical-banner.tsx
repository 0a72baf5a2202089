import { Link } from '@tanstack/react-router';
import { OctagonAlert } from 'lucide-react';
import { openDialog } from '../../shared/dialogs.ts';
import { Button } from '../../ui/button.tsx';
import { hrefOf } from './notice-model.ts';
import { useMarkRead, useNotifications } from './use-notifications.ts';

/** Unread critical events stand above every page until somebody says that they were seen; the kill switch has a banner of its own. */
export function CriticalBanner() {
  const rows = useNotifications().data?.rows ?? [];
  const markRead = useMarkRead();
  const unread = rows.filter(
    ({ severity, is_read, event }) => severity === 'CRITICAL' && !is_read && event !== 'kill_switch',
  );
  const [newest] = unread;
  if (!newest) return null;
  const href = hrefOf(newest);
  return (
    <section
      aria-label="Critical"
      data-keep-clear
      className="tint mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-panel px-3.5 py-2.5 [--tint:var(--danger)]"
    >
      <OctagonAlert size={17} className="flex-none" aria-hidden />
      <span role="alert" className="min-w-0 flex-1 text-sm break-words text-fg1">
        <b className="font-semibold">{newest.title}</b>
        {newest.count > 1 ? ` ×${newest.count}` : ''} <span className="text-fg2">{newest.body}</span>
      </span>
      {unread.length > 1 ? (
        <Button size="sm" look="ghost" onClick={() => openDialog('notifications')}>
          {unread.length - 1} more
        </Button>
      ) : null}
      {href === null ? null : (
        <Link to={href} className="inline-flex min-h-6 items-center text-sm font-[550] underline underline-offset-3">
          Open
        </Link>
      )}
      <Button
        size="sm"
        pending={markRead.isPending}
        onClick={() => markRead.mutate({ body: { ids: unread.map(({ id }) => id).slice(0, 500) } })}
      >
        Seen
      </Button>
    </section>
  );
}
