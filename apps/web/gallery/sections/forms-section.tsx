import { putRiskSettings } from '@riptide/contracts/calls';
import { useState } from 'react';
import { FormNumber, FormSelect, FormSwitch, FormText } from '../../src/shared/form/form-fields.tsx';
import { useRouteForm } from '../../src/shared/form/use-route-form.ts';
import { Panel } from '../../src/shared/panel.tsx';
import { Button } from '../../src/ui/button.tsx';
import { Checkbox } from '../../src/ui/checkbox.tsx';
import { NumberField } from '../../src/ui/number-field.tsx';
import { Segmented } from '../../src/ui/segmented.tsx';
import { SelectField } from '../../src/ui/select-field.tsx';
import { Switch } from '../../src/ui/switch.tsx';
import { TextField } from '../../src/ui/text-field.tsx';
import { Section } from './section.tsx';

const nothing = (): void => {};

/** Fields by themselves, and a form that the contract's own schema checks. */
export function FormsSection() {
  return (
    <Section id="forms" title="Forms">
      <div className="grid grid-cols-2 gap-3 max-lg:grid-cols-1">
        <Panel title="A form of a contract: saving is refused by the sample server">
          <ContractForm />
        </Panel>
        <Panel title="Fields">
          <Fields />
        </Panel>
      </div>
    </Section>
  );
}

interface Values {
  max_leverage: number;
  stop_loss_pct: number;
  flatten_on_daily_loss: boolean;
  note: string;
  level: 'low' | 'high';
}

const VALUES: Values = { max_leverage: 1000, stop_loss_pct: 2, flatten_on_daily_loss: false, note: '', level: 'low' };

function ContractForm() {
  const { form, submit, isSaving } = useRouteForm(putRiskSettings, {
    values: VALUES,
    failed: 'Failed to save risk settings',
  });
  const { control } = form;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3 px-3.5 py-3.5">
      <FormNumber control={control} name="max_leverage" label="Max Leverage" unit="x" hint="1 to 125" />
      <FormNumber control={control} name="stop_loss_pct" label="Stop Loss %" unit="%" hint="0.05 to 50" />
      <FormText control={control} name="note" label="Note" hint="Any text" />
      <FormSelect
        control={control}
        name="level"
        label="Risk level"
        options={[
          { value: 'low', label: 'Low' },
          { value: 'high', label: 'High' },
        ]}
      />
      <FormSwitch control={control} name="flatten_on_daily_loss" label="Close all at the daily loss limit" />
      <Button type="submit" look="primary" pending={isSaving}>
        Save Risk Settings
      </Button>
    </form>
  );
}

function Fields() {
  const [isOn, setOn] = useState(true);
  const [isChecked, setChecked] = useState(true);
  const [side, setSide] = useState<'long' | 'short'>('long');
  return (
    <div className="flex flex-col gap-3 px-3.5 py-3.5">
      <NumberField label="Quantity" value="0.002" onChange={nothing} unit="BTC" hint="0.001 and more" error={null} />
      <NumberField
        label="Quantity, refused"
        value="ten"
        onChange={nothing}
        unit="BTC"
        hint="0.001 and more"
        error="Enter a number of 0.001 and more"
      />
      <NumberField
        label="Quantity, locked"
        value="1"
        onChange={nothing}
        unit="BTC"
        hint="stop first"
        error={null}
        disabled
      />
      <TextField
        label="Secret"
        value="sample secret"
        onChange={nothing}
        type="secret"
        hint="never sent back"
        error={null}
      />
      <SelectField
        label="Venue"
        value="BINANCE"
        options={[
          { value: 'BINANCE', label: 'BINANCE' },
          { value: 'OKX', label: 'OKX' },
        ]}
        onChange={nothing}
        error={null}
      />
      <Switch label="Trade notifications" note="toasts, bell and channels" checked={isOn} onChange={setOn} />
      <Switch label="Email reports" note="Coming soon" checked={false} onChange={nothing} disabled />
      <Checkbox label="binance" checked={isChecked} onChange={setChecked} />
      <Segmented
        label="Side"
        value={side}
        segments={[
          { value: 'long', label: 'Long' },
          { value: 'short', label: 'Short' },
        ]}
        onChange={setSide}
      />
    </div>
  );
}
