import { useId } from 'react';
import { cn } from './cn.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly unit: string;
  /** Bounds and meaning, always shown. */
  readonly hint: string;
  readonly error: string | null;
}

/** A field for one number, as typed, with its unit, its bounds and what is wrong with it. */
export function NumberField({ label, value, onChange, unit, hint, error }: NumberFieldProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-[5px] text-[12px] text-fg2">
      <label htmlFor={id}>{label}</label>
      <div
        className={cn(
          'flex h-8 items-center gap-1.5 rounded-ctl border bg-bg0 px-2.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus max-sm:h-10',
          error ? 'border-danger' : 'border-ctl',
        )}
      >
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== null}
          aria-describedby={`${id}-hint`}
          className="w-full min-w-0 bg-transparent text-sm text-fg1 outline-none"
        />
        <span className="text-xs whitespace-nowrap text-fg3">{unit}</span>
      </div>
      <small id={`${id}-hint`} className={cn('text-2xs', error ? 'text-danger' : 'text-fg3')}>
        {error ?? hint}
      </small>
    </div>
  );
}
