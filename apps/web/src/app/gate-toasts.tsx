import { toast } from 'sonner';
import { ToastHost } from '../ui/toast-host.tsx';
import { makeRoot } from '../lib/react-root.ts';

let isMounted = false;

/** Shows a toast on the gate, which has no toast host of its own until the first one. */
export function showGateToast(tone: 'error' | 'success', text: string): void {
  if (!isMounted) {
    isMounted = true;
    const host = document.body.appendChild(document.createElement('div'));
    makeRoot(host).render(<ToastHost topPx={16} />);
  }
  toast[tone](text, { id: text });
}
