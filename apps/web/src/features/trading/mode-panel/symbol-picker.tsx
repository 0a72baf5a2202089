import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { offeredSymbols } from '../model/trading-draft.ts';

interface SymbolPickerProps {
  readonly chosen: readonly string[];
  readonly onChange: (symbols: readonly string[]) => void;
  readonly disabled: boolean;
  readonly error: string | null;
}

const SYMBOL = /^[A-Z0-9]{2,30}$/;

/** The symbols to trade: those on offer as buttons, any other by its name. */
export function SymbolPicker({ chosen, onChange, disabled, error }: SymbolPickerProps) {
  const [typed, setTyped] = useState('');
  const name = typed.trim().toUpperCase();
  const add = (): void => {
    if (!SYMBOL.test(name)) return;
    if (!chosen.includes(name)) onChange([...chosen, name]);
    setTyped('');
  };
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-1.5">
      <legend className="mb-1 text-[12px] text-fg2">Symbols</legend>
      <div className="flex flex-wrap gap-1">
        {offeredSymbols(chosen).map((symbol) => {
          const isChosen = chosen.includes(symbol);
          return (
            <button
              key={symbol}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChange(isChosen ? chosen.filter((each) => each !== symbol) : [...chosen, symbol])}
              className={cn(
                'min-h-6 rounded-tag border px-1.5 text-2xs font-[550] disabled:cursor-not-allowed disabled:opacity-75 max-sm:min-h-11 max-sm:px-3',
                isChosen ? 'tint [--tint:var(--accent)]' : 'border-line2 bg-bg2 text-fg2 enabled:hover:border-ctl',
              )}
            >
              {symbol.replace(/USDT$/, '')}
              <span className="sr-only">USDT</span>
              {isChosen ? <span aria-hidden> ✓</span> : null}
            </button>
          );
        })}
      </div>
      <div className="flex gap-1.5">
        <input
          aria-label="Another symbol"
          value={typed}
          placeholder="Another, e.g. LTCUSDT"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
          className="h-7 min-w-0 flex-1 rounded-ctl border border-ctl bg-bg0 px-2 text-[12px] text-fg1 uppercase placeholder:normal-case placeholder:text-fg3 max-sm:h-11"
        />
        <Button size="sm" disabled={disabled || !SYMBOL.test(name)} onClick={add}>
          <Plus size={13} aria-hidden />
          Add
        </Button>
      </div>
      {error === null ? null : (
        <p role="alert" className="text-2xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
