import { getAllocation, setAllocation, type AllocationSettings } from '@riptide/contracts/calls';
import { useEffect, useState } from 'react';
import { ApiProblem, isRefused } from '../../../lib/api-problem.ts';
import { announceForm, takeForm } from '../../../lib/kept-forms.ts';
import { useUnsaved } from '../../../shared/form/unsaved.tsx';
import { ErrorState } from '../../../shared/panel-states.tsx';
import { useCommand } from '../../../shared/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useDraftKept } from '../frame/drafts.ts';
import { CapitalBars, capitalText } from './capital-bars.tsx';
import { IdleShares } from './idle-shares.tsx';
import type { Allocation } from './model/allocation.ts';
import { venuesWithShare } from './model/venue-shares.ts';
import {
  fieldFault,
  isTotalSound,
  normalised,
  readShare,
  totalText,
  totalWeight,
  type AllocationField,
} from './model/weights.ts';
import { FIELD_LABELS, SaveAllocation } from './save-allocation.tsx';
import { useDivision } from './use-division.ts';

type Draft = Readonly<Partial<Record<AllocationField, string>>>;

const WEIGHT_RANGE = { min: 0, max: 1, step: 0.1 } as const;
const BOUND_RANGE = { min: 0, max: 1, step: 0.01 } as const;
const FORM_NAME = 'pro allocation';

interface AllocationFormProps {
  readonly allocation: Allocation;
  readonly isStale: boolean;
}

/** The weights and bounds as typed, what they sum to, and the dollars they would give each venue. */
export function AllocationForm({ allocation, isStale }: AllocationFormProps) {
  const saved = allocation.settings;
  const { draft, type, clear } = useDraft();
  const [isAsking, setAsking] = useState(false);
  const settings = applied(saved, draft);
  const total = totalWeight(settings);
  const names = Object.keys(FIELD_LABELS) as AllocationField[];
  const isSound = isTotalSound(total) && names.every((name) => fieldFault(name, settings) === null);
  const isDirty = names.some((name) => settings[name] !== saved[name]);
  const division = useDivision(settings, isDirty && isSound);
  const refusal = isDirty && isSound && isRefused(division.query.error) ? division.query.error : null;
  const refused = refusal instanceof ApiProblem ? (refusal.facts.fields ?? {}) : {};
  const typed = isDirty && isSound && division.isSettled ? division.query.data : undefined;
  const save = useCommand(setAllocation, {
    done: () => 'Capital allocation saved',
    failed: 'Failed to save the capital allocation',
    refresh: [getAllocation],
    onDone: () => {
      setAsking(false);
      clear();
    },
  });
  useUnsaved('capital allocation', isDirty);
  useDraftKept('capital allocation', { isDirty, values: draft, restore: (kept) => type(kept) });
  const field = (name: AllocationField) => (
    <NumberField
      key={name}
      label={FIELD_LABELS[name]}
      unit=""
      hint="0 to 1"
      range={name.endsWith('weight') ? WEIGHT_RANGE : BOUND_RANGE}
      value={draft[name] ?? String(saved[name])}
      error={fieldFault(name, settings) ?? refused[name] ?? null}
      onChange={(text) => type({ [name]: text })}
      onBlur={() => draft[name] !== undefined && type({ [name]: String(settings[name]) })}
    />
  );
  return (
    <form
      noValidate
      className="flex flex-col gap-3 px-3.5 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isSound && isDirty && refusal === null) setAsking(true);
      }}
    >
      <div className="grid grid-cols-3 gap-x-3 gap-y-1 max-sm:grid-cols-2">
        {names.map(field)}
        <div className="flex flex-col gap-1.5 pt-[22px] max-sm:col-span-2 max-sm:pt-0">
          <p
            role="status"
            className={isTotalSound(total) ? 'text-sm font-semibold text-ok' : 'text-sm font-semibold text-danger'}
          >
            {totalText(total)}
          </p>
          <Button
            size="xs"
            className="self-start"
            disabled={total === 1}
            onClick={() => {
              const weights = normalised(settings);
              type(Object.fromEntries(Object.entries(weights).map(([name, value]) => [name, String(value)])));
            }}
          >
            Normalise to 1.0
          </Button>
        </div>
      </div>
      <CapitalBars capital={typed ?? allocation} isStale={isStale} />
      <IdleShares venues={venuesWithShare(typed ?? allocation)} />
      {isDirty && isSound && division.query.isError && Object.keys(refused).length === 0 ? (
        <ErrorState
          error={division.query.error}
          fallback="Could not work out the dollars"
          onRetry={() => void division.query.refetch()}
        />
      ) : null}
      <div className="flex min-h-8 flex-wrap items-center gap-2 border-t border-line1 pt-3">
        <span className="text-[12px] text-fg3">{capitalText(typed ?? allocation)}</span>
        {isDirty ? <Tag tone="warn">Not saved</Tag> : null}
        {typed === undefined ? null : <Tag tone="info">Preview; nothing moves until Save</Tag>}
        {isDirty && isSound && typed === undefined && !division.query.isError ? (
          <span className="text-2xs text-fg3">Working out the dollars</span>
        ) : null}
        <span className="flex-1" />
        {isDirty ? (
          <Button look="ghost" onClick={clear}>
            Discard
          </Button>
        ) : null}
        <Button
          type="submit"
          look="primary"
          pending={save.isPending}
          disabled={!isSound || !isDirty || refusal !== null}
        >
          Save
        </Button>
      </div>
      <SaveAllocation
        open={isAsking}
        onOpenChange={(isOpen) => {
          setAsking(isOpen);
          save.reset();
        }}
        before={saved}
        after={settings}
        usdBefore={allocation.allocations}
        usdAfter={typed?.allocations ?? null}
        pending={save.isPending}
        error={save.error}
        onConfirm={() => save.mutate({ body: settings })}
      />
    </form>
  );
}

function applied(saved: AllocationSettings, draft: Draft): AllocationSettings {
  const typed = Object.entries(draft).map(([name, text]) => [name, readShare(text)]);
  return { ...saved, ...(Object.fromEntries(typed) as Partial<AllocationSettings>) };
}

/** What is typed and not saved, kept over the way through the gate. */
function useDraft() {
  const [draft, setDraft] = useState<Draft>(() => takeForm(FORM_NAME) ?? {});
  useEffect(() => announceForm(FORM_NAME, () => (Object.keys(draft).length > 0 ? draft : null)), [draft]);
  return {
    draft,
    type: (fields: Draft) => setDraft((before) => ({ ...before, ...fields })),
    clear: () => setDraft({}),
  };
}
