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

let isSigningOut = false;
/** Goes on with what is held back, when the page stays. */
let held: (() => void)[] = [];

/** Ends the session and goes to the gate; what other calls learn of that meanwhile asks for no way back. */
export async function signOutBy(end: () => Promise<unknown>): Promise<void> {
  isSigningOut = true;
  try {
    await end();
  } catch (e) {
    isSigningOut = false;
    for (const goOn of held) goOn();
    held = [];
    throw e;
  }
  window.location.assign('/gate');
}

/** Holds back what a page asks while its session is being ended: it would be refused. It is asked when the end failed. */
export function heldWhileSigningOut(fetchNow: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (isSigningOut && (init?.method ?? 'GET') === 'GET') await new Promise<void>((goOn) => void held.push(goOn));
    return fetchNow(input, init);
  };
}

/** Sends the browser to the gate unless it is there already; what stands unsaved in forms is kept for the way back. */
export function leaveForGate(): void {
  const { pathname, search } = window.location;
  if (isSigningOut || pathname.startsWith('/gate')) return;
  keepForms();
  window.location.assign(gateAddress(pathname + search));
}
