import { TextField } from '../../../ui/text-field.tsx';

interface SymbolFieldProps {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (symbol: string) => void;
}

/** The symbol of a trade, in capitals however it is typed. */
export function SymbolField({ value, error, onChange }: SymbolFieldProps) {
  return (
    <TextField
      label="Symbol"
      value={value}
      error={error}
      hint="e.g. BTCUSDT"
      maxLength={30}
      onChange={(text) => onChange(text.toUpperCase())}
    />
  );
}
