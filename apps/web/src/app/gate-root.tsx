import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { GateScreen } from '../features/gate/gate-screen.tsx';
import type { GatePorts } from '../features/gate/use-gate.ts';
import { browserClock } from '../lib/browser-clock.ts';
import { nextPath } from '../lib/gate-redirect.ts';
import { rememberNotice, takeNotice } from './next-notice.ts';

const ports: GatePorts = {
  fetch: (input, init) => window.fetch(input, init),
  clock: browserClock,
  enter(how) {
    if (how === 'unlocked') rememberNotice('Access granted!');
    window.location.replace(nextPath(window.location.search));
  },
  toastError(text) {
    showToast('error', text);
  },
};

function showToast(tone: 'error' | 'success', text: string): void {
  import('./gate-toasts.tsx').then(
    (toasts) => toasts.showGateToast(tone, text),
    (e: unknown) => console.warn(`A toast could not be loaded: ${text}`, e),
  );
}

/** Draws the gate. */
export function mountGate(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <GateScreen ports={ports} />
    </StrictMode>,
  );
  const text = takeNotice();
  if (text !== null) showToast('success', text);
}
