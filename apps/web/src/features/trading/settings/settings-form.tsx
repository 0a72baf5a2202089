import {
  getEngineSettings,
  getEngineStatus,
  getTradingStatus,
  putEngineSettings,
  RISK_LEVELS,
  VENUE_NAMES,
  type EngineName,
  type EngineSettings,
} from '@riptide/contracts/calls';
import { useState } from 'react';
import type { Control } from 'react-hook-form';
import { FormNumber, FormSelect, FormSwitch, FormText } from '../../../shared/form/form-fields.tsx';
import { resetTo } from '../../../shared/form/reset-to.ts';
import { useRouteForm } from '../../../shared/form/use-route-form.ts';
import { MODE_WORDS } from '../../../shared/trading-engine/use-trading-engine.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useController } from 'react-hook-form';
import { boundsOf, readNumbers, readSymbols, SETTING_GROUPS, type SettingField } from '../model/settings-fields.ts';

interface SettingsFormProps {
  readonly engine: EngineName;
  readonly settings: EngineSettings;
  readonly isLocked: boolean;
}

/** Every setting of an engine with its bounds; locked while the engine runs. */
export function SettingsForm({ engine, settings, isLocked }: SettingsFormProps) {
  const { form, submit, isSaving } = useRouteForm(putEngineSettings, {
    values: settings,
    sends: 'changes',
    input: { params: { engine } },
    done: () => 'Engine settings saved',
    failed: 'Failed to save the engine settings',
    refresh: [getEngineSettings, getEngineStatus, getTradingStatus],
  });
  const { isDirty, errors } = form.formState;
  const faults = Object.keys(errors).length;
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {SETTING_GROUPS.map((group, at) => (
        <details key={group.title} open={at === 0 || group.fields.some(({ name }) => errors[name] !== undefined)}>
          <summary className="min-h-8 cursor-pointer border-b border-line1 py-1.5 text-base font-semibold">
            {group.title} <span className="text-2xs font-normal text-fg3">{group.fields.length}</span>
          </summary>
          <fieldset disabled={isLocked} className="grid grid-cols-2 gap-x-3 gap-y-2 pt-2.5 max-sm:grid-cols-1">
            {group.fields.map((field) => (
              <Setting key={field.name} field={field} control={form.control} isLocked={isLocked} />
            ))}
          </fieldset>
        </details>
      ))}
      <div className="sticky bottom-0 flex items-center gap-2 border-t border-line1 bg-bg1 py-2.5">
        <span role="status" className="flex-1 text-xs text-fg3">
          {faults > 0 ? `${faults} to correct` : isDirty ? 'Unsaved changes' : 'Saved'}
        </span>
        <Button disabled={!isDirty || isSaving} onClick={() => resetTo(form, settings)}>
          Discard
        </Button>
        <Button type="submit" look="primary" pending={isSaving} disabled={isLocked || !isDirty}>
          Save settings
        </Button>
      </div>
    </form>
  );
}

interface SettingProps {
  readonly field: SettingField;
  readonly control: Control<EngineSettings>;
  readonly isLocked: boolean;
}

const CHOICES = {
  venue: VENUE_NAMES.map((value) => ({ value, label: value })),
  mode: (['auto', 'manual', 'monitor'] as const).map((value) => ({ value, label: MODE_WORDS[value] })),
  risk_level: RISK_LEVELS.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) })),
  threshold_by: (['P95', 'P97', 'fixed', 'turnover'] as const).map((value) => ({ value, label: value })),
} as const;

function Setting({ field, control, isLocked }: SettingProps) {
  const { name, label, unit, hint } = field;
  const bounds = boundsOf(name);
  const isFlag = name === 'auto_pick' || name === 'dca_enabled';
  const base = { control, name, label, disabled: isLocked } as const;
  if (isFlag) {
    return (
      <div className="col-span-full">
        <FormSwitch {...base} note={hint} />
      </div>
    );
  }
  if (name in CHOICES) {
    return <FormSelect {...base} hint={hint} options={CHOICES[name as keyof typeof CHOICES]} />;
  }
  if (name === 'symbols' || name === 'dca_distances_pct') {
    return <FormList field={field} control={control} isLocked={isLocked} />;
  }
  if (name === 'fixed_arm_id') return <FormText {...base} hint={hint} />;
  return <FormNumber {...base} unit={unit} hint={hint === '' ? bounds : `${bounds}. ${hint}`} />;
}

/** A list typed as a line. */
function FormList({ field: { name, label, hint }, control, isLocked }: SettingProps) {
  const { field, fieldState } = useController({ control, name });
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null);
  const text = typed !== null && typed.value === field.value ? typed.text : (field.value as unknown[]).join(', ');
  return (
    <div className="col-span-full">
      <TextField
        label={label}
        hint={hint}
        value={text}
        disabled={isLocked}
        error={wordError(fieldState.error)}
        onBlur={field.onBlur}
        onChange={(next) => {
          const value = name === 'symbols' ? readSymbols(next) : readNumbers(next);
          setTyped({ text: next, value });
          field.onChange(value);
        }}
      />
    </div>
  );
}

/** A fault of one item of a list stands under its index. */
function wordError(error: unknown): string | null {
  if (error === undefined) return null;
  const { message } = error as { message?: string };
  if (message !== undefined) return message;
  const first = Object.values(error as Record<string, { message?: string } | undefined>).find(Boolean);
  return first?.message ?? 'Check the list';
}
