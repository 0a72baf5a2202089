import {
  SEVERITY_NAMES,
  getDeliveries,
  getNotificationToggles,
  getNotifySettings,
  setNotifySettings,
} from '@riptide/contracts/calls';
import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import { formatCount } from '../../lib/format.ts';
import { useRuntime } from '../../lib/runtime.tsx';
import { FormSelect, FormSwitch, FormText } from '../form/form-fields.tsx';
import { useRouteForm } from '../form/use-route-form.ts';
import type { NotifySettings, NotifyValues } from './notify-values.ts';
import { QuietHours } from './quiet-hours.tsx';
import { ChannelFields } from './channel-fields.tsx';
import { EventSwitches } from './event-switches.tsx';
import { resetTo } from '../form/reset-to.ts';
import { SaveLine } from '../form/save-line.tsx';

const ZONES = Intl.supportedValuesOf('timeZone');

/** Every event has its switch in the form; one that is not stored is on. */
function valuesOf({ prefs, catalogue }: NotifySettings): NotifyValues {
  const events = Object.fromEntries(catalogue.map(({ event }) => [event, prefs.events[event] ?? true]));
  return { ...prefs, events };
}

function withoutSecrets(values: NotifyValues): NotifyValues {
  const { telegram, whatsapp, webhook, ...others } = values.channels ?? {};
  return {
    ...values,
    channels: {
      ...others,
      telegram: { ...telegram, bot_token: undefined },
      whatsapp: { ...whatsapp, token: undefined },
      webhook: { ...webhook, secret: undefined },
    },
  };
}

interface NotifyFormProps {
  readonly answer: NotifySettings;
  /** The switch of every event stands behind a line that opens, where room is short. */
  readonly areEventsFolded?: boolean;
}

/** The whole preferences of notifications as one form. */
export function NotifyForm({ answer, areEventsFolded = false }: NotifyFormProps) {
  const { clock } = useRuntime();
  const [savedAtMs, setSavedAtMs] = useState<number | null>(null);
  const values = valuesOf(answer);
  const { form, submit, isSaving } = useRouteForm(setNotifySettings, {
    values,
    sends: 'changes',
    done: (saved) => saved.message,
    failed: 'Failed to save notification preferences',
    refresh: [getNotifySettings, getNotificationToggles, getDeliveries],
    onDone: () => {
      // Secrets were taken and are never shown again.
      resetTo(form, withoutSecrets(form.getValues()));
      setSavedAtMs(clock.nowMs());
    },
  });
  const { control } = form;
  const { isDirty } = useFormState({ control });
  const zones = [...new Set(['UTC', answer.prefs.zone, ...ZONES])];
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4 px-3.5 py-3.5">
      <div className="grid items-start gap-x-6 gap-y-2 sm:grid-cols-[3fr_2fr]">
        <FormSwitch
          control={control}
          name="enabled"
          label="Send messages by the channels below"
          note="The notification centre is kept either way"
        />
        <FormSelect
          control={control}
          name="min_severity"
          label="Minimum severity"
          hint="What is less is kept in the bell only"
          options={SEVERITY_NAMES.map((value) => ({ value, label: value }))}
        />
      </div>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-semibold">Channels</legend>
        <div className="grid gap-2.5 lg:grid-cols-2">
          {answer.channels.map((channel) => (
            // Drawn anew after a save: what was typed as a secret is gone then.
            <ChannelFields key={`${channel.channel} ${savedAtMs ?? ''}`} channel={channel} control={control} />
          ))}
        </div>
      </fieldset>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-semibold">Quiet hours</legend>
        <div className="grid gap-x-6 sm:grid-cols-2">
          <FormSwitch control={control} name="respect_quiet" label="Send nothing in quiet hours" />
          <FormSwitch control={control} name="critical_ignores_quiet" label="CRITICAL ignores quiet hours" />
        </div>
        <div className="grid gap-3 sm:grid-cols-3">
          <FormText control={control} name="quiet_start" label="From" placeholder="22:00" hint="HH:MM" />
          <FormText
            control={control}
            name="quiet_end"
            label="Until"
            placeholder="07:00"
            hint="HH:MM, next day where earlier"
          />
          <FormSelect
            control={control}
            name="zone"
            label="Time zone"
            options={zones.map((value) => ({ value, label: value }))}
          />
        </div>
        <QuietHours control={control} />
      </fieldset>
      {areEventsFolded ? (
        <details>
          <summary className="min-h-6 cursor-pointer text-sm text-fg2">
            Event catalogue, {formatCount(answer.catalogue.length)} events with a switch each
          </summary>
          <div className="mt-3">
            <EventSwitches catalogue={answer.catalogue} control={control} />
          </div>
        </details>
      ) : (
        <EventSwitches catalogue={answer.catalogue} control={control} />
      )}
      <SaveLine
        name="notifications"
        label="Save Notifications"
        isDirty={isDirty}
        isSaving={isSaving}
        savedAtMs={savedAtMs}
        onDiscard={() => resetTo(form, values)}
      />
    </form>
  );
}
