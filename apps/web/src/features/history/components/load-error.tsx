import { CircleAlert } from 'lucide-react';
import { ApiProblem, problemDetails, problemText } from '../../../lib/api-problem.ts';
import { CopyButton } from '../../../shared/copy-button.tsx';
import { Button } from '../../../ui/button.tsx';

/** Gives the specified text of a failed load: the server's words, or which kind of failure it was. */
function loadErrorText(error: unknown): string {
  const isUnreached = error instanceof ApiProblem && ['network', 'timeout'].includes(error.facts.code);
  const message = isUnreached
    ? 'Network error loading performance data'
    : problemText(error, 'Failed to load performance data');
  return `Error loading performance data: ${message}`;
}

/** The box of a failed load: what happened, a retry, and details to copy. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="tint mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel px-3.5 py-2.5 text-sm [--tint:var(--danger)]"
    >
      <CircleAlert size={16} className="flex-none" aria-hidden />
      <b className="min-w-0 flex-1 font-semibold">{loadErrorText(error)}</b>
      <span className="flex gap-2">
        <Button size="sm" onClick={onRetry}>
          Retry
        </Button>
        <CopyButton text={problemDetails(error)} label="Copy details" />
      </span>
    </div>
  );
}
