import type { ReactNode, RefObject } from 'react';
import { BesideAnchor } from './beside-anchor.tsx';

interface TooltipBubbleProps {
  readonly id: string;
  readonly trigger: RefObject<HTMLElement | null>;
  readonly side: 'top' | 'right' | 'bottom' | 'left';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The text of a tooltip beside its trigger, while it is shown. */
export function TooltipBubble({ id, trigger, side, onClose, children }: TooltipBubbleProps) {
  return (
    <BesideAnchor
      anchor={trigger}
      onClose={onClose}
      id={id}
      role="tooltip"
      side={side}
      sideOffset={6}
      collisionPadding={8}
      onInteractOutside={(event) => {
        // The trigger's own click decides, or it would close here and open again there.
        if (trigger.current?.contains(event.target as Node)) event.preventDefault();
      }}
      className="z-50 max-w-72 animate-pop rounded-ctl border border-line2 bg-bg2 px-2.5 py-1.5 text-[12px] text-fg1 shadow-pop"
    >
      {children}
    </BesideAnchor>
  );
}
