import { vi } from 'vitest';

// Runs before each file: its modules, with the state they hold, are its own, and the browser is as new. Packages stay loaded.
vi.resetModules();
vi.useRealTimers();
document.body.replaceChildren();
document.title = '';
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
localStorage.clear();
sessionStorage.clear();
window.history.replaceState(null, '', '/');
