import { CARRY_NOTIONAL_USD, VENUE_NAMES, planCarry, type VenueName } from '@riptide/contracts/calls';
import { useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { EmptyState, ErrorState } from '../../shared/panel-states.tsx';
import { useCommand } from '../../shared/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CANDIDATE_COLUMNS, candidateId, drawCandidateCard } from './candidate-columns.tsx';
import { CarryExecute } from './carry-execute.tsx';
import type { CarryPlan } from './carry-plan.ts';

const FIRST_SYMBOL = 'BTCUSDT';
const MOST_USD = 10_000_000;

/** Asks what every way of carrying a symbol's funding brings, and begins the best of them. */
export function CarryPlanner() {
  const [symbol, setSymbol] = useState(FIRST_SYMBOL);
  const [notional, setNotional] = useState(String(CARRY_NOTIONAL_USD));
  const [venues, setVenues] = useState<readonly VenueName[]>(VENUE_NAMES);
  const plan = useCommand(planCarry, { failed: 'Failed to plan' });
  const usd = Number(notional);
  const isAmount = notional.trim() !== '' && usd > 0 && usd <= MOST_USD;
  const canPlan = symbol.trim() !== '' && venues.length >= 2 && isAmount;
  const ask = (): void => {
    if (canPlan) plan.mutate({ body: { symbol: symbol.trim().toUpperCase(), venues: [...venues], notional_usd: usd } });
  };
  return (
    <section aria-label="Funding Carry Planner" className="min-w-0">
      <form
        className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3.5 pt-3"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <div className="w-36">
          <TextField
            label="Symbol"
            value={symbol}
            hint="e.g. BTCUSDT"
            error={symbol.trim() === '' ? 'Enter a symbol' : null}
            onChange={setSymbol}
          />
        </div>
        <div className="w-40">
          <NumberField
            label="Notional"
            unit="USD"
            hint="per leg"
            value={notional}
            error={isAmount ? null : 'Enter 1 to 10000000'}
            onChange={setNotional}
          />
        </div>
        <fieldset>
          <legend className="mb-1 text-[12px] text-fg2">Venues</legend>
          <div className="flex min-h-8 flex-wrap items-center gap-x-4">
            {VENUE_NAMES.map((venue) => (
              <Checkbox
                key={venue}
                label={venue}
                checked={venues.includes(venue)}
                onChange={(isOn) =>
                  setVenues(VENUE_NAMES.filter((name) => (name === venue ? isOn : venues.includes(name))))
                }
              />
            ))}
          </div>
          {venues.length < 2 ? <small className="text-2xs text-danger">A carry needs two venues</small> : null}
        </fieldset>
        <Button type="submit" look="primary" className="mt-[23px]" pending={plan.isPending} disabled={!canPlan}>
          Plan
        </Button>
      </form>
      {plan.data ? (
        <Planned plan={plan.data} notionalUsd={usd} isOld={plan.isError} />
      ) : plan.isError ? (
        <ErrorState error={plan.error} fallback="Failed to plan" onRetry={ask} />
      ) : (
        <EmptyState title="Nothing planned yet">
          Plan compares the predicted funding of every pair of venues with its four fees and spreads.
        </EmptyState>
      )}
    </section>
  );
}

function Planned({ plan, notionalUsd, isOld }: { plan: CarryPlan; notionalUsd: number; isOld: boolean }) {
  return (
    <div className={isOld ? 'stale' : undefined}>
      <CarryExecute plan={plan} notionalUsd={notionalUsd} />
      {plan.candidates.length === 0 ? null : <Candidates plan={plan} />}
      {plan.excluded.length === 0 ? null : (
        <details className="px-3.5 pb-2 text-[12px] text-fg2">
          <summary className="min-h-6 cursor-pointer">What was left out, and why</summary>
          <ul>
            {plan.excluded.map((each) => (
              <li key={each.instrument_id}>
                {each.instrument_id}: {each.reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Candidates({ plan }: { plan: CarryPlan }) {
  return (
    <DataTable
      label={`Ways to carry ${plan.symbol}`}
      rows={plan.candidates}
      columns={CANDIDATE_COLUMNS}
      rowId={candidateId}
      initialSort={{ column: 'net', isFalling: true }}
      card={drawCandidateCard}
      csvName={`carry_${plan.symbol}.csv`}
      maxHeightPx={360}
      footer={`${formatCount(plan.candidates.length)} ways, ${formatCount(plan.excluded.length)} listings left out`}
      empty={null}
    />
  );
}
