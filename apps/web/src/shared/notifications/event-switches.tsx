import { NOTIFY_GROUPS } from '@riptide/contracts/calls';
import type { Control } from 'react-hook-form';
import { FormSwitch } from '../form/form-fields.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import type { NotifySettings, NotifyValues } from './notify-values.ts';

const GROUP_WORDS: Readonly<Record<(typeof NOTIFY_GROUPS)[number], string>> = {
  trade: 'Trades',
  arbitrage: 'Arbitrage',
  safety: 'Safety',
  engine: 'Engines',
  venue: 'Venues and keys',
  report: 'Reports',
  system: 'System',
};

const TONES: Readonly<Record<NotifySettings['catalogue'][number]['severity'], Tone>> = {
  DEBUG: 'neutral',
  INFO: 'neutral',
  WARN: 'warn',
  ERROR: 'danger',
  CRITICAL: 'danger',
};

interface EventSwitchesProps {
  readonly catalogue: NotifySettings['catalogue'];
  readonly control: Control<NotifyValues>;
}

/** A switch for everything a notification can be about. */
export function EventSwitches({ catalogue, control }: EventSwitchesProps) {
  const groups = NOTIFY_GROUPS.map((group) => ({ group, events: catalogue.filter((row) => row.group === group) }));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-semibold">Events</legend>
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
        {groups
          .filter(({ events }) => events.length > 0)
          .map(({ group, events }) => (
            <div key={group} role="group" aria-label={GROUP_WORDS[group]} className="flex min-w-0 flex-col gap-1">
              <h3 className="border-b border-line1 pb-1 text-[12px] font-semibold text-fg2">{GROUP_WORDS[group]}</h3>
              {events.map((row) => (
                <FormSwitch
                  key={row.event}
                  control={control}
                  name={`events.${row.event}`}
                  label={
                    <span className="flex flex-wrap items-center gap-2">
                      {row.title}
                      {row.severity === 'INFO' || row.severity === 'DEBUG' ? null : (
                        <Tag tone={TONES[row.severity]}>{row.severity}</Tag>
                      )}
                    </span>
                  }
                  note={row.text}
                />
              ))}
            </div>
          ))}
      </div>
    </fieldset>
  );
}
