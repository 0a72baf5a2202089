import { CircleAlert, Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemDetails, problemText } from '../lib/api-problem.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { CopyButton } from './copy-button.tsx';

/** What a panel without content says, and what comes next. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-[150px] flex-col items-center justify-center gap-2 px-4 py-6 text-center">
      <Inbox size={24} strokeWidth={1.5} className="text-fg3" aria-hidden />
      <b className="font-semibold">{title}</b>
      {children === undefined ? null : <div className="max-w-[46ch] text-sm text-fg2">{children}</div>}
    </div>
  );
}

/** What a panel says when its load failed: the text, a retry, and details to copy. */
export function ErrorState({ error, fallback, onRetry }: { error: unknown; fallback: string; onRetry: () => void }) {
  return (
    <div role="alert" className="flex gap-2.5 px-3.5 py-3">
      <CircleAlert size={16} className="mt-0.5 flex-none text-danger" aria-hidden />
      <div className="flex flex-col items-start gap-2 text-sm">
        <b className="font-semibold">{problemText(error, fallback)}</b>
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

/** Rows of grey bars in the height of the rows to come. */
export function LoadingRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-(--row) items-center gap-6 px-3.5">
          <Skeleton width="18%" />
          <Skeleton width="12%" />
          <Skeleton width="30%" />
        </div>
      ))}
    </div>
  );
}
