import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';

interface HoldButtonProps {
  readonly children: ReactNode;
  readonly onHeld: () => void;
  readonly pending?: boolean;
  readonly disabled?: boolean;
}

const HOLD_MS = 1000;
/** A hand that moves farther than this has let go. */
const AWAY_PX = 40;

/** A button that acts only after it was held for a second, by pointer, Space or Enter; letting go earlier does nothing. */
export function HoldButton({ children, onHeld, pending = false, disabled = false }: HoldButtonProps) {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef(0);
  const from = useRef({ x: 0, y: 0 });
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
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        // The pointer stays with the button though what is above it grows and moves it away.
        event.currentTarget.setPointerCapture?.(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY };
        begin();
      }}
      onPointerMove={({ clientX, clientY }) => {
        if (isHeld && Math.hypot(clientX - from.current.x, clientY - from.current.y) > AWAY_PX) end();
      }}
      onPointerUp={end}
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
