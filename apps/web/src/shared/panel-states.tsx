import { CircleAlert, Inbox } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { problemDetails, problemText } from '../lib/api-problem.ts';
import { useRuntime } from '../lib/runtime.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { CopyButton } from './copy-button.tsx';

/** What a panel without content says, and what comes next. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-[150px] flex-col items-center justify-center gap-2 px-4 py-6 text-center">
      <Inbox size={24} strokeWidth={1.5} className="text-fg3" aria-hidden />
      <b className="font-semibold">{title}</b>
      {children === undefined ? null : <div className="max-w-[46ch] text-sm text-balance text-fg2">{children}</div>}
    </div>
  );
}

/** What a panel says when its load failed: the text, a retry, and details to copy. */
export function ErrorState({ error, fallback, onRetry }: { error: unknown; fallback: string; onRetry: () => void }) {
  const said = problemText(error, fallback);
  return (
    <div role="alert" className="flex gap-2.5 px-3.5 py-3">
      <CircleAlert size={16} className="mt-0.5 flex-none text-danger" aria-hidden />
      <div className="flex flex-col items-start gap-2 text-sm">
        <span className="flex flex-col">
          <b className="font-semibold">{said}</b>
          {/* The server says why; what it was asked for stands beside it. */}
          {said.startsWith(fallback) ? null : <span className="text-fg2">{fallback}</span>}
        </span>
        <span className="flex gap-2">
          <Button size="sm" onClick={onRetry}>
            Retry
          </Button>
          <CopyButton text={problemDetails(error)} label="Copy details" />
        </span>
      </div>
    </div>
  );
}

/** A load that answers sooner than this shows nothing of itself; one that takes longer than the second says so. */
const SHOW_BARS_AFTER_MS = 120;
const SAY_SLOW_AFTER_MS = 4000;

interface LoadingRowsProps {
  readonly rows: number;
  readonly label: string;
  /** Of a row to come that is higher than one of a table. */
  readonly rowPx?: number;
}

/** Rows of grey bars in the height of the rows to come; a row breathes as one, for a bar that does it alone is a layer of its own. */
export function LoadingRows({ rows, label, rowPx }: LoadingRowsProps) {
  const { clock } = useRuntime();
  const [phase, setPhase] = useState<'waiting' | 'bars' | 'slow'>('waiting');
  useEffect(() => {
    const cancelBars = clock.after(SHOW_BARS_AFTER_MS, () => setPhase('bars'));
    const cancelSlow = clock.after(SAY_SLOW_AFTER_MS, () => setPhase('slow'));
    return () => {
      cancelBars();
      cancelSlow();
    };
  }, [clock]);
  return (
    <div role="status" aria-label={label} className="flex flex-col">
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className="breathes by-rows flex h-(--row) items-center gap-6 px-3.5"
          {...(rowPx === undefined ? {} : { style: { height: rowPx } })}
        >
          {phase === 'waiting' ? null : (
            <>
              <Skeleton width="18%" />
              <Skeleton width="12%" />
              <Skeleton width="30%" />
            </>
          )}
        </div>
      ))}
      {phase === 'slow' ? (
        <p className="px-3.5 pb-3 text-sm text-fg2">Still loading. The server has not answered yet.</p>
      ) : null}
    </div>
  );
}
