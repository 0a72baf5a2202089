import { Popover } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';

interface HoverCardBodyProps {
  readonly place: RefObject<HTMLElement | null>;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The card itself, while it is open; it takes no focus. */
export function HoverCardBody({ place, onEnter, onLeave, onClose, children }: HoverCardBodyProps) {
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={place} />
      <Popover.Portal>
        <Popover.Content
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={12}
          onPointerEnter={onEnter}
          onPointerLeave={onLeave}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // What is clicked in the card would bubble to the row around its trigger.
          onClick={(event) => event.stopPropagation()}
          role={undefined}
          className="z-40 w-[344px] animate-pop rounded-panel border border-line2 bg-bg2 text-sm text-fg1 shadow-pop"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
