import { CARRY_NOTIONAL_USD, VENUE_NAMES, planCarry, type VenueName } from '@riptide/contracts/calls';
import { useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { EmptyState, ErrorState } from '../../shared/panel-states.tsx';
import { readSize, sizeError } from '../../shared/size-text.ts';
import { useCommand } from '../../shared/use-command.ts';
import { VenueChoice } from '../../shared/venue-choice.tsx';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CANDIDATE_COLUMNS, candidateId, drawCandidateCard } from './candidate-columns.tsx';
import { CarryExecute } from './carry-execute.tsx';
import type { CarryPlan, CarrySize } from './carry-plan.ts';

const FIRST_SYMBOL = 'BTCUSDT';
const MOST_USD = 10_000_000;

/** In two columns, as the forms beside it on the pro dashboard: the symbol alone, both sizes, the venues, the button. */
const NARROW_FORM =
  'grid grid-cols-2 gap-x-3 gap-y-1 px-3.5 pt-3 [&>*]:w-full [&>:first-child]:col-span-2 [&>:nth-child(n+4)]:col-span-2 [&>:last-child]:mt-2';
const WIDE_FORM =
  'flex flex-wrap items-start gap-x-4 gap-y-2 px-3.5 pt-3 max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-3 max-sm:[&>*]:w-full max-sm:[&>:first-child]:col-span-2 max-sm:[&>:nth-child(n+4)]:col-span-2';

/** Asks what every way of carrying a symbol's funding brings, and begins the best of them. */
export function CarryPlanner({ isNarrow }: { isNarrow: boolean }) {
  const [symbol, setSymbol] = useState(FIRST_SYMBOL);
  const [qty, setQty] = useState('');
  const [notional, setNotional] = useState(String(CARRY_NOTIONAL_USD));
  // What the plan on screen was asked for; another form needs another plan.
  const [asked, setAsked] = useState('');
  const [venues, setVenues] = useState<readonly VenueName[]>(VENUE_NAMES);
  // The plan before stays on screen while another is asked for.
  const [last, setLast] = useState<CarryPlan | null>(null);
  const plan = useCommand(planCarry, { failed: 'Failed to plan', onDone: setLast });
  const [coins, usd] = [readSize(qty), readSize(notional)];
  const isAmount = usd !== null && (usd ?? 0) <= MOST_USD && coins !== null;
  const canPlan = symbol.trim() !== '' && venues.length >= 2 && isAmount;
  const body = {
    symbol: symbol.trim(),
    venues: [...venues],
    ...(typeof usd === 'number' ? { notional_usd: usd } : {}),
  };
  const text = JSON.stringify(body);
  const ask = (): void => {
    if (!canPlan) return;
    setAsked(text);
    plan.mutate({ body });
  };
  return (
    <section aria-label="Funding Carry Planner" className="min-w-0">
      <form
        className={isNarrow ? NARROW_FORM : WIDE_FORM}
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
            maxLength={30}
            onChange={(next) => setSymbol(next.toUpperCase())}
          />
        </div>
        <div className="w-36">
          <NumberField
            label="Qty"
            unit="coins"
            hint="optional; empties Notional"
            value={qty}
            error={sizeError(qty)}
            onChange={(next) => {
              setQty(next);
              if (next.trim() !== '') setNotional('');
            }}
          />
        </div>
        <div className="w-40">
          <NumberField
            label="Notional"
            unit="USD"
            hint="per leg; empties Qty"
            value={notional}
            error={usd === null || (usd ?? 0) > MOST_USD ? 'Enter a number over 0, up to 10,000,000' : null}
            onChange={(next) => {
              setNotional(next);
              if (next.trim() !== '') setQty('');
            }}
          />
        </div>
        <VenueChoice
          venues={venues}
          error={venues.length < 2 ? 'A carry needs two venues' : null}
          onChange={setVenues}
        />
        <Button
          type="submit"
          look="primary"
          className={isNarrow ? '' : 'mt-[23px] max-sm:mt-0'}
          pending={plan.isPending}
          disabled={!canPlan}
        >
          Plan
        </Button>
      </form>
      {plan.isError ? <ErrorState error={plan.error} fallback="Failed to plan" onRetry={ask} /> : null}
      {last ? (
        <Planned
          plan={last}
          size={{ qty: coins ?? null, notionalUsd: usd ?? null }}
          isOld={plan.isError || plan.isPending || asked !== text}
          isNarrow={isNarrow}
        />
      ) : plan.isError ? null : (
        <EmptyState title="Nothing planned yet">
          Plan compares the predicted funding of every pair of venues with its four fees and spreads.
        </EmptyState>
      )}
    </section>
  );
}

interface PlannedProps {
  readonly plan: CarryPlan;
  readonly size: CarrySize;
  /** Of another form, or the newest question failed. */
  readonly isOld: boolean;
  readonly isNarrow: boolean;
}

function Planned({ plan, size, isOld, isNarrow }: PlannedProps) {
  return (
    <div className={isOld ? 'stale' : undefined}>
      <CarryExecute plan={plan} size={size} isOld={isOld} />
      {plan.candidates.length === 0 ? null : isNarrow ? (
        <div
          role="region"
          aria-label={`Ways to carry ${plan.symbol}, scrollable`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: arrow keys need it
          tabIndex={0}
          className="max-h-[380px] overflow-y-auto"
        >
          <Candidates plan={plan} isNarrow />
        </div>
      ) : (
        <Candidates plan={plan} isNarrow={false} />
      )}
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

function Candidates({ plan, isNarrow }: { plan: CarryPlan; isNarrow: boolean }) {
  return (
    <DataTable
      label={`Ways to carry ${plan.symbol}`}
      rows={plan.candidates}
      columns={CANDIDATE_COLUMNS}
      rowId={candidateId}
      initialSort={{ column: 'net', isFalling: true }}
      card={drawCandidateCard}
      isNarrow={isNarrow}
      csvName={`carry_${plan.symbol}.csv`}
      maxHeightPx={360}
      footer={`${formatCount(plan.candidates.length)} ways, ${formatCount(plan.excluded.length)} listings left out`}
      empty={null}
    />
  );
}
