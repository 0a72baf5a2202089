import { StrictMode } from 'react';
import { GateScreen } from '../features/gate/gate-screen.tsx';
import type { GatePorts } from '../features/gate/use-gate.ts';
import { browserClock } from '../lib/browser-clock.ts';
import type { EarlyAnswers } from '../lib/early-answers.ts';
import { nextPath } from '../lib/gate-redirect.ts';
import { rememberNotice, takeNotice } from './next-notice.ts';
import { makeRoot } from '../lib/react-root.ts';

const ports: Omit<GatePorts, 'fetch' | 'earlyStartMs'> = {
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

/** Draws the gate; what it asks first may have been asked already. */
export function mountGate(root: HTMLElement, early: EarlyAnswers): void {
  const all: GatePorts = { ...ports, fetch: early.fetch, earlyStartMs: (path) => early.startedMs(path) };
  makeRoot(root).render(
    <StrictMode>
      <GateScreen ports={all} />
    </StrictMode>,
  );
  const text = takeNotice();
  if (text !== null) showToast('success', text);
}
