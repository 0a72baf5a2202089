import { Toaster } from 'sonner';
import { usePreferences } from '../lib/preferences.ts';
import { useClearOfToasts } from './use-clear-of-toasts.ts';

/** Shows toasts at the top right for four seconds, below the header, its banner and what was clicked last, so that their buttons stay free. */
export function ToastHost({ topPx }: { topPx: number }) {
  const { theme } = usePreferences();
  useClearOfToasts(topPx);
  // A banner below the header has buttons too; it says how tall it is.
  const top = `calc(${topPx}px + var(--banner-height, 0px) + var(--toast-clear, 0px))`;
  return (
    <Toaster
      position="top-right"
      duration={4000}
      visibleToasts={3}
      closeButton
      theme={theme}
      offset={{ top, right: 16 }}
      mobileOffset={{ top, left: 12, right: 12 }}
      toastOptions={{
        style: {
          background: 'var(--bg2)',
          color: 'var(--fg1)',
          border: '1px solid var(--line2)',
          borderRadius: 9,
        },
        className: 'font-sans!',
        classNames: {
          description: 'text-fg2!',
          success: 'border-l-[3px]! border-l-ok!',
          error: 'border-l-[3px]! border-l-danger!',
          warning: 'border-l-[3px]! border-l-warn!',
        },
      }}
    />
  );
}
