import type { NotificationRow } from '@riptide/contracts/calls';
import { Link } from '@tanstack/react-router';
import { OctagonAlert } from 'lucide-react';
import { formatClock } from '../../lib/format-time.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { openDialog } from '../../shared/dialogs.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { hrefOf } from './notice-model.ts';
import { useMarkRead } from './use-notifications.ts';

interface CriticalNoticeProps {
  readonly newest: NotificationRow;
  /** All that are unread, the newest among them. */
  readonly unread: readonly NotificationRow[];
}

/** The newest unread critical event, how many more there are, and what to do; one that is over says so, and since when. */
export function CriticalNotice({ newest, unread }: CriticalNoticeProps) {
  const markRead = useMarkRead();
  const { zone } = usePreferences();
  const href = hrefOf(newest);
  const endedAt = newest.ended_at;
  const isOver = endedAt !== null;
  return (
    <section
      aria-label="Critical"
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-5 py-1.5 max-sm:px-3',
        isOver ? 'border-line2 bg-bg2' : 'border-danger bg-[color-mix(in_srgb,var(--danger)_16%,var(--bg0))]',
      )}
    >
      <OctagonAlert size={17} className={cn('flex-none', isOver ? 'text-warn' : 'text-danger')} aria-hidden />
      <span role="alert" className="min-w-0 flex-1 text-sm break-words text-fg1">
        <b className="font-semibold">{newest.title}</b>
        {newest.count > 1 ? ` ×${newest.count}` : ''}{' '}
        {isOver ? <b className="font-semibold text-ok">over since {formatClock(endedAt * 1000, zone)}. </b> : null}
        <span className="text-fg2">{newest.body}</span>
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
