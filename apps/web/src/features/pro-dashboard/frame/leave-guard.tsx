import { useBlocker } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { UnsavedProvider } from '../../../shared/form/unsaved.tsx';
import { LeaveDialog } from '../../../shared/leave-dialog.tsx';
import { DraftsContext, type Drafts } from './drafts.ts';

/** Asks before the page is left with something unsaved; moving within the page is free, what was typed is kept there. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const [drafts] = useState<Drafts>(() => new Map());
  const [unsaved] = useState(() => new Set<string>());
  const [asked, setAsked] = useState<readonly string[]>([]);
  const names = (): readonly string[] => [...new Set([...unsaved, ...drafts.keys()])];
  const leave = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      setAsked(names());
      return current.pathname !== next.pathname && names().length > 0;
    },
    enableBeforeUnload: () => names().length > 0,
    withResolver: true,
  });
  const [tell] = useState(() => (name: string, isUnsaved: boolean): void => {
    if (isUnsaved) unsaved.add(name);
    else unsaved.delete(name);
  });
  return (
    <DraftsContext value={drafts}>
      <UnsavedProvider value={tell}>{children}</UnsavedProvider>
      <LeaveDialog leave={leave} unsaved={asked} />
    </DraftsContext>
  );
}
