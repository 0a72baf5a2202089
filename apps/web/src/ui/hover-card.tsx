import { useEffect, useRef, useState, type ReactNode } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { LoadedApart } from './loaded-apart.tsx';

const Body = lazyPart(() => import('./hover-card-body.tsx').then((each) => each.HoverCardBody));

interface HoverCardProps {
  readonly trigger: ReactNode;
  /** Asked for while the card is open only: a live table has one in every row. */
  readonly children: () => ReactNode;
}

const OPEN_MS = 180;
/** On the way from the trigger to the card the pointer is over neither. */
const CLOSE_MS = 80;

/** A card of details that opens under the pointer; whatever it shows is also reachable otherwise. */
export function HoverCard({ trigger, children }: HoverCardProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const turn = (toOpen: boolean): void => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(toOpen), toOpen ? OPEN_MS : CLOSE_MS);
  };
  const close = (): void => {
    window.clearTimeout(timer.current);
    setOpen(false);
  };
  return (
    <>
      <span
        ref={place}
        onPointerEnter={(event) => event.pointerType !== 'touch' && turn(true)}
        onPointerLeave={() => turn(false)}
        onPointerDown={close}
      >
        {trigger}
      </span>
      {isOpen ? (
        <LoadedApart>
          <Body place={place} onEnter={() => turn(true)} onLeave={() => turn(false)} onClose={close}>
            {children()}
          </Body>
        </LoadedApart>
      ) : null}
    </>
  );
}
