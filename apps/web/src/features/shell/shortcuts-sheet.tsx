import { useDialog } from '../../shared/dialogs.ts';
import { KeyLines } from '../../shared/key-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { KEY_GROUPS } from './key-groups.ts';

/** The list of keys. */
export function ShortcutsSheet() {
  const [isOpen, setOpen] = useDialog('shortcuts');
  return (
    <Sheet open={isOpen} onOpenChange={setOpen} title="Keyboard shortcuts" side="centre">
      {/* Longer than a low screen and without anything to press: the keys reach it to scroll. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div role="region" aria-label="List of keys" tabIndex={0} className="flex flex-col gap-4 p-4">
        {KEY_GROUPS.map(({ title, lines }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1.5 text-[12px] font-semibold text-fg3">{title}</h3>
            <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr_auto_1fr]">
              <KeyLines lines={lines} />
            </dl>
          </section>
        ))}
        <p className="text-[12px] text-fg3">Single letters can be switched off in Settings, Keyboard.</p>
      </div>
    </Sheet>
  );
}
