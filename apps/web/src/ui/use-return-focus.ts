import { useRef } from 'react';

interface FocusHandlers {
  readonly onOpenAutoFocus: () => void;
  readonly onCloseAutoFocus: (event: Event) => void;
}

/** Gives the focus back to where it was when a dialog opened; by themselves dialogs know only a trigger of their own, which ours have not. */
export function useReturnFocus(): FocusHandlers {
  const before = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      if (before.current?.isConnected === true) before.current.focus();
    },
  };
}
