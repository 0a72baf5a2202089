import { VENUE_NAMES } from '@riptide/contracts/calls';
import { Eye, EyeOff } from 'lucide-react';
import { formatClock, formatExact, zoneName } from '../../lib/format-time.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { setPreferences, usePreferences } from '../../lib/preferences.ts';
import { useBalances } from '../../shared/portfolio-calls.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { AmountsProvider } from './amounts.tsx';
import { AssetsPanel } from './components/assets-panel.tsx';
import { EquityPanel } from './components/equity-panel.tsx';
import { ExchangeBalancesPanel } from './components/exchange-balances-panel.tsx';
import { ExposurePanel } from './components/exposure-panel.tsx';
import { PortfolioCards } from './components/portfolio-cards.tsx';
import { PositionsPanel } from './components/positions-panel.tsx';
import { SnapshotsPanel } from './components/snapshots-panel.tsx';
import { TransfersPanel } from './components/transfers-panel.tsx';
import { VenueMixPanel } from './components/venue-mix-panel.tsx';
import { nextVenue, rangeOf, withVenue, type PortfolioSearch } from './model/portfolio-search.ts';

interface PortfolioViewProps {
  readonly search: PortfolioSearch;
  readonly onSearch: (search: PortfolioSearch) => void;
}

const VENUE_SEGMENTS = [
  { value: 'all', label: 'All' },
  ...VENUE_NAMES.map((venue) => ({ value: venue, label: venue })),
] as const;

/** The portfolio: what there is, where it lies, and what it is exposed to. */
export function PortfolioView({ search, onSearch }: PortfolioViewProps) {
  const { amounts } = usePreferences();
  const isHidden = amounts === 'hidden';
  const { venue } = search;
  useHotkeys({ v: () => onSearch(withVenue(search, nextVenue(venue))) });
  return (
    <AmountsProvider isHidden={isHidden}>
      <div className="mb-3.5 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-lg font-[640] tracking-tight">Portfolio Overview</h1>
        <LastUpdated />
        <span className="flex-1" />
        <div className="max-w-full overflow-x-auto">
          <Segmented
            label="Venue"
            value={venue ?? 'all'}
            segments={VENUE_SEGMENTS}
            onChange={(next) =>
              onSearch(
                withVenue(
                  search,
                  VENUE_NAMES.find((each) => each === next),
                ),
              )
            }
          />
        </div>
        <Button
          aria-pressed={isHidden}
          onClick={() => setPreferences({ amounts: isHidden ? 'shown' : 'hidden' })}
          title="Replaces amounts by dots on this page, for when others can see the screen"
        >
          {isHidden ? <Eye size={14} aria-hidden /> : <EyeOff size={14} aria-hidden />}
          Hide amounts
        </Button>
      </div>
      <PortfolioCards />
      <div className="mt-3 grid gap-3 max-sm:mt-2.5 max-sm:gap-2.5 lg:grid-cols-12">
        <div className="min-w-0 lg:col-span-8">
          <EquityPanel range={rangeOf(search)} venue={venue} onRange={(range) => onSearch({ ...search, range })} />
        </div>
        <div className="min-w-0 lg:col-span-4">
          <VenueMixPanel venue={venue} />
        </div>
        <div className="min-w-0 lg:col-span-6">
          <ExchangeBalancesPanel venue={venue} />
        </div>
        <div className="min-w-0 lg:col-span-6">
          <ExposurePanel venue={venue} />
        </div>
        <div className="min-w-0 lg:col-span-12">
          <PositionsPanel venue={venue} />
        </div>
        <div className="min-w-0 lg:col-span-12">
          <AssetsPanel
            venue={venue}
            showsSmall={search.small === true}
            onSmall={(showsSmall) => {
              const { small: _left, ...rest } = search;
              onSearch(showsSmall ? { ...rest, small: true } : rest);
            }}
          />
        </div>
        <div className="min-w-0 lg:col-span-12">
          <SnapshotsPanel range={rangeOf(search)} venue={venue} />
        </div>
        <div className="min-w-0 lg:col-span-12">
          <TransfersPanel venue={venue} />
        </div>
      </div>
    </AmountsProvider>
  );
}

/** When the balances on screen are of. */
function LastUpdated() {
  const { zone } = usePreferences();
  const atSeconds = useBalances().data?.atSeconds;
  // What is not known yet takes its room all the same.
  if (atSeconds === undefined) return <span className="text-sm text-fg3">Last updated —</span>;
  const atMs = atSeconds * 1000;
  return (
    <span className="tabular text-sm text-fg3">
      Last updated{' '}
      <time dateTime={new Date(atMs).toISOString()} title={formatExact(atMs, zone)}>
        {formatClock(atMs, zone)} {zoneName(zone)}
      </time>
    </span>
  );
}
