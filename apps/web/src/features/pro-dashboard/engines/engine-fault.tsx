import { CircleAlert, X } from 'lucide-react';
import { ApiProblem, problemText } from '../../../lib/api-problem.ts';
import { Button } from '../../../ui/button.tsx';
import { wordRemedy } from './run-steps.ts';

interface EngineFaultProps {
  /** What was not done. */
  readonly title: string;
  readonly error: unknown;
  readonly onClose: () => void;
}

/** A start or stop that was refused: what, why in the server's words, and what to do. */
export function EngineFault({ title, error, onClose }: EngineFaultProps) {
  const why = problemText(error, '');
  const detail = error instanceof ApiProblem ? error.facts.detail : undefined;
  const parts = [why, detail === why ? undefined : detail, wordRemedy(error) ?? undefined];
  return (
    <div role="alert" className="flex items-start gap-2 rounded-ctl border border-line2 bg-bg0 px-2.5 py-2 text-[12px]">
      <CircleAlert size={14} className="mt-px flex-none text-danger" aria-hidden />
      <div className="min-w-0 flex-1">
        <b className="block font-semibold">{title}</b>
        {parts.map((part) =>
          part === undefined || part === '' ? null : (
            <span key={part} className="block text-fg2">
              {part}
            </span>
          ),
        )}
      </div>
      <Button look="ghost" size="iconXs" aria-label="Dismiss" onClick={onClose}>
        <X size={13} aria-hidden />
      </Button>
    </div>
  );
}
