import { keepForms } from './kept-forms.ts';

/** Makes the gate's address that leads back to `path` after unlocking. */
export function gateAddress(path: string): string {
  return path === '/' || path.startsWith('/gate') ? '/gate' : `/gate?next=${encodeURIComponent(path)}`;
}

/** Reads where to go after unlocking; only a path of this app is obeyed, so that a link can't lead elsewhere. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next');
  return next !== null && /^\/app(?:[/?#]|$)/.test(next) && !next.includes('\\') ? next : '/app';
}

/** Sends the browser to the gate unless it is there already; what stands unsaved in forms is kept for the way back. */
export function leaveForGate(): void {
  const { pathname, search } = window.location;
  if (pathname.startsWith('/gate')) return;
  keepForms();
  window.location.assign(gateAddress(pathname + search));
}
