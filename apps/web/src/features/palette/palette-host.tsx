import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { Suspense } from 'react';
import { preload } from '../../lib/lazy-part.tsx';
import { openDialog, useDialog } from '../../shared/dialogs.ts';
import { latePart } from '../../shared/late-part.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import type { PaletteItem } from './palette-items.ts';

const CommandPalette = latePart('the palette', () => import('./command-palette.tsx').then((each) => each.default));
// Its code is there before the key is pressed first.
preload(CommandPalette.preload);

interface PaletteHostProps {
  readonly pages: readonly PaletteItem[];
  /** Does what a command of the palette names. */
  readonly onCommand: (command: string) => void;
}

/** Loads the palette when it is opened first. */
export function PaletteHost({ pages, onCommand }: PaletteHostProps) {
  const [isOpen, setOpen] = useDialog('palette');
  const navigate = useNavigate();
  if (!isOpen) return null;
  const choose = ({ act }: PaletteItem): void => {
    // As after any other way to a page: the next Tab starts at its top.
    if (act.kind === 'go') void navigate({ to: act.to }).then(() => document.getElementById('content')?.focus());
    else onCommand(act.command);
  };
  return (
    <Suspense fallback={null}>
      {/* Empty around the palette, which floats by itself; seen only when it can't be loaded. */}
      <div className="fixed top-[12vh] left-1/2 z-50 -translate-x-1/2 rounded-dlg border border-line2 bg-bg1 shadow-pop empty:hidden">
        <CommandPalette pages={pages} onChoose={choose} onClose={() => setOpen(false)} />
      </div>
    </Suspense>
  );
}

/** The field of the header that opens the palette; on narrow screens only its sign. */
export function PaletteField() {
  return (
    <button
      type="button"
      aria-label="Search or run a command"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => openDialog('palette')}
      className="flex h-8 w-[272px] min-w-0 items-center gap-2 rounded-ctl border border-ctl bg-bg0 px-2.5 text-sm text-fg3 hover:border-fg3 max-lg:w-9 max-lg:flex-none max-lg:justify-center max-lg:px-0 max-sm:hidden"
    >
      <Search size={15} className="flex-none" aria-hidden />
      <span className="flex-1 truncate text-left max-lg:hidden">Search or run a command</span>
      <span className="max-lg:hidden">
        <Kbd>Ctrl K</Kbd>
      </span>
    </button>
  );
}
