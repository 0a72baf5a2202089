import { Suspense, useState, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Button } from '../ui/button.tsx';
import { useDialog, type DialogName } from './dialogs.ts';

/** The place of a dialog whose code is loaded apart: nothing until it is opened first. */
export function FrameDialog({ name, children }: { name: DialogName; children: ReactNode }) {
  const [isOpen] = useDialog(name);
  const [isWanted, setWanted] = useState(isOpen);
  if (isOpen && !isWanted) setWanted(true);
  return isWanted ? <LoadedApart>{children}</LoadedApart> : null;
}

/** Draws parts that are loaded apart, and says so where they can not be. */
export function LoadedApart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary FallbackComponent={NotLoaded}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
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
