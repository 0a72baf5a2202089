import { lazy, useState, type ComponentProps, type ComponentType } from 'react';

type Load = () => Promise<unknown>;

/** A page that never rests loads its parts all the same. */
const IDLE_TIMEOUT_MS = 2000;
const IDLE_FALLBACK_MS = 300;

const waiting: Load[] = [];
let isStarted = false;

/**
 * A part that waits for a click: it is loaded when the page is at rest, so that the click waits for nothing. Once it is loaded it is drawn at
 * once; before that it suspends.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as the library's own types of lazy components say
export function lazyPart<C extends ComponentType<any>>(load: () => Promise<C>): ComponentType<ComponentProps<C>> {
  let loaded: C | null = null;
  const loadOnce = async (): Promise<C> => (loaded ??= await load());
  const Later = lazy(async () => ({ default: await loadOnce() })) as unknown as C;
  preload(loadOnce);
  return function Part(props: ComponentProps<C>) {
    // Chosen once: another kind of component in the same place would begin anew.
    const [Chosen] = useState<ComponentType<ComponentProps<C>>>(() => loaded ?? Later);
    return <Chosen {...props} />;
  };
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

/** Loads everything that waits, and what that brings along; for tests, where a click finds its part there. */
export async function loadAllParts(): Promise<void> {
  while (waiting.length > 0) await Promise.all(waiting.splice(0).map((load) => load()));
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
