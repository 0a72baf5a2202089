import { useRef } from 'react';

interface FocusHandlers {
  readonly onOpenAutoFocus: () => void;
  readonly onCloseAutoFocus: (event: Event) => void;
}

/** What opened the dialog before: a dialog that is opened out of another, which is gone by then, gives the focus back to it. */
let lastOpener: HTMLElement | null = null;

/** Gives the focus back to where it was when a dialog opened; by themselves dialogs know only a trigger of their own, which ours have not. */
export function useReturnFocus(): FocusHandlers {
  const before = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      const { activeElement, body } = document;
      before.current = activeElement instanceof HTMLElement && activeElement !== body ? activeElement : lastOpener;
      lastOpener = before.current;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const { activeElement, body } = document;
      // Whoever took the focus meanwhile keeps it: a dialog that was opened out of this one.
      if (activeElement !== null && activeElement !== body) return;
      lastOpener = null;
      if (before.current?.isConnected === true) before.current.focus();
    },
  };
}
