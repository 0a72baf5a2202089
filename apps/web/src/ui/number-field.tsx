import { cn } from './cn.ts';
import { CONTROL_BOX, Field, lookOf } from './field.tsx';

interface NumberFieldProps {
  readonly label: React.ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly unit: string;
  /** Bounds and meaning, always shown. */
  readonly hint: string;
  readonly error: string | null;
  readonly disabled?: boolean;
  /** Takes the focus when it appears. */
  readonly autoFocus?: boolean;
  /** Bounds and step for the arrow keys; what lies outside can be typed all the same. */
  readonly range?: { readonly min: number; readonly max: number; readonly step: number };
}

/** A field for one number, as typed, with its unit, its bounds and what is wrong with it. */
export function NumberField({
  label,
  value,
  onChange,
  onBlur,
  unit,
  hint,
  error,
  disabled = false,
  autoFocus = false,
  range,
}: NumberFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {({ id, hintId }) => (
        <div className={cn(CONTROL_BOX, lookOf(error, disabled))}>
          <input
            id={id}
            {...(range === undefined ? {} : { type: 'number', ...range })}
            inputMode="decimal"
            autoComplete="off"
            value={value}
            disabled={disabled}
            autoFocus={autoFocus}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            aria-invalid={error !== null}
            aria-describedby={hintId}
            className="w-full min-w-0 bg-transparent text-sm text-fg1 outline-none disabled:text-fg2"
          />
          <span className="text-xs whitespace-nowrap text-fg3">{unit}</span>
        </div>
      )}
    </Field>
  );
}
