import { Popover } from 'radix-ui';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

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
    <Popover.Root open={shown !== 'closed'} onOpenChange={(isOpen) => !isOpen && close()}>
      <Popover.Anchor
        asChild
        ref={trigger as React.RefObject<never>}
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
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          id={id}
          role="tooltip"
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            // The trigger's own click decides, or it would close here and open again there.
            if (trigger.current?.contains(event.target as Node)) event.preventDefault();
          }}
          className="z-50 max-w-72 animate-pop rounded-ctl border border-line2 bg-bg2 px-2.5 py-1.5 text-[12px] text-fg1 shadow-pop"
        >
          {text}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
