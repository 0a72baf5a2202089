import { Kbd } from '../../ui/kbd.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { NAV_PAGES } from './nav-pages.ts';

const OTHERS: readonly (readonly [string, string])[] = [
  ['T', 'Switch between UTC and local time'],
  ['D', 'Row height'],
  ['L', 'Light or dark'],
  ['[', 'Collapse the sidebar'],
  ['?', 'This list'],
  ['1 2 3 4', 'Filter opportunities: all, ready, eval, blocked'],
  ['Space', 'Pause or resume the live table'],
  ['↑ ↓ Home End', 'Move between rows'],
  ['Enter', 'Open the row'],
  ['Alt T', 'Go to the toasts'],
  ['Esc', 'Close'],
];

/** The list of keys. */
export function ShortcutsSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const pages = NAV_PAGES.map((page) => [`g ${page.key}`, page.label] as const);
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" side="centre">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2 p-4 text-sm sm:grid-cols-[auto_1fr_auto_1fr]">
        {[...pages, ...OTHERS].map(([keys, meaning]) => (
          <div key={keys} className="contents">
            <dt className="flex gap-1">
              {keys.split(' ').map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd className="text-fg2">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
