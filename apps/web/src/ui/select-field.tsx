import { ChevronDown } from 'lucide-react';
import { cn } from './cn.ts';
import { CONTROL_BOX, Field, lookOf, type FieldFrameProps } from './field.tsx';

export interface SelectOption<V extends string> {
  readonly value: V;
  readonly label: string;
}

interface SelectFieldProps<V extends string> extends FieldFrameProps {
  readonly value: V;
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
  readonly disabled?: boolean;
}

/** A choice of one among several in the browser's own list, which every keyboard, phone and screen reader knows. */
export function SelectField<V extends string>({
  label,
  hint,
  error,
  value,
  options,
  onChange,
  disabled = false,
}: SelectFieldProps<V>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {({ id, hintId }) => (
        <div className={cn(CONTROL_BOX, 'relative px-0', lookOf(error, disabled))}>
          <select
            id={id}
            value={value}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value as V)}
            aria-invalid={error !== null}
            aria-describedby={hintId}
            className="h-full w-full appearance-none bg-transparent pr-7 pl-2.5 text-sm text-fg1 outline-none disabled:text-fg2 [&>option]:bg-bg1"
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown size={14} aria-hidden className="pointer-events-none absolute right-2 text-fg3" />
        </div>
      )}
    </Field>
  );
}
