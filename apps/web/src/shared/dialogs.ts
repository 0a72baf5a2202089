import { useSyncExternalStore } from 'react';

/** The dialogs of the frame, which anything on the page may open. */
export type DialogName = 'kill-switch' | 'palette' | 'go-live' | 'account' | 'shortcuts' | 'notifications';

let open: DialogName | null = null;
const listeners = new Set<() => void>();

function set(next: DialogName | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Opens a dialog of the frame in place of the one that is open. */
export function openDialog(name: DialogName): void {
  set(name);
}

/** Gives whether a dialog of the frame is open, and opens or closes it. */
export function useDialog(name: DialogName): readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const now = useSyncExternalStore(subscribe, () => open);
  return [
    now === name,
    (isOpen) => {
      // Closing one that another has replaced closes nothing.
      if (isOpen) set(name);
      else if (open === name) set(null);
    },
  ];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
