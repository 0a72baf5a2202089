import { VENUE_NAMES, type VenueName } from '@riptide/contracts/calls';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { MarketChartPanel } from '../../shared/market-chart/market-chart-panel.tsx';
import { PricesPanel } from '../../shared/market-feed/prices-panel.tsx';
import { usePositions } from '../../shared/portfolio-calls.ts';
import { PositionsPanel } from '../../shared/positions/positions-panel.tsx';
import { useTradingStatus } from '../../shared/trading-engine/use-trading-engine.ts';
import { useKnownHealth } from '../../shared/use-health.ts';
import { LoadedApart, useOnceOpen } from '../../ui/loaded-apart.tsx';
import { useConnections } from './api/use-trading-facts.ts';
import { ModeBadges } from './header/mode-badges.tsx';
import { VenuePicker } from './header/venue-picker.tsx';
import { VenueWarning } from './header/venue-warning.tsx';
import { ModePanel } from './mode-panel/mode-panel.tsx';
import { readinessOf } from './model/venue-readiness.ts';
import { withSearch, type TradingSearch } from './model/trading-search.ts';
import { OpportunitiesPanel } from './opportunities/opportunities-panel.tsx';
import { PerformancePanel } from './performance/performance-panel.tsx';
import { AccountBalance } from './stats/account-balance.tsx';
import { StatCards } from './stats/stat-cards.tsx';
import { TapePanel } from './tape/tape-panel.tsx';

const SettingsSheet = lazyPart(() => import('./settings/settings-sheet.tsx').then((each) => each.SettingsSheet));
const DecisionDrawer = lazyPart(() =>
  import('../../shared/decisions/decision-drawer.tsx').then((each) => each.DecisionDrawer),
);

interface TradingViewProps {
  readonly search: TradingSearch;
  readonly onSearch: (search: TradingSearch) => void;
}

const CHART_HEIGHT_PX = 400;
const DEFAULT_SYMBOL = 'BTCUSDT';
const BESIDE_CHART = 'col-span-4 min-w-0 max-[900px]:col-span-12';
const HALF = 'col-span-6 min-w-0 max-sm:col-span-12';

/** The trading page. */
export function TradingView({ search, onSearch }: TradingViewProps) {
  const status = useTradingStatus().data;
  const connections = useConnections().data?.venues;
  const feeds = useKnownHealth()?.venues;
  const positions = usePositions().data?.positions ?? [];
  const venue: VenueName = search.venue ?? status?.exchange ?? VENUE_NAMES[0];
  const symbol = search.symbol ?? status?.symbol ?? DEFAULT_SYMBOL;
  const isAdvanced = search.advanced !== 'off';
  const readiness = readinessOf(
    connections?.[venue],
    feeds?.find((each) => each.venue === venue),
  );
  const change = (part: Parameters<typeof withSearch>[1]): void => onSearch(withSearch(search, part));
  const showSymbol = (next: string): void => change({ symbol: next });
  const openDecision = (decision: string): void => change({ decision });
  return (
    <>
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1.5">
        <h1 className="mr-1 text-lg font-[640] tracking-tight">Futures Trading Engine</h1>
        <ModeBadges
          venue={venue}
          symbol={symbol}
          leverage={status?.leverage}
          connection={connections?.[venue]}
          positions={positions}
        />
        <span className="flex-1" />
        <VenuePicker
          value={venue}
          onChange={(next) => change({ venue: next === status?.exchange ? undefined : next })}
          venues={connections}
          feeds={feeds}
          activeVenue={status?.active ? status.exchange : null}
        />
      </div>
      <VenueWarning venue={venue} readiness={readiness} />
      <div className="grid grid-cols-12 gap-3 max-sm:gap-2.5">
        <div className="col-span-8 grid grid-cols-4 gap-3 max-lg:col-span-12 max-sm:grid-cols-2 max-sm:gap-2.5">
          <StatCards />
        </div>
        <div className="col-span-4 max-lg:col-span-12">
          <AccountBalance venue={venue} />
        </div>
        {isAdvanced ? (
          <div className="col-span-8 min-w-0 max-[900px]:col-span-12">
            <MarketChartPanel
              symbol={symbol}
              venue={venue}
              timeframe={search.tf ?? '1m'}
              onTimeframe={(tf) => change({ tf: tf === '1m' ? undefined : tf })}
              heightPx={CHART_HEIGHT_PX}
              className="h-full"
            />
          </div>
        ) : null}
        <div className={isAdvanced ? BESIDE_CHART : HALF}>
          <ModePanel
            venue={venue}
            readiness={readiness}
            isAdvanced={isAdvanced}
            onAdvanced={(isOn) => change({ advanced: isOn ? undefined : 'off' })}
            onSettings={() => change({ settings: 'pas_trader' })}
          />
        </div>
        {isAdvanced ? (
          <div className="col-span-12 min-w-0">
            <PositionsPanel onSymbol={(row) => change({ symbol: row.symbol, venue: row.venue })} />
          </div>
        ) : null}
        <div className={isAdvanced ? 'col-span-8 min-w-0 max-[900px]:col-span-12' : HALF}>
          <TapePanel
            filter={search.tape ?? 'all'}
            onFilter={(filter) => change({ tape: filter === 'all' ? undefined : filter })}
            onDecision={openDecision}
            onSymbol={showSymbol}
          />
        </div>
        <div className={isAdvanced ? 'col-span-4 min-w-0 max-[900px]:col-span-6 max-sm:col-span-12' : HALF}>
          <OpportunitiesPanel onSymbol={showSymbol} onDecision={openDecision} />
        </div>
        {isAdvanced ? (
          <div className="col-span-4 min-w-0 max-[900px]:col-span-6 max-sm:col-span-12">
            <PricesPanel followed={status?.symbols ?? []} selected={symbol} onSymbol={showSymbol} />
          </div>
        ) : null}
        <div className={isAdvanced ? 'col-span-8 min-w-0 max-[900px]:col-span-12' : HALF}>
          <PerformancePanel
            range={search.range ?? '24h'}
            onRange={(range) => change({ range: range === '24h' ? undefined : range })}
          />
        </div>
      </div>
      <Drawers search={search} change={change} />
    </>
  );
}

interface DrawersProps {
  readonly search: TradingSearch;
  readonly change: (part: Parameters<typeof withSearch>[1]) => void;
}

/** What opens over the page, each from its first opening on. */
function Drawers({ search, change }: DrawersProps) {
  const hasSettings = useOnceOpen(search.settings !== undefined);
  const hasDecision = useOnceOpen(search.decision !== undefined);
  return (
    <LoadedApart>
      {hasSettings ? (
        <SettingsSheet
          engine={search.settings ?? null}
          onEngine={(engine) => change({ settings: engine ?? undefined })}
        />
      ) : null}
      {hasDecision ? (
        <DecisionDrawer id={search.decision ?? null} onClose={() => change({ decision: undefined })} />
      ) : null}
    </LoadedApart>
  );
}
