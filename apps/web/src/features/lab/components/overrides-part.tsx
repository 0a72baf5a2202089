import { ENGINE_NAMES, OVERRIDE_PHRASE } from '@riptide/contracts/calls';
import { useState } from 'react';
import { formatExact } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useLabCommands, useVerdicts } from '../api/use-lab.ts';
import { subjectWord } from './lab-words.ts';

type Engine = (typeof ENGINE_NAMES)[number];
const DAYS = { min: 1, max: 90, usual: '7' } as const;

/** Engines that may trade live without a passed verdict: by a typed phrase, for some days, and taken back at once. */
export function OverridesPart() {
  const overrides = useVerdicts().data?.overrides;
  const { override, withdraw } = useLabCommands();
  const { zone } = usePreferences();
  const [asked, setAsked] = useState<Engine | null>(null);
  const [days, setDays] = useState<string>(DAYS.usual);
  const count = Number(days);
  const isValid = Number.isInteger(count) && count >= DAYS.min && count <= DAYS.max;
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2 text-sm">
        {ENGINE_NAMES.map((engine) => {
          const held = overrides?.find((each) => each.subject === engine && each.active);
          return (
            <li key={engine} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <b className="w-24 font-semibold">{subjectWord(engine)}</b>
              {held === undefined ? (
                <span className="text-fg2">trades live only with a passed verdict</span>
              ) : (
                <>
                  <Tag tone="warn">Overridden</Tag>
                  <span className="text-fg2">{`by ${held.by}, until ${formatExact(held.expires_at * 1000, zone)}`}</span>
                </>
              )}
              <span className="flex-1" />
              {held === undefined ? (
                <Button size="sm" look="stop" disabled={overrides === undefined} onClick={() => setAsked(engine)}>
                  Override
                </Button>
              ) : (
                <Button
                  size="sm"
                  pending={withdraw.isPending}
                  onClick={() => withdraw.mutate({ body: { subject: engine } })}
                >
                  Take back
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={`Let ${subjectWord(asked ?? '')} trade live without a verdict?`}
        verb="Override"
        by={{ word: OVERRIDE_PHRASE }}
        pending={override.isPending}
        isBlocked={!isValid}
        onConfirm={() =>
          asked &&
          override.mutate(
            { body: { subject: asked, phrase: OVERRIDE_PHRASE, days: count } },
            { onSettled: () => setAsked(null) },
          )
        }
      >
        <p>Nothing has shown that it earns more than chance after fees. Every other check of going live stays.</p>
        <NumberField
          label="For how long"
          value={days}
          onChange={setDays}
          unit="days"
          hint={`${DAYS.min} to ${DAYS.max}; it ends by itself and can be taken back at any time`}
          error={isValid ? null : `A whole number from ${DAYS.min} to ${DAYS.max}`}
        />
      </ConfirmDialog>
    </div>
  );
}
