import { VENUE_NAMES } from '@riptide/contracts/calls';
import { Button } from '../../../ui/button.tsx';
import type { SelectOption } from '../../../ui/select-box.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { filterOf, isFiltered, withFilter, withoutFilters, type HistorySearch } from '../model/history-search.ts';

interface FilterBarProps {
  readonly search: HistorySearch;
  readonly onSearch: (search: HistorySearch) => void;
  /** Those that closed a trade in the period. */
  readonly symbols: readonly string[];
}

const ENGINES = [
  { value: 'all', label: 'All Engines' },
  { value: 'trading', label: 'Trading' },
  { value: 'arbitrage', label: 'Arbitrage' },
] as const;
const PERIODS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const;
const ALL: SelectOption<string> = { value: '', label: 'All' };
const SIDES = [ALL, { value: 'long', label: 'Long' }, { value: 'short', label: 'Short' }];
const RESULTS = [ALL, { value: 'win', label: 'Winners' }, { value: 'loss', label: 'Losers' }];
const VENUES = [ALL, ...VENUE_NAMES.map((venue) => ({ value: venue as string, label: venue as string }))];

/** The filters; they stand in the address and go for cards, charts and table alike. */
export function FilterBar({ search, onSearch, symbols }: FilterBarProps) {
  const { engine, days } = filterOf(search);
  const known = search.symbol === undefined || symbols.includes(search.symbol) ? symbols : [search.symbol, ...symbols];
  const choose = (name: keyof HistorySearch) => (value: string) => onSearch(withFilter(search, { [name]: value }));
  const field = (name: keyof HistorySearch, label: string, options: readonly SelectOption<string>[], value: string) => (
    <SelectField label={label} error={null} value={value} options={options} onChange={choose(name)} />
  );
  return (
    <section aria-label="Filters" className="mb-1">
      <div className="grid grid-cols-2 gap-x-3 sm:grid-cols-3 lg:grid-cols-6">
        {field('engine', 'Engine', ENGINES, engine)}
        {field('days', 'Period', PERIODS, String(days))}
        {field('symbol', 'Symbol', [ALL, ...known.map((each) => ({ value: each, label: each }))], search.symbol ?? '')}
        {field('venue', 'Venue', VENUES, search.venue ?? '')}
        {field('side', 'Side', SIDES, search.side ?? '')}
        {field('result', 'Result', RESULTS, search.result ?? '')}
      </div>
      {isFiltered(search) ? (
        <p className="-mt-2 mb-2 flex flex-wrap items-center gap-2 text-xs text-fg3">
          {search.venue === undefined && search.side === undefined
            ? 'Cards, charts and table show the filtered trades.'
            : 'Cards, charts and table show the filtered trades; with venue or side a leg of a pair counts alone.'}
          <Button look="ghost" size="xs" onClick={() => onSearch(withoutFilters(search))}>
            Clear filters
          </Button>
        </p>
      ) : null}
    </section>
  );
}
