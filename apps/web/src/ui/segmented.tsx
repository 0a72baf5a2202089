import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { moveRadioFocus } from './radio-focus.ts';

interface Segment<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
}

interface SegmentedProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly segments: readonly Segment<V>[];
  readonly onChange: (value: V) => void;
  readonly disabled?: boolean;
  /** As wide as its place, its parts alike. */
  readonly isWide?: boolean;
}

/** A choice of one among a few, side by side: one stop of the Tab key, arrows move between its parts, Space or Enter chooses. */
export function Segmented<V extends string>({
  label,
  value,
  segments,
  onChange,
  disabled = false,
  isWide = false,
}: SegmentedProps<V>) {
  const stop = segments.find((segment) => segment.value === value) ?? segments[0];
  return (
    <div
      role="radiogroup"
      aria-label={label}
      onKeyDown={moveRadioFocus}
      className={cn(
        'tabular rounded-ctl border border-line1 bg-bg2 p-0.5',
        isWide ? 'flex [&>*]:flex-1' : 'inline-flex',
      )}
    >
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          role="radio"
          aria-checked={segment.value === value}
          data-state={segment.value === value ? 'on' : 'off'}
          disabled={disabled}
          tabIndex={segment === stop ? 0 : -1}
          onClick={() => segment.value !== value && onChange(segment.value)}
          className="rounded-tag px-[9px] py-[3px] text-xs leading-[18px] font-[550] whitespace-nowrap text-fg2 hover:text-fg1 data-[state=on]:bg-bg3 data-[state=on]:text-fg1 data-[state=on]:shadow-[0_0_0_1px_var(--line2)] disabled:cursor-not-allowed disabled:text-fg3 disabled:data-[state=on]:text-fg2 max-sm:relative max-sm:px-2 max-sm:py-2.5 max-sm:after:absolute max-sm:after:inset-x-0 max-sm:after:-inset-y-[3px]"
        >
          {segment.label}
        </button>
      ))}
    </div>
  );
}
