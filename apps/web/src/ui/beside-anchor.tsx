import { Popover } from 'radix-ui';
import type { ComponentProps, RefObject } from 'react';

interface BesideAnchorProps extends ComponentProps<typeof Popover.Content> {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Something small that stands open beside an element, above everything, and takes no focus. */
export function BesideAnchor({ anchor, onClose, children, ...content }: BesideAnchorProps) {
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          {...content}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
