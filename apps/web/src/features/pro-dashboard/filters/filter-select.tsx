import { ChevronDown } from 'lucide-react';
import { cn } from '../../../ui/cn.ts';
import { CONTROL_BOX, lookOf } from '../../../ui/field.tsx';
import type { SelectOption } from '../../../ui/select-field.tsx';

interface FilterSelectProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
}

/** A choice in a row of filters: its name is for screen readers and the tooltip, room is short. */
export function FilterSelect<V extends string>({ label, value, options, onChange }: FilterSelectProps<V>) {
  return (
    <span title={label} className={cn(CONTROL_BOX, 'relative px-0', lookOf(null, false))}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value as V)}
        className="h-full w-full appearance-none bg-transparent pr-7 pl-2.5 text-sm text-fg1 outline-none [&>option]:bg-bg1"
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
