import { getRisk, setRisk, type RiskGuard } from '@riptide/contracts/calls';
import { useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { problemText } from '../../../lib/api-problem.ts';
import { formatClock } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { FormNumber, FormSwitch } from '../../../shared/form/form-fields.tsx';
import { resetTo } from '../../../shared/form/reset-to.ts';
import { useUnsaved } from '../../../shared/form/unsaved.tsx';
import { useRouteForm } from '../../../shared/form/use-route-form.ts';
import { notify } from '../../../shared/notify.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useDraftKept } from '../frame/drafts.ts';
import { GuardLadder } from './guard-ladder.tsx';
import { GUARD_NUMBERS, GUARD_SWITCHES, guardChanges } from './model/guard-fields.ts';
import { ladderOf, ladderValues } from './model/ladder.ts';
import { SaveGuard } from './save-guard.tsx';

interface GuardFormProps {
  readonly config: RiskGuard;
  readonly loadedAtSeconds: number;
  /** Reads the guard anew. */
  readonly onLoad: () => Promise<RiskGuard>;
}

/** The eleven fields of the guard, drawn as a ladder; what would change is shown before it is saved. */
export function GuardForm({ config, loadedAtSeconds, onLoad }: GuardFormProps) {
  const [isAsking, setAsking] = useState(false);
  const { isReading, read } = useReading();
  const { form, submit, isSaving } = useRouteForm(setRisk, {
    values: config,
    sends: 'changes',
    done: ({ message }) => message,
    failed: 'Failed to save the risk guard',
    refresh: [getRisk],
  });
  const { control } = form;
  const { isDirty } = useFormState({ control });
  const values = useWatch({ control }) as RiskGuard;
  useUnsaved('risk guard', isDirty);
  useDraftKept('risk guard', {
    isDirty,
    values: values,
    restore: (kept) => form.reset({ ...config, ...kept }, { keepDefaultValues: true }),
  });
  const changes = guardChanges(config, values);
  // What stands is read anew first: another tab may have saved since, and the difference is to be that from what is.
  const ask = async (): Promise<void> => {
    if (!(await form.trigger()) || !(await read(onLoad))) return;
    setAsking(true);
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-3 px-3.5 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (changes.length > 0) void ask();
      }}
    >
      <div className="grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-4">
        {GUARD_NUMBERS.map(({ name, label, unit, hint, meaning }) => (
          <FormNumber
            key={name}
            control={control}
            name={name}
            label={<span title={`${name}: ${meaning}`}>{label}</span>}
            unit={unit}
            hint={hint}
          />
        ))}
      </div>
      <div className="grid gap-x-6 sm:grid-cols-3">
        {GUARD_SWITCHES.map(({ name, label, note }) => (
          <FormSwitch key={name} control={control} name={name} label={<span title={name}>{label}</span>} note={note} />
        ))}
      </div>
      <GuardLadder ladder={ladderOf(ladderValues(values))} />
      <div className="flex min-h-8 flex-wrap items-center gap-2 border-t border-line1 pt-3">
        <LoadedLine isDirty={isDirty} atSeconds={loadedAtSeconds} />
        <span className="flex-1" />
        <LoadButton isDirty={isDirty} onLoad={async () => resetTo(form, await onLoad())} />
        <Button type="submit" look="primary" pending={isSaving || isReading} disabled={changes.length === 0}>
          Save
        </Button>
      </div>
      <SaveGuard
        open={isAsking && changes.length > 0}
        onOpenChange={setAsking}
        changes={changes}
        onConfirm={() => {
          // What the server refuses stands at its field, which the dialog would hide.
          setAsking(false);
          submit();
        }}
      />
    </form>
  );
}

function LoadedLine({ isDirty, atSeconds }: { isDirty: boolean; atSeconds: number }) {
  const { zone } = usePreferences();
  return (
    <span role="status" className="text-[12px] text-fg3 max-sm:w-full">
      {isDirty ? (
        <Tag tone="warn">Not saved</Tag>
      ) : (
        `Loaded ${formatClock(atSeconds * 1000, zone)}. No unsaved changes.`
      )}
    </span>
  );
}

/** Reads the guard, tells when it can't be read, and says whether it was. */
function useReading() {
  const { clock } = useRuntime();
  const [isReading, setReading] = useState(false);
  const read = async (load: () => Promise<unknown>): Promise<boolean> => {
    setReading(true);
    try {
      await load();
      return true;
    } catch (e) {
      const text = 'Failed to load the risk guard';
      const said = problemText(e, text);
      notify({ tone: 'error', text, note: said === text ? null : said, atMs: clock.nowMs() });
      return false;
    } finally {
      setReading(false);
    }
  };
  return { isReading, read };
}

/** Reads the guard anew; what was typed goes, so it asks first when something was. */
function LoadButton({ isDirty, onLoad }: { isDirty: boolean; onLoad: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  const { isReading, read } = useReading();
  const load = (): void => {
    setAsking(false);
    void read(onLoad);
  };
  return (
    <>
      <Button pending={isReading} onClick={() => (isDirty ? setAsking(true) : load())}>
        Load
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Load the saved risk guard?"
        verb="Load"
        look="primary"
        onConfirm={load}
      >
        <p>What was typed and not saved is lost.</p>
      </ConfirmDialog>
    </>
  );
}
