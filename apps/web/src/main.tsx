import './styles.css';
import { cleanStart } from './lib/clean-start.ts';
import { VERSION } from './lib/version.ts';

/** The loading screen leaves at the first content, at most after a second. */
const BOOT_SCREEN_MS = 1000;

function hideBootScreen(): void {
  document.getElementById('boot')?.classList.add('gone');
}

async function boot(): Promise<void> {
  document.title = `Riptide ${VERSION}`;
  window.setTimeout(hideBootScreen, BOOT_SCREEN_MS);
  const root = document.getElementById('root');
  if (!root) throw new Error('Invariant: the page has no #root');
  // The gate and the app load apart: the gate needs neither router nor widgets.
  if (window.location.pathname.startsWith('/gate')) (await import('./app/gate-root.tsx')).mountGate(root);
  else (await import('./app/app-root.tsx')).mountApp(root);
  hideBootScreen();
}

cleanStart(VERSION).catch((e: unknown) => console.warn('Old caches could not be cleared.', e));
boot().catch((e: unknown) => {
  hideBootScreen();
  const root = document.getElementById('root');
  if (root) root.textContent = `Something went wrong. ${String(e)}`;
});
