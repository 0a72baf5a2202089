import { lazyPart } from '../../lib/lazy-part.tsx';
import { LoadedApart } from '../../ui/loaded-apart.tsx';
import { useNotifications } from './use-notifications.ts';

const CriticalNotice = lazyPart(() => import('./critical-notice.tsx').then((each) => each.CriticalNotice));

/** Unread critical events stand above every page until somebody says that they were seen; the kill switch has a banner of its own. */
export function CriticalBanner() {
  const rows = useNotifications().data?.rows ?? [];
  const unread = rows.filter(
    ({ severity, is_read, event }) => severity === 'CRITICAL' && !is_read && event !== 'kill_switch',
  );
  const standing = unread.find(({ ended_at: endedAt }) => endedAt === null);
  const newest = standing ?? unread[0];
  if (!newest) return null;
  return (
    <LoadedApart>
      <CriticalNotice newest={newest} unread={unread} />
    </LoadedApart>
  );
}
