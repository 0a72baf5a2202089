import { Toaster } from 'sonner';
import { usePreferences } from '../lib/preferences.ts';

/** Shows toasts at the top right for four seconds, below the header so that its buttons stay free. */
export function ToastHost({ topPx }: { topPx: number }) {
  const { theme } = usePreferences();
  return (
    <Toaster
      position="top-right"
      duration={4000}
      visibleToasts={3}
      closeButton
      theme={theme}
      offset={{ top: topPx, right: 16 }}
      mobileOffset={{ top: topPx, left: 12, right: 12 }}
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
