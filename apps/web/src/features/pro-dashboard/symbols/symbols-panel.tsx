import { VENUE_NAMES, type VenueName } from '@riptide/contracts/calls';
import { useState, type SyntheticEvent } from 'react';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { CopyButton } from '../../../shared/copy-button.tsx';
import { MANUAL_SYMBOLS } from '../../../shared/manual-symbols.ts';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Button } from '../../../ui/button.tsx';
import { VenueBoxes } from '../../../shared/venue-boxes.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useProAddress } from '../frame/pro-address.ts';
import { ProPanel } from '../frame/pro-panel.tsx';
import { CellSheet } from './cell-sheet.tsx';
import { MatrixTable } from './matrix-table.tsx';
import { matrixRows } from './model/cells.ts';
import { listFault, readSymbolList, readVenueList } from './model/symbol-list.ts';
import { RotationPlan } from './rotation-plan.tsx';
import { UpsertDialog } from './upsert-dialog.tsx';
import { LISTING_AGE_MS, useRotationPlan, useValidation, type SymbolQuestion } from './use-symbol-checks.ts';

/** Which symbols each venue lists, which can be arbitraged, and which the engine shall follow. */
export function SymbolsPanel() {
  const { raw, change } = useProAddress();
  const symbols = readSymbolList(raw['symbols'] ?? MANUAL_SYMBOLS.join(','));
  const venues = readVenueList(raw['symbolVenues']);
  const question = { symbols, venues };
  const [isPlanAsked, setPlanAsked] = useState(false);
  const [isUpserting, setUpserting] = useState(false);
  const validation = useValidation(question);
  const plan = useRotationPlan(question, isPlanAsked);
  const ready = plan.data?.arb_ready_symbols ?? null;
  const ask = (next: SymbolQuestion): void => {
    change({
      symbols: next.symbols.join(','),
      symbolVenues: next.venues.length === VENUE_NAMES.length ? undefined : next.venues.join(','),
    });
    if (isSame(next, question)) void validation.refetch();
  };
  return (
    <ProPanel
      id="symbols"
      note={
        ready === null ? null : (
          <span className="max-w-[40ch] truncate text-xs text-fg3">
            arb ready: {ready.length === 0 ? 'none' : ready.join(', ')}
          </span>
        )
      }
      age={<AgeTag atSeconds={validation.data?.atSeconds ?? null} intervalMs={LISTING_AGE_MS} isShort />}
      actions={
        ready === null || ready.length === 0 ? null : <CopyButton text={ready.join(', ')} label="Copy ready symbols" />
      }
    >
      <AskForm
        asked={question}
        isValidating={validation.isFetching}
        isPlanning={plan.isFetching && isPlanAsked && plan.data === undefined}
        onValidate={ask}
        onPlan={(next) => {
          ask(next);
          setPlanAsked(true);
          if (isPlanAsked && isSame(next, question)) void plan.refetch();
        }}
        onUpsert={(next) => {
          ask(next);
          setUpserting(true);
        }}
      />
      <Matrix validation={validation} />
      {isPlanAsked && plan.isError ? (
        <ErrorState error={plan.error} fallback="Failed to plan the rotation" onRetry={() => void plan.refetch()} />
      ) : null}
      {plan.data === undefined ? null : <RotationPlan plan={plan.data} />}
      <UpsertDialog open={isUpserting} onOpenChange={setUpserting} listed={symbols} ready={ready} />
    </ProPanel>
  );
}

function isSame(one: SymbolQuestion, other: SymbolQuestion): boolean {
  return one.symbols.join() === other.symbols.join() && one.venues.join() === other.venues.join();
}

function Matrix({ validation }: { validation: ReturnType<typeof useValidation> }) {
  const { raw, change } = useProAddress();
  const { data } = validation;
  if (data === undefined) {
    return validation.isError ? (
      <ErrorState
        error={validation.error}
        fallback="Failed to validate the symbols"
        onRetry={() => void validation.refetch()}
      />
    ) : (
      <LoadingRows rows={6} label="Validating the symbols" />
    );
  }
  const rows = matrixRows(data.question.symbols, data);
  const [symbol, venueName] = (raw['symbolCell'] ?? '').split(':');
  const row = rows.find((each) => each.symbol === symbol) ?? null;
  const venue = VENUE_NAMES.find((name) => name === venueName) ?? null;
  return (
    <>
      {validation.isError ? (
        <ErrorState
          error={validation.error}
          fallback="Could not validate again; below is what was read last"
          onRetry={() => void validation.refetch()}
        />
      ) : null}
      {data.venue_states.map(({ venue: name, loaded, reason }) =>
        loaded ? null : (
          <p key={name} role="status" className="px-3.5 py-1.5 text-sm text-warn">
            {`${name}: its list of instruments is not loaded${reason === null ? '' : ` (${reason})`}. Its cells tell nothing yet; Validate again when it is connected.`}
          </p>
        ),
      )}
      <MatrixTable
        rows={rows}
        venues={data.venues}
        isStale={validation.isError}
        onCell={(cellSymbol, cellVenue) => change({ symbolCell: `${cellSymbol}:${cellVenue}` }, { isStep: true })}
      />
      <CellSheet row={row} venue={venue} onClose={() => change({ symbolCell: undefined })} />
    </>
  );
}

interface AskFormProps {
  readonly asked: SymbolQuestion;
  readonly isValidating: boolean;
  readonly isPlanning: boolean;
  readonly onValidate: (question: SymbolQuestion) => void;
  readonly onPlan: (question: SymbolQuestion) => void;
  readonly onUpsert: (question: SymbolQuestion) => void;
}

function AskForm({ asked, isValidating, isPlanning, onValidate, onPlan, onUpsert }: AskFormProps) {
  const [text, setText] = useState(asked.symbols.join(', '));
  const [venues, setVenues] = useState<readonly VenueName[]>(asked.venues);
  const [shown, setShown] = useState(asked);
  // Back, or a link, asks for another list: it takes the place of what was typed.
  if (!isSame(asked, shown)) {
    setShown(asked);
    if (!isSame(asked, { symbols: readSymbolList(text), venues })) {
      setText(asked.symbols.join(', '));
      setVenues(asked.venues);
    }
  }
  const symbols = readSymbolList(text);
  const fault = listFault(symbols, venues);
  const run = (then: (question: SymbolQuestion) => void) => (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (fault === null) then({ symbols, venues });
  };
  return (
    <form className="flex flex-col gap-1 border-b border-line1 px-3.5 py-3" onSubmit={run(onValidate)}>
      <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
        <div className="min-w-[220px] flex-1">
          <TextField
            label="Symbols"
            hint={`${symbols.length} of at most 100, split by commas`}
            error={fault}
            value={text}
            maxLength={4000}
            onChange={(next) => setText(next.toUpperCase())}
          />
        </div>
        <span className="flex flex-wrap gap-2 pt-[23px] max-sm:pt-0">
          <Button type="submit" look="primary" pending={isValidating} disabled={fault !== null}>
            Validate
          </Button>
          <Button pending={isPlanning} disabled={fault !== null} onClick={run(onPlan)}>
            Rotation plan
          </Button>
          <Button disabled={fault !== null} onClick={run(onUpsert)}>
            Bulk upsert
          </Button>
        </span>
      </div>
      <fieldset className="flex flex-wrap items-center gap-x-4">
        <legend className="sr-only">Venues</legend>
        <VenueBoxes venues={venues} onChange={setVenues} />
      </fieldset>
    </form>
  );
}
