import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';

interface HoldButtonProps {
  readonly children: ReactNode;
  readonly onHeld: () => void;
  readonly pending?: boolean;
  readonly disabled?: boolean;
}

const HOLD_MS = 1000;

/** A button that acts only after it was held for a second, by pointer, Space or Enter; letting go earlier does nothing. */
export function HoldButton({ children, onHeld, pending = false, disabled = false }: HoldButtonProps) {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const begin = (): void => {
    if (isHeld) return;
    setHeld(true);
    timer.current = window.setTimeout(() => {
      setHeld(false);
      onHeld();
    }, HOLD_MS);
  };
  const end = (): void => {
    window.clearTimeout(timer.current);
    setHeld(false);
  };
  const isKey = (key: string): boolean => key === ' ' || key === 'Enter';
  return (
    <Button
      look="stop"
      pending={pending}
      disabled={disabled}
      title="Hold for one second"
      onPointerDown={(event) => event.button === 0 && begin()}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onBlur={end}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isKey(event.key)) return;
        event.preventDefault();
        if (!event.repeat) begin();
      }}
      onKeyUp={(event) => isKey(event.key) && end()}
      className="relative touch-none overflow-hidden"
    >
      <span
        aria-hidden
        className="absolute inset-y-0 left-0 bg-danger-bg opacity-60"
        style={{ width: isHeld ? '100%' : 0, transition: isHeld ? `width ${HOLD_MS}ms linear` : 'none' }}
      />
      <span className="relative">{children}</span>
    </Button>
  );
}
