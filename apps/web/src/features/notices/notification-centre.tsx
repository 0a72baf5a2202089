import { Popover } from 'radix-ui';
import { useState, type RefObject } from 'react';
import { markNoticesRead, useNotices } from '../../shared/notify.ts';
import { ErrorState } from '../../shared/panel-states.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { BellLineItem } from './bell-line-item.tsx';
import { filterLines, mergeLines, type SeverityFilter } from './notice-model.ts';
import { useMarkRead, useNotifications } from './use-notifications.ts';

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'WARN', label: 'Warnings' },
  { value: 'ERROR', label: 'Errors' },
  { value: 'CRITICAL', label: 'Critical' },
] as const;

interface NotificationCentreProps {
  readonly bell: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** What hangs below the bell while it is open. */
export function NotificationCentre({ bell, onClose }: NotificationCentreProps) {
  const { notices, unread } = useNotices();
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={bell} />
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label="Notifications"
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // Who clicked elsewhere has the focus there.
            if (document.activeElement === document.body) bell.current?.focus();
          }}
          onInteractOutside={(event) => {
            // The bell's own click decides, or it would close here and open again there.
            if (bell.current?.contains(event.target as Node)) event.preventDefault();
          }}
          className="z-40 flex max-h-[70vh] w-[400px] max-w-[calc(100vw-16px)] animate-pop flex-col overflow-hidden rounded-panel border border-line2 bg-bg2 shadow-pop"
        >
          <Centre notices={notices} unreadLocal={unread} onLeave={onClose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface CentreProps {
  readonly notices: Parameters<typeof mergeLines>[1];
  readonly unreadLocal: number;
  readonly onLeave: () => void;
}

function Centre({ notices, unreadLocal, onLeave }: CentreProps) {
  const [filter, setFilter] = useState<SeverityFilter>('all');
  const query = useNotifications();
  const markRead = useMarkRead();
  const lines = filterLines(mergeLines(query.data?.rows ?? [], notices, unreadLocal), filter);
  const markAll = (): void => {
    markNoticesRead();
    if ((query.data?.unread ?? 0) > 0) markRead.mutate({ body: { all: true } });
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line1 px-3.5 py-2.5">
        <h2 className="text-base font-semibold">Notifications</h2>
        <span className="flex-1" />
        <Button
          size="xs"
          look="ghost"
          disabled={(query.data?.unread ?? 0) + unreadLocal === 0}
          pending={markRead.isPending}
          onClick={markAll}
        >
          Mark all read
        </Button>
        <Segmented label="Severity" value={filter} segments={FILTERS} onChange={setFilter} />
      </div>
      {query.isError ? (
        <ErrorState
          error={query.error}
          fallback="Notifications can not be loaded"
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {lines.length === 0 && !query.isError ? (
        <p className="px-3.5 py-6 text-center text-fg2">
          {filter === 'all' ? 'Nothing has happened yet.' : 'Nothing of this severity. Choose All to see the rest.'}
        </p>
      ) : null}
      <ul className="min-h-0 overflow-auto">
        {lines.map((line) => (
          <BellLineItem key={line.key} line={line} onLeave={onLeave} />
        ))}
      </ul>
      <p className="border-t border-line1 px-3.5 py-1.5 text-2xs text-fg3">
        Kept 30 days on the server; toasts of this page until it is closed.
      </p>
    </>
  );
}
