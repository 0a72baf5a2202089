import type { ReactNode } from 'react';
import { LoadedApart, useOnceOpen } from '../ui/loaded-apart.tsx';
import { useDialog, type DialogName } from './dialogs.ts';

/** The place of a dialog whose code is loaded apart: nothing until it is opened first. */
export function FrameDialog({ name, children }: { name: DialogName; children: ReactNode }) {
  const [isOpen] = useDialog(name);
  return useOnceOpen(isOpen) ? <LoadedApart>{children}</LoadedApart> : null;
}
