import type { NotificationRow } from '@riptide/contracts/calls';
import { useEffect } from 'react';
import { useRuntime } from '../lib/runtime.tsx';
import { playSound, type SoundKind } from '../lib/sounds.ts';

/** Plays sounds for what happens while the page is open; what happened before, or while it was hidden, stays silent. Mount once. */
export function useSounds(): void {
  const { stream } = useRuntime();
  useEffect(
    () =>
      stream.on('notifications', ({ kind, payload }) => {
        if (kind === 'snapshot' || document.visibilityState === 'hidden') return;
        const sounds = new Set(payload.notifications.filter((row) => !row.is_read).map(soundOf));
        for (const sound of sounds) if (sound !== null) playSound(sound);
      }),
    [stream],
  );
}

/** Chooses the sound of a notification; null has none. */
function soundOf({ event, severity, title, body }: NotificationRow): SoundKind | null {
  switch (event) {
    case 'kill_switch':
    case 'daily_loss':
    case 'liquidated':
      return 'kill';
    case 'fill':
    case 'arbitrage_opened':
      return 'fill';
    case 'trade_closed':
    case 'arbitrage_closed':
      return /stop/i.test(`${title} ${body}`) ? 'stop' : 'target';
    default:
      return severity === 'ERROR' || severity === 'CRITICAL' ? 'error' : null;
  }
}
