import { SelectBox, type SelectOption } from '../../../ui/select-box.tsx';

interface FilterSelectProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
}

/** A choice in a row of filters: its name is for screen readers and the tooltip, room is short. */
export function FilterSelect<V extends string>({ label, ...box }: FilterSelectProps<V>) {
  return <SelectBox {...box} title={label} aria-label={label} />;
}
