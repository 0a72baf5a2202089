import { addCooldown, getCooldowns, type RouteOutput } from '@riptide/contracts/calls';
import { useState } from 'react';
import { formatAge } from '../../../lib/format-time.ts';
import { useAgeMs } from '../../../shared/age-tag.tsx';
import { useCommand } from '../../../shared/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import {
  COOLDOWN_ACTIONS,
  COOLDOWN_VENUES,
  cooldownBody,
  DEFAULT_SECONDS,
  PRESETS,
  readSeconds,
  replacedSeconds,
  secondsFault,
  type CooldownDraft,
} from './model/cooldown-draft.ts';

const FIRST: CooldownDraft = { symbol: '', venue: 'BINANCE', action: 'trade', seconds: String(DEFAULT_SECONDS) };
const ACTION_OPTIONS = COOLDOWN_ACTIONS.map((value) => ({ value, label: value }));

interface CooldownFormProps {
  /** What runs now, and when that was told; undefined before the first answer. */
  readonly running: RouteOutput<typeof getCooldowns>['active_cooldowns'] | undefined;
  readonly atSeconds: number | null;
}

/** Pauses a symbol at a venue; says so before it takes the place of a pause that runs. */
export function CooldownForm({ running, atSeconds }: CooldownFormProps) {
  const [draft, setDraft] = useState(FIRST);
  const type = (fields: Partial<CooldownDraft>): void => setDraft((before) => ({ ...before, ...fields }));
  const add = useCommand(addCooldown, {
    done: () => 'Cooldown added',
    failed: 'Failed to add the cooldown',
    refresh: [getCooldowns],
    onDone: () => type({ symbol: '' }),
  });
  const body = cooldownBody(draft);
  const replaced = replacedSeconds(draft, running, useAgeMs(atSeconds) ?? 0);
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-x-2 gap-y-1 border-b border-line1 px-3.5 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (body !== null && !add.isPending) add.mutate({ body });
      }}
    >
      <div className="min-w-[110px] flex-1">
        <TextField
          label="Symbol"
          hint="e.g. BTCUSDT"
          value={draft.symbol}
          error={null}
          maxLength={30}
          onChange={(symbol) => type({ symbol: symbol.toUpperCase() })}
        />
      </div>
      <div className="w-28">
        <SelectField
          label="Venue"
          value={draft.venue}
          options={COOLDOWN_VENUES}
          error={null}
          onChange={(venue) => type({ venue })}
        />
      </div>
      <div className="w-24">
        <SelectField
          label="Action"
          value={draft.action}
          options={ACTION_OPTIONS}
          error={null}
          onChange={(action) => type({ action })}
        />
      </div>
      <div className="w-28">
        <NumberField
          label="Duration"
          unit="s"
          hint="60 when left out"
          value={draft.seconds}
          error={secondsFault(draft.seconds)}
          onChange={(seconds) => type({ seconds })}
          onBlur={() => secondsFault(draft.seconds) === null && type({ seconds: String(readSeconds(draft.seconds)) })}
        />
      </div>
      <Button type="submit" look="primary" className="mt-[23px]" pending={add.isPending} disabled={body === null}>
        Add
      </Button>
      <div
        role="group"
        aria-label="Presets of the duration"
        className="flex w-full flex-wrap items-center justify-end gap-1.5 max-sm:justify-start"
      >
        {replaced === null || body === null ? null : (
          <Replacing left={replaced} seconds={body.duration_seconds ?? DEFAULT_SECONDS} />
        )}
        {PRESETS.map(({ label, seconds }) => (
          <Button
            key={label}
            size="xs"
            aria-label={`Duration ${label}`}
            aria-pressed={draft.seconds === String(seconds)}
            onClick={() => type({ seconds: String(seconds) })}
          >
            {label}
          </Button>
        ))}
      </div>
    </form>
  );
}

function Replacing({ left, seconds }: { left: number; seconds: number }) {
  return (
    <p role="status" className={`min-w-0 flex-1 text-[12px] ${seconds < left ? 'text-warn' : 'text-fg3'}`}>
      {`One runs already with ${formatAge(left * 1000)} left. Add takes its place${seconds < left ? ' and ends it sooner' : ''}.`}
    </p>
  );
}
