import { getNotifications, readNotifications, type NotificationRow } from '@riptide/contracts/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRuntime } from '../../lib/runtime.tsx';
import { useFallbackInterval } from '../../lib/use-stream-state.ts';
import { showToast } from '../../shared/toast.ts';
import { useCommand } from '../../shared/use-command.ts';
import { applyRows } from './notice-model.ts';

/** Rows kept on screen; older ones are on the server for 30 days. */
const KEPT = 200;
const FALLBACK_MS = 10_000;
const KEY = [getNotifications.path] as const;

interface Centre {
  readonly rows: readonly NotificationRow[];
  readonly unread: number;
}

/** Writes pushed notifications into the cache and shows warnings and worse as toasts; mount once. */
export function useNotificationFeed(): void {
  const { stream } = useRuntime();
  const client = useQueryClient();
  useEffect(
    () =>
      stream.on('notifications', ({ kind, payload }) => {
        const before = client.getQueryData<Centre>(KEY);
        const known = kind === 'snapshot' ? [] : (before?.rows ?? []);
        client.setQueryData<Centre>(KEY, {
          rows: applyRows(known, payload.notifications, KEPT),
          unread: payload.unread,
        });
        if (kind === 'update') for (const row of payload.notifications) toastOf(row);
      }),
    [stream, client],
  );
}

/** What a person did here has its own toast, and what is critical its banner. Many of one kind are one toast that counts; the bell has each. */
function toastOf({ severity, title, body, is_read }: NotificationRow): void {
  if (is_read || (severity !== 'WARN' && severity !== 'ERROR')) return;
  const options = { id: `server:${severity}:${title}`, ...(body === '' ? {} : { description: body }) };
  showToast(severity === 'ERROR' ? 'error' : 'warning', title, options);
}

/** Gives the notification centre of the server: pushed, else asked every ten seconds. */
export function useNotifications() {
  const { call } = useRuntime();
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }): Promise<Centre> => {
      const { notifications, unread } = await call(getNotifications, { query: { limit: KEPT } }, signal);
      return { rows: notifications, unread };
    },
    refetchInterval: useFallbackInterval(FALLBACK_MS),
    staleTime: FALLBACK_MS,
  });
}

/** Marks notifications as read on the server. */
export function useMarkRead() {
  return useCommand(readNotifications, {
    failed: 'The notifications could not be marked as read',
    refresh: [getNotifications],
  });
}
