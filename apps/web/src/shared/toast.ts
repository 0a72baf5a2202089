import { preload } from '../lib/lazy-part.tsx';

const load = () => import('sonner');
preload(load);

interface ToastOptions {
  /** Another toast of this id takes its place. */
  readonly id: string;
  readonly description?: string;
}

/** Shows a toast. What draws them is loaded when the page is at rest, or with the first of them. */
export function showToast(tone: 'success' | 'warning' | 'error', text: string, options: ToastOptions): void {
  load().then(
    ({ toast }) => toast[tone](text, options),
    (e: unknown) => console.warn(`A toast could not be loaded: ${text}`, e),
  );
}
