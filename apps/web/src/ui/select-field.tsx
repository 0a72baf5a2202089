import { Field, type FieldFrameProps } from './field.tsx';
import { SelectBox, type SelectOption } from './select-box.tsx';

interface SelectFieldProps<V extends string> extends FieldFrameProps {
  readonly value: V;
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
  readonly disabled?: boolean;
}

/** A choice of one among several, with its label and hint. */
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
        <SelectBox
          id={id}
          value={value}
          options={options}
          onChange={onChange}
          disabled={disabled}
          error={error}
          aria-invalid={error !== null}
          aria-describedby={hintId}
        />
      )}
    </Field>
  );
}
