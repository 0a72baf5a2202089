import { useEffect, useEffectEvent, useState } from 'react';
import { useRuntime } from '../../../lib/runtime.tsx';
import { cn } from '../../../ui/cn.ts';
import { CONTROL_BOX, lookOf } from '../../../ui/field.tsx';

interface FilterTextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly className?: string;
}

/** Nothing is asked while somebody types. */
const SETTLE_MS = 400;
const MAX_CHARS = 60;

/** A filter in capitals; it counts when the typing rests, on Enter, or when the field is left. */
export function FilterText({ label, value, onChange, className = 'w-32' }: FilterTextProps) {
  const { clock } = useRuntime();
  const [typed, setTyped] = useState<string | null>(null);
  const settle = useEffectEvent(() => {
    if (typed !== null && typed.trim() !== value) onChange(typed.trim());
    setTyped(null);
  });
  useEffect(() => (typed === null ? undefined : clock.after(SETTLE_MS, () => settle())), [clock, typed]);
  const settleNow = (): void => {
    if (typed !== null && typed.trim() !== value) onChange(typed.trim());
    setTyped(null);
  };
  return (
    <span className={cn(CONTROL_BOX, lookOf(null, false), className)}>
      <input
        aria-label={label}
        placeholder={label}
        value={typed ?? value}
        maxLength={MAX_CHARS}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value.toUpperCase())}
        onBlur={settleNow}
        onKeyDown={(event) => event.key === 'Enter' && settleNow()}
        className="w-full min-w-0 bg-transparent text-sm text-fg1 outline-none placeholder:text-fg3"
      />
    </span>
  );
}
