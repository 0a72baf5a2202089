import { Slot } from 'radix-ui';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { LoadedApart } from './loaded-apart.tsx';

const Bubble = lazyPart(() => import('./tooltip-bubble.tsx').then((each) => each.TooltipBubble));

interface TooltipProps {
  readonly text: ReactNode;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that takes focus. */
  readonly children: ReactNode;
}

const HOVER_MS = 200;

/**
 * A short text beside its trigger: on hover and keyboard focus for as long as those last, and pinned by click, tap or Enter.
 *
 * A second click, Esc or a click elsewhere closes it.
 */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  const [shown, setShown] = useState<'closed' | 'passing' | 'pinned'>('closed');
  const trigger = useRef<HTMLButtonElement>(null);
  const timer = useRef(0);
  const id = useId();
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const pass = (delayMs: number): void => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setShown((now) => (now === 'closed' ? 'passing' : now)), delayMs);
  };
  const leave = (): void => {
    window.clearTimeout(timer.current);
    setShown((now) => (now === 'passing' ? 'closed' : now));
  };
  const close = (): void => {
    window.clearTimeout(timer.current);
    setShown('closed');
  };
  return (
    <>
      <Slot.Root
        ref={trigger}
        aria-describedby={shown === 'closed' ? undefined : id}
        onPointerEnter={(event) => event.pointerType !== 'touch' && pass(HOVER_MS)}
        onPointerLeave={leave}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && pass(0)}
        onBlur={leave}
        onClick={() => {
          window.clearTimeout(timer.current);
          setShown(shown === 'pinned' ? 'closed' : 'pinned');
        }}
      >
        {children}
      </Slot.Root>
      {shown === 'closed' ? null : (
        <LoadedApart>
          <Bubble id={id} trigger={trigger} side={side} onClose={close}>
            {text}
          </Bubble>
        </LoadedApart>
      )}
    </>
  );
}
