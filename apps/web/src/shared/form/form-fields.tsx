import { useState, type ReactNode } from 'react';
import { useController, type Control, type FieldError, type FieldPath, type FieldValues } from 'react-hook-form';
import { NumberField } from '../../ui/number-field.tsx';
import type { SelectOption } from '../../ui/select-box.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface BoundProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPath<Values>;
  readonly disabled?: boolean;
}

const NUMBER = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)\s*$/;

/** A number of a form: what is typed stays on screen, the form holds the number, or the text that is none and is refused. */
export function FormNumber<Values extends FieldValues>({
  control,
  name,
  label,
  unit,
  hint,
  per = 1,
  disabled = false,
}: BoundProps<Values> & {
  readonly label: ReactNode;
  readonly unit: string;
  readonly hint: string;
  /** How many of the form's unit one of the shown ones is, e.g. 1000 for seconds over milliseconds. */
  readonly per?: number;
}) {
  const { field, fieldState } = useController({ control, name });
  // A form fills what is undefined with what it began with: a number that was there would come back under the hand that deleted it.
  const [emptied] = useState(() => (typeof field.value === 'number' ? '' : undefined));
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null);
  // What the server saved, or a reset, takes the place of what was typed.
  const text = typed !== null && typed.value === field.value ? typed.text : wordValue(scaled(field.value, 1 / per));
  return (
    <NumberField
      label={label}
      unit={unit}
      hint={hint}
      value={text}
      disabled={disabled}
      error={wordError(fieldState.error, hint, per !== 1)}
      onBlur={field.onBlur}
      onChange={(next) => {
        const value = NUMBER.test(next) ? scaled(Number(next), per) : next.trim() === '' ? emptied : next;
        setTyped({ text: next, value });
        field.onChange(value);
      }}
    />
  );
}

const EXACT_DIGITS = 12;

/** Turns a number into another unit without the noise of the division; what is none stays as it is. */
function scaled(value: unknown, by: number): unknown {
  return typeof value === 'number' && by !== 1 ? Number((value * by).toPrecision(EXACT_DIGITS)) : value;
}

/** A bound that the schema states in another unit than the one on screen is said by the hint. */
function wordError(error: FieldError | undefined, hint: string, isScaled: boolean): string | null {
  if (!error) return null;
  return isScaled && error.type !== 'server' ? `Enter ${hint}` : (error.message ?? `Enter ${hint}`);
}

function wordValue(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

/** A line of text of a form. */
export function FormText<Values extends FieldValues>({
  control,
  name,
  disabled = false,
  ...rest
}: BoundProps<Values> & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly type?: 'text' | 'email' | 'url' | 'time' | 'secret';
  readonly placeholder?: string;
}) {
  const { field, fieldState } = useController({ control, name });
  return (
    <TextField
      {...rest}
      value={wordValue(field.value)}
      disabled={disabled}
      error={fieldState.error?.message ?? null}
      onBlur={field.onBlur}
      onChange={field.onChange}
    />
  );
}

/** A choice of a form. */
export function FormSelect<Values extends FieldValues, V extends string>({
  control,
  name,
  disabled = false,
  ...rest
}: BoundProps<Values> & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly options: readonly SelectOption<V>[];
}) {
  const { field, fieldState } = useController({ control, name });
  return (
    <SelectField
      {...rest}
      value={field.value}
      disabled={disabled}
      error={fieldState.error?.message ?? null}
      onChange={field.onChange}
    />
  );
}

/** A switch of a form: it counts when the form is saved. */
export function FormSwitch<Values extends FieldValues>({
  control,
  name,
  disabled = false,
  ...rest
}: BoundProps<Values> & { readonly label: ReactNode; readonly note?: ReactNode }) {
  const { field } = useController({ control, name });
  return <Switch {...rest} checked={field.value === true} disabled={disabled} onChange={field.onChange} />;
}
