import {
  SEQUENCING_NAMES,
  getArbitrageSettings,
  putArbitrageSettings,
  type ArbitrageSettings,
} from '@riptide/contracts/calls';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { FormNumber, FormSelect, FormSwitch } from '../../../shared/form/form-fields.tsx';
import { useRouteForm } from '../../../shared/form/use-route-form.ts';
import { useCall } from '../../../shared/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { SETTING_GROUPS, boundsOf } from './settings-fields.ts';
import { SETTINGS_INTERVAL_MS } from './settings-interval.ts';

type FormValues = Omit<ArbitrageSettings, 'auto_execute'>;

const SEQUENCES: Readonly<Record<ArbitrageSettings['sequencing'], string>> = {
  auto: 'auto, by the depth of both books',
  parallel: 'parallel, both legs at once',
  'thin-first': 'thin-first, the thinner book, then the other',
  'maker-taker': 'maker-taker, rests on one, takes the other',
};

/** All settings of the arbitrage engine; drawn once they are known, so that a default is never taken for what is saved. */
export function SettingsForm() {
  const settings = useCall(getArbitrageSettings, { intervalMs: SETTINGS_INTERVAL_MS });
  if (settings.data) {
    const { auto_execute: _auto, ...values } = settings.data.settings;
    return <Form values={values} />;
  }
  return settings.isError ? (
    <ErrorState error={settings.error} fallback="Failed to load settings" onRetry={() => void settings.refetch()} />
  ) : (
    <LoadingRows rows={10} label="Loading settings" />
  );
}

function Form({ values }: { values: FormValues }) {
  const { form, submit, isSaving } = useRouteForm(putArbitrageSettings, {
    values,
    sends: 'changes',
    done: (answer) => answer.message,
    failed: 'Failed to save settings',
    refresh: [getArbitrageSettings],
  });
  const { control, formState } = form;
  const changed = Object.keys(formState.dirtyFields).length;
  return (
    <form aria-label="Arbitrage settings" onSubmit={submit} className="flex min-w-0 flex-col">
      <div className="grid gap-x-6 gap-y-4 px-3.5 py-3 lg:grid-cols-2">
        {SETTING_GROUPS.map((group) => (
          <fieldset key={group.title} className="min-w-0">
            <legend className="text-sm font-semibold">{group.title}</legend>
            <p className="mb-2 text-2xs text-fg3">{group.note}</p>
            <div className="grid grid-cols-2 gap-x-3 gap-y-1 lg:grid-cols-3">
              {group.fields.map((field) => (
                <FormNumber
                  key={field.name}
                  control={control}
                  name={field.name}
                  label={<span title={field.name}>{field.label}</span>}
                  unit={field.unit}
                  per={field.per}
                  hint={boundsOf(field)}
                />
              ))}
            </div>
          </fieldset>
        ))}
        <fieldset className="min-w-0">
          <legend className="text-sm font-semibold">How it works</legend>
          <p className="mb-2 text-2xs text-fg3">Which leg goes first, and what the learning agent may do.</p>
          <FormSelect
            control={control}
            name="sequencing"
            label="Sequencing"
            options={(['auto', ...SEQUENCING_NAMES] as const).map((value) => ({ value, label: SEQUENCES[value] }))}
          />
          <FormSwitch
            control={control}
            name="is_spot_futures_executable"
            label="Spot↔Futures may be executed"
            note="Off: spot against perp is only evaluated."
          />
          <FormSwitch
            control={control}
            name="is_learning"
            label="Learn from executions and shadows"
            note="Fill probability, slippage and the cost of latency per pair and size."
          />
        </fieldset>
      </div>
      <div className="flex min-h-12 flex-wrap items-center gap-2 border-t border-line1 px-3.5 py-2">
        <Button type="submit" look="primary" pending={isSaving} disabled={changed === 0}>
          Save settings
        </Button>
        <Button disabled={changed === 0 || isSaving} onClick={() => form.reset(undefined, { keepDirtyValues: false })}>
          Discard
        </Button>
        {changed === 0 ? null : <Tag tone="warn">{changed} unsaved</Tag>}
      </div>
    </form>
  );
}
