import { preload } from '../lib/lazy-part.tsx';

const load = () => import('sonner');
preload(load);

/** How often what stands on the page was said; by the id of its toast. */
const said = new Map<string, number>();

interface ToastOptions {
  /** Another toast of this id takes its place, and counts. */
  readonly id: string;
  readonly description?: string;
}

/** Shows a toast; the same again while it stands is one that counts. What draws them is loaded when the page is at rest, or with the first of them. */
export function showToast(tone: 'success' | 'warning' | 'error', text: string, options: ToastOptions): void {
  load().then(
    ({ toast }) => {
      const count = (said.get(options.id) ?? 0) + 1;
      said.set(options.id, count);
      const forget = (): void => void said.delete(options.id);
      toast[tone](count === 1 ? text : `${text} ×${count}`, { ...options, onDismiss: forget, onAutoClose: forget });
    },
    (e: unknown) => console.warn(`A toast could not be loaded: ${text}`, e),
  );
}
