import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { useReturnFocus } from './use-return-focus.ts';
import { Veil } from './veil.tsx';

export interface SheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** Takes the focus when the panel is gone; without it the focus returns to where it was. */
  readonly onClosed?: () => void;
  readonly side?: 'right' | 'wide' | 'left' | 'centre';
  readonly children: ReactNode;
}

const SIDES = {
  right:
    'inset-y-0 right-0 w-[420px] max-w-full border-l animate-drawer max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-0 max-sm:w-full max-sm:max-h-[86vh] max-sm:rounded-t-dlg max-sm:border-t max-sm:border-l-0 max-sm:animate-rise',
  wide: 'inset-y-0 right-0 w-[1080px] max-w-full border-l animate-drawer max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-0 max-sm:w-full max-sm:max-h-[86vh] max-sm:rounded-t-dlg max-sm:border-t max-sm:border-l-0 max-sm:animate-rise',
  left: 'inset-y-0 left-0 w-[292px] max-w-[86vw] border-r animate-drawer [--from:-100%]',
  centre:
    'top-[12vh] left-1/2 w-[520px] max-w-[calc(100vw-24px)] max-h-[76vh] -translate-x-1/2 rounded-dlg border animate-pop',
} as const;

/** The panel itself; see Sheet. */
export function SheetBody({ open, onOpenChange, title, note, side = 'right', onClosed, children }: SheetProps) {
  const focus = useReturnFocus();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Veil className="z-40" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.onOpenAutoFocus}
          onCloseAutoFocus={(event) => {
            if (!onClosed) return focus.onCloseAutoFocus(event);
            event.preventDefault();
            onClosed();
          }}
          className={cn(
            'fixed z-50 flex flex-col overflow-hidden border-line2 bg-bg1 text-fg1 shadow-pop',
            SIDES[side],
          )}
        >
          <div className="flex min-h-[52px] items-center gap-3 border-b border-line1 px-4">
            <Dialog.Title className="text-md font-semibold">{title}</Dialog.Title>
            <span className="flex-1" />
            {note}
            <Dialog.Close asChild>
              <Button look="ghost" size="icon" aria-label="Close">
                <X size={16} aria-hidden />
              </Button>
            </Dialog.Close>
          </div>
          <div className="overflow-auto">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
