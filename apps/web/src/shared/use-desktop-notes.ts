import type { NotificationRow } from '@riptide/contracts/calls';
import { useEffect } from 'react';
import { useRuntime } from '../lib/runtime.tsx';

const GRAVE: readonly NotificationRow['severity'][] = ['WARN', 'ERROR', 'CRITICAL'];
/** Told whatever their severity: what a person waits for. */
const AWAITED: readonly NotificationRow['event'][] = ['trade_closed', 'arbitrage_closed', 'decision_proposed'];

/** Shows what happens as notes of the desktop while the page is not in view; what happened before stays in the bell. Mount once. */
export function useDesktopNotes(): void {
  const { stream } = useRuntime();
  useEffect(
    () =>
      stream.on('notifications', ({ kind, payload }) => {
        if (kind === 'snapshot' || document.visibilityState === 'visible') return;
        for (const { id, event, severity, title, body, is_read: isRead } of payload.notifications) {
          if (isRead || !(GRAVE.includes(severity) || AWAITED.includes(event))) continue;
          void show({ tag: String(id), title, body });
        }
      }),
    [stream],
  );
}

/** Nothing of it is needed before the first note. */
async function show(note: { readonly tag: string; readonly title: string; readonly body: string }): Promise<void> {
  try {
    const { showDesktopNote } = await import('../lib/desktop-notes.ts');
    showDesktopNote(note);
  } catch (e) {
    console.warn('A note could not be shown on the desktop; it stands in the bell.', e);
  }
}
