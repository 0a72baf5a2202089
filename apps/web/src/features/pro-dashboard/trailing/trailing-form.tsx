import { createTrailingOrder, getTrailingOrders, VENUE_NAMES, type PositionRow } from '@riptide/contracts/calls';
import { useState } from 'react';
import { useController, useWatch, type Control } from 'react-hook-form';
import { useRuntime } from '../../../lib/runtime.tsx';
import { FormNumber, FormSelect, FormText } from '../../../shared/form/form-fields.tsx';
import { useRouteForm } from '../../../shared/form/use-route-form.ts';
import { usePositions } from '../../../shared/portfolio-calls.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { newTrailing, withFallbacks, type TrailingValues } from './model/trailing-defaults.ts';

const VENUE_OPTIONS = VENUE_NAMES.map((value) => ({ value, label: value }));
const SIDE_OPTIONS = [
  { value: 'BUY', label: 'BUY' },
  { value: 'SELL', label: 'SELL' },
] as const;

/** A new trailing take-profit; it waits until Start Trailing. */
export function TrailingForm({ onClose }: { onClose: () => void }) {
  const { clock } = useRuntime();
  const [values] = useState<TrailingValues>(() => newTrailing(clock.nowMs(), 'BINANCE'));
  const { form, submit, isSaving } = useRouteForm<typeof createTrailingOrder, TrailingValues>(createTrailingOrder, {
    values,
    done: ({ message }) => message,
    failed: 'Failed to create the trailing order',
    refresh: [getTrailingOrders],
    onSent: onClose,
  });
  const { control } = form;
  const side = useWatch({ control, name: 'side' });
  return (
    <form
      noValidate
      className="flex flex-col gap-2 px-4 py-3.5"
      onSubmit={(event) => {
        for (const [name, value] of Object.entries(withFallbacks(form.getValues()))) {
          form.setValue(name as keyof TrailingValues, value);
        }
        submit(event);
      }}
    >
      <PositionPicker
        onPick={({ venue, symbol, side, entry_price: entry, size }) => {
          form.setValue('venue', venue, { shouldDirty: true });
          form.setValue('symbol', symbol, { shouldDirty: true });
          form.setValue('side', side === 'long' ? 'BUY' : 'SELL', { shouldDirty: true });
          form.setValue('entry_price', entry, { shouldDirty: true });
          form.setValue('quantity', size, { shouldDirty: true });
        }}
      />
      <FormText control={control} name="order_id" label="Order ID" hint="Any name of your own, up to 64 characters" />
      <div className="grid grid-cols-2 gap-x-3 gap-y-2">
        <SymbolField control={control} />
        <FormSelect control={control} name="venue" label="Venue" options={VENUE_OPTIONS} hint="Perp account" />
        <FormSelect
          control={control}
          name="side"
          label="Side"
          options={SIDE_OPTIONS}
          hint={side === 'SELL' ? 'SELL protects a short' : 'BUY protects a long'}
        />
        <FormNumber control={control} name="quantity" label="Quantity" unit="base" hint="more than 0" />
        <FormNumber control={control} name="entry_price" label="Entry price" unit="USDT" hint="more than 0" />
        <FormNumber
          control={control}
          name="initial_tp_price"
          label="Initial TP price"
          unit="USDT"
          hint="0: entry and trail distance"
        />
        <FormNumber
          control={control}
          name="trailing_distance_pct"
          label="Trail distance"
          unit="0.02 = 2%"
          hint="at most 0.1; 0 is 0.02"
        />
        <FormNumber
          control={control}
          name="max_trailing_pct"
          label="Max trail"
          unit="0.05 = 5%"
          hint="at most 0.2; 0 is 0.05"
        />
      </div>
      <p className="text-2xs text-fg3">
        Nothing is sent until Start Trailing. From the target on it keeps its distance from the best price and closes
        when the price comes back to it.
      </p>
      <div className="flex justify-end gap-2 border-t border-line1 pt-3">
        <Button onClick={onClose} disabled={isSaving}>
          Cancel
        </Button>
        <Button type="submit" look="primary" pending={isSaving}>
          Create
        </Button>
      </div>
    </form>
  );
}

function SymbolField({ control }: { control: Control<TrailingValues> }) {
  const { field, fieldState } = useController({ control, name: 'symbol' });
  return (
    <TextField
      label="Symbol"
      hint="e.g. BTCUSDT"
      value={field.value}
      error={fieldState.error?.message ?? null}
      onBlur={field.onBlur}
      onChange={(text) => field.onChange(text.toUpperCase())}
    />
  );
}

/** Fills the form in from an open position. */
function PositionPicker({ onPick }: { onPick: (position: PositionRow) => void }) {
  const positions = (usePositions().data?.positions ?? []).filter(({ market }) => market === 'perp');
  const [chosen, setChosen] = useState('');
  if (positions.length === 0) return null;
  return (
    <SelectField
      label="For the position"
      hint="Fills the fields below in"
      error={null}
      value={chosen}
      options={[
        { value: '', label: 'none chosen' },
        ...positions.map(({ id, symbol, side, venue, mode }) => ({
          value: id,
          label: `${symbol} ${side} ${venue} ${mode.toUpperCase()}`,
        })),
      ]}
      onChange={(id) => {
        setChosen(id);
        const position = positions.find((each) => each.id === id);
        if (position) onPick(position);
      }}
    />
  );
}
