import { Switch as Primitive } from 'radix-ui';
import { useId, type ReactNode } from 'react';

interface SwitchProps {
  readonly label: ReactNode;
  readonly note?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** Something that is on or off from the moment it is switched; the whole line is the target. */
export function Switch({ label, note, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 max-sm:min-h-11">
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer text-sm text-fg1">
        {label}
        {note === undefined ? null : <span className="block text-2xs text-fg3">{note}</span>}
      </label>
      <Primitive.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        className="relative h-5 w-9 max-sm:after:absolute max-sm:after:-inset-[13px] flex-none rounded-full border border-ctl bg-bg3 disabled:opacity-50 data-[state=checked]:border-accent-bg data-[state=checked]:bg-accent-bg"
      >
        <Primitive.Thumb className="block size-3.5 translate-x-[3px] rounded-full bg-fg2 data-[state=checked]:translate-x-[18px] data-[state=checked]:bg-on-accent" />
      </Primitive.Root>
    </div>
  );
}
