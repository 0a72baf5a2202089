import type { ReactNode, RefObject } from 'react';
import { BesideAnchor } from './beside-anchor.tsx';

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
    <BesideAnchor
      anchor={place}
      onClose={onClose}
      side="bottom"
      align="start"
      sideOffset={8}
      collisionPadding={12}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      // What is clicked in the card would bubble to the row around its trigger.
      onClick={(event) => event.stopPropagation()}
      role={undefined}
      className="z-40 w-[344px] animate-pop rounded-panel border border-line2 bg-bg2 text-sm text-fg1 shadow-pop"
    >
      {children}
    </BesideAnchor>
  );
}
