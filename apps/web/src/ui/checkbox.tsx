import { Check } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';

interface CheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A box to tick with its label; the whole line is the target. */
export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  return (
    <label className="flex min-h-6 cursor-pointer items-center gap-2 text-sm text-fg1 max-sm:min-h-11">
      <Primitive.Root
        checked={checked}
        onCheckedChange={(value) => onChange(value === true)}
        aria-label={label}
        className="grid size-4 place-items-center rounded-[4px] border-[1.5px] border-ctl data-[state=checked]:border-accent-bg data-[state=checked]:bg-accent-bg"
      >
        <Primitive.Indicator>
          <Check size={11} strokeWidth={3} className="text-on-accent" aria-hidden />
        </Primitive.Indicator>
      </Primitive.Root>
      {label}
    </label>
  );
}
