import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { CONTROL_BOX, lookOf } from './field.tsx';

export interface SelectOption<V extends string> {
  readonly value: V;
  readonly label: string;
}

interface SelectBoxProps<V extends string> extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'className'> {
  readonly value: V;
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
  readonly error?: string | null;
}

/** The browser's own list, which every keyboard, phone and screen reader knows, without a label. */
export function SelectBox<V extends string>({
  options,
  onChange,
  error = null,
  title,
  disabled = false,
  ...select
}: SelectBoxProps<V>) {
  return (
    <span title={title} className={cn(CONTROL_BOX, 'relative pr-0 pl-0', lookOf(error, disabled))}>
      <select
        {...select}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as V)}
        className="h-full w-full appearance-none bg-transparent pr-7 pl-2.5 text-sm text-fg1 outline-none disabled:text-fg2 [&>option]:bg-bg1"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden className="pointer-events-none absolute right-2 text-fg3" />
    </span>
  );
}
