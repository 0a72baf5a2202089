import { createContext, use, useEffect } from 'react';

/** What is typed and not saved in the panels, by form; it outlives a panel that is collapsed or hidden by another one's focus. */
export type Drafts = Map<string, Readonly<Record<string, unknown>>>;

export const DraftsContext = createContext<Drafts | null>(null);

interface DraftParts {
  readonly isDirty: boolean;
  readonly values: Readonly<Record<string, unknown>>;
  /** Takes what was typed before the panel was away. */
  readonly restore: (values: Readonly<Record<string, unknown>>) => void;
}

/** Keeps what is typed in a form of the page until it is saved, discarded, or the page is left. */
export function useDraftKept(name: string, { isDirty, values, restore }: DraftParts): void {
  const drafts = use(DraftsContext);
  useEffect(() => {
    const kept = drafts?.get(name);
    if (kept !== undefined) restore(kept);
    // oxlint-disable-next-line react/exhaustive-deps -- only what stood there when the panel came back
  }, [drafts, name]);
  useEffect(() => {
    if (isDirty) drafts?.set(name, values);
    else drafts?.delete(name);
  }, [drafts, name, isDirty, values]);
}
