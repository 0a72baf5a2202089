import { useId, type ReactNode } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { problemDetails } from '../lib/api-problem.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { CopyButton } from './copy-button.tsx';

interface PanelProps {
  readonly title: ReactNode;
  /** Beside the title: counts, tags. */
  readonly note?: ReactNode;
  /** How old the data are: on phones it stays beside the title where what is pressed goes to a row below. */
  readonly age?: ReactNode;
  /** At the right end: filters, buttons. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** A part of a panel around it: without a frame, its title one level below. */
  readonly isInner?: boolean;
  readonly className?: string | undefined;
}

/** A titled region whose render failure stays its own. */
export function Panel({ title, note, age, actions, children, isInner = false, className }: PanelProps) {
  const id = useId();
  const Title = isInner ? 'h3' : 'h2';
  return (
    <section
      aria-labelledby={id}
      // Isolated, a panel that did not change is not painted anew because one beside it did.
      className={cn('flex min-w-0 flex-col', !isInner && 'isolate rounded-panel border border-line1 bg-bg1', className)}
    >
      <header className="flex min-h-[42px] flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line1 px-3.5 py-1.5 max-sm:justify-end max-sm:py-2">
        <span className="sm:contents max-sm:mr-auto max-sm:grow max-sm:flex max-sm:max-w-[calc(100%-64px)] max-sm:min-w-0 max-sm:flex-wrap max-sm:items-center max-sm:gap-x-2 max-sm:gap-y-1">
          <Title id={id} className="text-base font-semibold">
            {title}
          </Title>
          {note}
        </span>
        <span className="ml-auto flex max-w-full min-w-0 flex-wrap items-center justify-end gap-x-2 gap-y-1.5 max-sm:contents">
          {age}
          <span className="contents max-sm:flex max-sm:max-w-full max-sm:min-w-0 max-sm:flex-wrap max-sm:items-center max-sm:justify-end max-sm:gap-x-2 max-sm:gap-y-1.5 max-sm:empty:hidden">
            {actions}
          </span>
        </span>
      </header>
      <ErrorBoundary FallbackComponent={PanelFailure}>{children}</ErrorBoundary>
    </section>
  );
}

function PanelFailure({ error, resetErrorBoundary }: FallbackProps) {
  return (
    <div role="alert" className="flex flex-col items-start gap-2 p-3.5 text-sm">
      <b className="font-semibold">Something went wrong.</b>
      <span className="text-fg2">{problemDetails(error)}</span>
      <span className="flex gap-2">
        <Button size="sm" onClick={resetErrorBoundary}>
          Reload panel
        </Button>
        <CopyButton text={problemDetails(error)} label="Copy details" />
      </span>
    </div>
  );
}
