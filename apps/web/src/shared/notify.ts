import { useSyncExternalStore } from 'react';
import { showToast } from './toast.ts';

export interface Notice {
  readonly id: number;
  readonly tone: 'success' | 'error';
  readonly text: string;
  readonly note: string | null;
  readonly atMs: number;
}

interface NoticeLog {
  readonly notices: readonly Notice[];
  readonly unread: number;
}

/** Notices kept; the oldest leave first. */
const KEPT = 100;

let log: NoticeLog = { notices: [], unread: 0 };
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: NoticeLog): void {
  log = next;
  for (const listener of listeners) listener();
}

interface NoticeInput {
  readonly tone: Notice['tone'];
  readonly text: string;
  readonly note?: string | null;
  readonly atMs: number;
}

/** Shows a toast and keeps it in the bell, so that nobody has to read it within four seconds. */
export function notify({ tone, text, note = null, atMs }: NoticeInput): void {
  showToast(tone, text, { id: `${tone}:${text}`, ...(note === null ? {} : { description: note }) });
  const notice: Notice = { id: nextId, tone, text, note, atMs };
  nextId += 1;
  set({ notices: [notice, ...log.notices].slice(0, KEPT), unread: log.unread + 1 });
}

/** Marks all notices as seen. */
export function markNoticesRead(): void {
  if (log.unread > 0) set({ ...log, unread: 0 });
}

/** Gives the notices of this page's life, newest first. */
export function useNotices(): NoticeLog {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => log,
  );
}
