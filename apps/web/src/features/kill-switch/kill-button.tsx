import { OctagonX } from 'lucide-react';
import { openDialog } from '../../shared/dialogs.ts';
import { Button } from '../../ui/button.tsx';

/** The way to the kill switch, on every page and at every width; on phones only its sign. */
export function KillButton() {
  return (
    <Button
      look="stop"
      aria-label="Kill switch"
      aria-keyshortcuts="Alt+Shift+K"
      title="Kill switch (Alt+Shift+K)"
      onClick={() => openDialog('kill-switch')}
      className="flex-none max-lg:w-9 max-lg:px-0 max-sm:size-11"
    >
      <OctagonX size={16} aria-hidden />
      <span className="max-lg:hidden">Kill switch</span>
    </Button>
  );
}
