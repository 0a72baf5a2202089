import { NumberField } from '../../../ui/number-field.tsx';

interface Size {
  readonly qty: string;
  readonly notionalUsd: string;
}

interface SizeFieldsProps {
  readonly size: Size;
  readonly errors: { readonly [K in keyof Size]: string | null };
  readonly notionalHint: string;
  readonly onChange: (part: Partial<Size>) => void;
}

/** How much is traded, in coins or in dollars: filling one empties the other, and only what is filled is sent. */
export function SizeFields({ size, errors, notionalHint, onChange }: SizeFieldsProps) {
  return (
    <>
      <NumberField
        label="Qty"
        unit="coins"
        value={size.qty}
        error={errors.qty}
        hint="sent only when filled; empties Notional"
        onChange={(qty) => onChange({ qty, ...(qty.trim() === '' ? {} : { notionalUsd: '' }) })}
      />
      <NumberField
        label="Notional"
        unit="USD"
        value={size.notionalUsd}
        error={errors.notionalUsd}
        hint={notionalHint}
        onChange={(notionalUsd) => onChange({ notionalUsd, ...(notionalUsd.trim() === '' ? {} : { qty: '' }) })}
      />
    </>
  );
}
