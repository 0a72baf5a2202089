import { getRiskSettings, previewRiskSettings, putRiskSettings, type RiskSettings } from '@riptide/contracts/calls';
import { useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { useRuntime } from '../../../lib/runtime.tsx';
import { FormNumber, FormSwitch } from '../../../shared/form/form-fields.tsx';
import { resetTo } from '../../../shared/form/reset-to.ts';
import { useRouteForm } from '../../../shared/form/use-route-form.ts';
import { Panel } from '../../../shared/panel.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { Loaded, SETTINGS_INTERVAL_MS } from '../../../shared/loaded.tsx';
import { RiskPreview } from './risk-preview.tsx';
import { SaveLine } from '../../../shared/form/save-line.tsx';

/** The limits that are enforced before every order, and what they would mean now. */
export function RiskSection() {
  const asked = useCall(getRiskSettings, { intervalMs: SETTINGS_INTERVAL_MS });
  return (
    <Panel title="Risk Management">
      <Loaded asked={asked} what="risk settings" rows={5}>
        {({ settings }) => <RiskForm settings={settings} />}
      </Loaded>
    </Panel>
  );
}

function RiskForm({ settings }: { settings: RiskSettings }) {
  const { clock } = useRuntime();
  const [savedAtMs, setSavedAtMs] = useState<number | null>(null);
  const { form, submit, isSaving } = useRouteForm(putRiskSettings, {
    values: settings,
    sends: 'changes',
    done: (answer) => answer.message,
    failed: 'Failed to save risk settings',
    refresh: [getRiskSettings, previewRiskSettings],
    onDone: () => setSavedAtMs(clock.nowMs()),
  });
  const { control } = form;
  const { isDirty } = useFormState({ control });
  const values = useWatch({ control });
  return (
    <form onSubmit={submit} noValidate className="grid gap-x-6 gap-y-4 px-3.5 py-3.5 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        <FormNumber
          control={control}
          name="max_position_usd"
          label="Max Position Size USD"
          unit="USD"
          hint="1 to 100,000,000; largest position of one symbol at one venue"
        />
        <FormNumber
          control={control}
          name="daily_loss_pct"
          label="Daily Loss Limit %"
          unit="%"
          hint="0.1 to 100 of the equity at 00:00 UTC; then new risk stops"
        />
        <FormNumber
          control={control}
          name="max_leverage"
          label="Max Leverage"
          unit="x"
          hint="1 to 125; the venue's own maximum holds as well"
        />
        <FormNumber
          control={control}
          name="stop_loss_pct"
          label="Stop Loss %"
          unit="%"
          hint="0.05 to 50 from the entry, where a trade sets no stop of its own"
        />
        <FormSwitch
          control={control}
          name="flatten_on_daily_loss"
          label="Close all positions at the daily loss limit"
          note="Otherwise engines stop and positions keep their stops"
        />
        <SaveLine
          name="risk"
          label="Save Risk Settings"
          isDirty={isDirty}
          isSaving={isSaving}
          savedAtMs={savedAtMs}
          onDiscard={() => resetTo(form, settings)}
        />
      </div>
      <RiskPreview values={values} saved={settings} />
    </form>
  );
}
