import { Suspense, useState, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Button } from './button.tsx';

/** Draws parts that are loaded apart, and says so where they can not be. */
export function LoadedApart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary FallbackComponent={NotLoaded}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** Tells whether something is open or has been: from then on it stays drawn, and keeps what it holds. */
export function useOnceOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return isOpen || wasOpen;
}

function NotLoaded() {
  return (
    <div
      role="alert"
      className="tint fixed inset-x-3 bottom-12 z-50 mx-auto flex w-fit max-w-[calc(100vw-24px)] flex-wrap items-center gap-3 rounded-panel bg-bg1 px-3.5 py-2.5 text-sm [--tint:var(--danger)]"
    >
      <span>This part of the page could not be loaded.</span>
      <Button size="sm" onClick={() => window.location.reload()}>
        Reload page
      </Button>
    </div>
  );
}
