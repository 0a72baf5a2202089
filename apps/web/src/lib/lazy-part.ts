import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

type Load = () => Promise<unknown>;

/** A page that never rests loads its parts all the same. */
const IDLE_TIMEOUT_MS = 2000;
const IDLE_FALLBACK_MS = 300;

const waiting: Load[] = [];
let isStarted = false;

/** A part that waits for a click: it is loaded when the page is at rest, so that the click waits for nothing. */
// oxlint-disable-next-line typescript/no-explicit-any -- as the library's own types of lazy components say
export function lazyPart<C extends ComponentType<any>>(load: () => Promise<C>): LazyExoticComponent<C> {
  preload(load);
  return lazy(async () => ({ default: await load() }));
}

/** Loads something when the page is at rest, in the order asked for. */
export function preload(load: Load): void {
  if (isStarted) whenIdle(() => start(load));
  else waiting.push(load);
}

/** Begins to load what waits; called once by the running app. */
export function startPreloading(): void {
  isStarted = true;
  for (const load of waiting.splice(0)) whenIdle(() => start(load));
}

function start(load: Load): void {
  load().catch((e: unknown) =>
    console.warn('A part could not be loaded ahead; it is tried again when it is needed.', e),
  );
}

function whenIdle(act: () => void): void {
  const ask = (): void => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: IDLE_TIMEOUT_MS });
    else globalThis.setTimeout(act, IDLE_FALLBACK_MS);
  };
  if (document.readyState === 'complete') ask();
  else window.addEventListener('load', ask, { once: true });
}
