import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { GateScreen } from '../features/gate/gate-screen.tsx';
import type { GatePorts } from '../features/gate/use-gate.ts';
import { browserClock } from '../lib/browser-clock.ts';
import { nextPath } from '../lib/gate-redirect.ts';
import { rememberGranted } from './granted-notice.ts';

const ports: GatePorts = {
  fetch: (input, init) => window.fetch(input, init),
  clock: browserClock,
  enter(how) {
    if (how === 'unlocked') rememberGranted();
    window.location.replace(nextPath(window.location.search));
  },
  toastError(text) {
    import('./gate-toasts.tsx').then(
      (toasts) => toasts.showGateError(text),
      (e: unknown) => console.warn('The toast could not be loaded; the text stands under the field.', e),
    );
  },
};

/** Draws the gate. */
export function mountGate(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <GateScreen ports={ports} />
    </StrictMode>,
  );
}
