import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useNotifications } from './use-notifications.ts';

const CriticalNotice = lazyPart(() => import('./critical-notice.tsx').then((each) => each.CriticalNotice));

/** Unread critical events stand above every page until somebody says that they were seen; the kill switch has a banner of its own. */
export function CriticalBanner() {
  const rows = useNotifications().data?.rows ?? [];
  const unread = rows.filter(
    ({ severity, is_read, event }) => severity === 'CRITICAL' && !is_read && event !== 'kill_switch',
  );
  const [newest] = unread;
  if (!newest) return null;
  return (
    <Suspense fallback={null}>
      <CriticalNotice newest={newest} unread={unread} />
    </Suspense>
  );
}
