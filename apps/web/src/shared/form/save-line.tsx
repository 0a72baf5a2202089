import type { ReactNode } from 'react';
import { formatExact } from '../../lib/format-time.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useUnsaved } from './unsaved.tsx';

interface SaveLineProps {
  /** Names the form to the page's leave guard. */
  readonly name: string;
  readonly label: ReactNode;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly savedAtMs: number | null;
  readonly onDiscard: () => void;
}

/** The end of a form: whether something is not saved, when it was saved last, Discard and Save. */
export function SaveLine({ name, label, isDirty, isSaving, savedAtMs, onDiscard }: SaveLineProps) {
  const { zone } = usePreferences();
  useUnsaved(name, isDirty);
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2 border-t border-line1 pt-3">
      <span role="status" className="flex items-center gap-2 text-[12px] text-fg2">
        {isDirty ? (
          <Tag tone="warn">Not saved</Tag>
        ) : savedAtMs === null ? null : (
          <>Saved {formatExact(savedAtMs, zone)}</>
        )}
      </span>
      <span className="flex-1" />
      {isDirty ? (
        <Button look="ghost" disabled={isSaving} onClick={onDiscard}>
          Discard
        </Button>
      ) : null}
      <Button type="submit" look="primary" pending={isSaving} disabled={!isDirty}>
        {label}
      </Button>
    </div>
  );
}
