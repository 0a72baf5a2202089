import { Command } from 'cmdk';
import {
  Activity,
  ArrowLeftRight,
  CandlestickChart,
  Clock3,
  Crosshair,
  FileClock,
  LayoutDashboard,
  ListOrdered,
  Search,
  Settings,
  type LucideIcon,
} from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useDeferredValue, useState } from 'react';
import { Kbd } from '../../ui/kbd.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { Veil } from '../../ui/veil.tsx';
import { PALETTE_GROUPS, type PaletteGroup, type PaletteItem } from './palette-items.ts';
import { rememberRecent } from './recent-items.ts';
import { usePaletteItems } from './use-palette-items.ts';

const ICONS: Readonly<Record<PaletteGroup, LucideIcon>> = {
  Recent: Clock3,
  Audit: FileClock,
  Positions: Crosshair,
  Opportunities: ArrowLeftRight,
  Symbols: CandlestickChart,
  Pages: LayoutDashboard,
  Settings,
  Orders: ListOrdered,
  Commands: Activity,
};

export interface CommandPaletteProps {
  readonly pages: readonly PaletteItem[];
  readonly onChoose: (item: PaletteItem) => void;
  readonly onClose: () => void;
}

/** Finds anything by typing: pages, symbols, positions, opportunities, settings, audit rows, commands. */
export default function CommandPalette({ pages, onChoose, onClose }: CommandPaletteProps) {
  const [typed, setTyped] = useState('');
  const focus = useReturnFocus();
  const found = usePaletteItems(useDeferredValue(typed), pages);
  // The field is there with the key that opened it, the long list a frame later.
  const items = useDeferredValue(found, null);
  const [picked, setPicked] = useState('');
  // The list comes after the word it was asked for: what was picked in the former one may be gone, then the first is.
  const ids = PALETTE_GROUPS.flatMap((group) => items?.filter((item) => item.group === group) ?? []).map(
    ({ id }) => id,
  );
  const selected = ids.includes(picked) ? picked : (ids[0] ?? '');
  const choose = (item: PaletteItem): void => {
    rememberRecent(item.id.replace(/^recent:/, ''));
    onClose();
    onChoose(item);
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Veil className="z-40" />
        <Dialog.Content
          aria-describedby={undefined}
          {...focus}
          className="fixed top-[12vh] left-1/2 z-50 w-[620px] max-w-[calc(100vw-16px)] -translate-x-1/2 animate-pop overflow-hidden rounded-dlg border border-line2 bg-bg1 text-fg1 shadow-pop max-sm:top-2"
        >
          <Dialog.Title className="sr-only">Search or run a command</Dialog.Title>
          <Command shouldFilter={false} loop value={selected} onValueChange={setPicked} label="Search or run a command">
            <div className="flex h-12 items-center gap-3 border-b border-line1 px-4">
              <Search size={16} className="flex-none text-fg2" aria-hidden />
              <Command.Input
                value={typed}
                onValueChange={setTyped}
                placeholder="Search or run a command"
                className="h-full min-w-0 flex-1 bg-transparent text-md text-fg1 outline-none placeholder:text-fg3"
              />
              <Kbd>Esc</Kbd>
            </div>
            <Command.List className="max-h-[min(56vh,460px)] overflow-auto p-1.5">
              {items === null ? null : (
                <Command.Empty className="px-3 py-6 text-center text-sm text-fg2">
                  Nothing is named like that. Try a symbol, a page or a setting; &gt; for commands, # for an audit row.
                </Command.Empty>
              )}
              {PALETTE_GROUPS.map((group) => (
                <Group
                  key={group}
                  group={group}
                  items={items?.filter((item) => item.group === group) ?? []}
                  onChoose={choose}
                />
              ))}
            </Command.List>
            <div className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line1 bg-bg2 px-4 py-2 text-[12px] text-fg2 max-sm:hidden">
              <span>
                <Kbd>↑</Kbd> <Kbd>↓</Kbd> move
              </span>
              <span>
                <Kbd>Enter</Kbd> run
              </span>
              <span>
                <Kbd>&gt;</Kbd> commands
              </span>
              <span>
                <Kbd>#</Kbd> audit id
              </span>
              <span className="ml-auto">
                <Kbd>?</Kbd> all shortcuts
              </span>
            </div>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface GroupProps {
  readonly group: PaletteGroup;
  readonly items: readonly PaletteItem[];
  readonly onChoose: (item: PaletteItem) => void;
}

function Group({ group, items, onChoose }: GroupProps) {
  if (items.length === 0) return null;
  const Icon = ICONS[group];
  return (
    <Command.Group
      heading={group}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-fg3"
    >
      {items.map((item) => (
        <Command.Item
          key={item.id}
          value={item.id}
          onSelect={() => onChoose(item)}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-ctl border-l-2 border-transparent px-2.5 text-sm data-[selected=true]:border-accent data-[selected=true]:bg-bg3 max-sm:min-h-11"
        >
          <Icon size={15} strokeWidth={1.75} className="flex-none text-fg3" aria-hidden />
          <span className="min-w-0 flex-1 truncate max-sm:py-1 max-sm:whitespace-normal">
            <b className="font-[550]">{item.title}</b> <span className="text-fg3">{item.note}</span>
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}
