import { VENUE_NAMES } from '@riptide/contracts/calls';
import { formatCount, UNKNOWN } from '../../../lib/format.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { MarketChartPanel } from '../../../shared/market-chart/market-chart-panel.tsx';
import { useTapeLoad } from '../../../shared/market-feed/market-feed.tsx';
import { PricesPanel } from '../../../shared/market-feed/prices-panel.tsx';
import { Num, Unknown } from '../../../shared/num.tsx';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { CapacityMeters } from '../../../shared/positions/capacity-meters.tsx';
import { PositionsPanel } from '../../../shared/positions/positions-panel.tsx';
import { cn } from '../../../ui/cn.ts';
import { Tag } from '../../../ui/tag.tsx';
import { chartFields, DEFAULT_SYMBOL, parseChartPlace } from '../frame/chart-place.ts';
import { useProAddress } from '../frame/pro-address.ts';
import { ProPanel } from '../frame/pro-panel.tsx';
import { useIsOld } from '../frame/use-is-old.ts';
import { EngineCard } from './engine-card.tsx';
import { EngineFault } from './engine-fault.tsx';
import { useOraculisFigures } from './oraculis-figures.ts';
import { RunAllButtons } from './run-all-buttons.tsx';
import { ENGINE_STATUS_INTERVAL_MS, type Engines } from './use-engine-status.ts';
import { useRunAll } from './use-run-all.ts';

/** Specified height of the chart as it is used here. */
const CHART_HEIGHT_PX = 350;

/** Both engines with their limits, the market they trade in, and their positions. */
export function EnginesPanel() {
  const runAll = useRunAll();
  const { status, fault, done } = runAll;
  const engines = status.data?.engines;
  const isOld = useIsOld(status.data?.atSeconds ?? null, ENGINE_STATUS_INTERVAL_MS);
  return (
    <ProPanel
      id="engines"
      note={<Count engines={engines} />}
      age={<AgeTag atSeconds={status.data?.atSeconds ?? null} intervalMs={ENGINE_STATUS_INTERVAL_MS} isShort />}
      actions={<RunAllButtons runAll={runAll} />}
    >
      {status.isError ? (
        <ErrorState error={status.error} fallback="Failed to load the engines" onRetry={() => void status.refetch()} />
      ) : null}
      {fault === null ? null : (
        <div className="px-3 pt-3">
          <EngineFault title={fault.title} error={fault.error} onClose={runAll.clearFault} />
        </div>
      )}
      <p role="status" className="sr-only">
        {done}
      </p>
      <div className="grid grid-cols-12 max-sm:block">
        <div
          className={cn(
            'col-span-3 flex min-w-0 flex-col gap-3 p-3 max-lg:col-span-12',
            (isOld || status.isError) && 'stale',
          )}
        >
          {engines === undefined ? (
            status.isError ? null : (
              <LoadingRows rows={12} label="Loading Advanced Trading Engines" />
            )
          ) : (
            <Cards engines={engines} isBusy={runAll.running !== null} />
          )}
          <CapacityMeters />
        </div>
        <Market engines={engines} />
      </div>
    </ProPanel>
  );
}

function Count({ engines }: { engines: Engines | undefined }) {
  if (engines === undefined) return null;
  const states = [engines.pas_trader, engines.oraculis];
  const isKnown = states.every(({ running }) => running !== null);
  const running = states.filter((state) => state.running === true).length;
  return <Tag>{isKnown ? `${running} of ${states.length} running` : 'not answering'}</Tag>;
}

function Cards({ engines, isBusy }: { engines: Engines; isBusy: boolean }) {
  const { pas_trader: pas, oraculis } = engines;
  const learner = useOraculisFigures();
  const orUnknown = (text: string) => (text === UNKNOWN ? <Unknown /> : text);
  return (
    <div className="grid gap-3 max-lg:grid-cols-2 max-sm:grid-cols-1">
      <EngineCard
        title="PAS Trader"
        state={pas}
        isBusy={isBusy}
        figures={[
          ['Positions', formatCount(pas.positions)],
          ['Total P&L', <Num key="pnl" kind="pnl" value={pas.performance.total_pnl} coloured />],
          ['Opened', formatCount(pas.performance.positions_opened)],
        ]}
      />
      <EngineCard
        title="Oraculis"
        state={oraculis}
        isBusy={isBusy}
        figures={[
          ['Positions', formatCount(oraculis.positions)],
          ['Arms', formatCount(oraculis.arms)],
          ['Exploration', orUnknown(learner.exploration)],
          ['Best arm', orUnknown(learner.bestArm)],
        ]}
      />
    </div>
  );
}

/** Live prices, the candle chart of one symbol, and the position manager. */
function Market({ engines }: { engines: Engines | undefined }) {
  const { raw, change } = useProAddress();
  useTapeLoad();
  const place = parseChartPlace(raw);
  const pas = engines?.pas_trader;
  const symbol = place.symbol ?? DEFAULT_SYMBOL;
  const venue = place.venue ?? pas?.venue ?? VENUE_NAMES[0];
  return (
    <>
      <div className="col-span-6 min-w-0 border-l border-line1 max-lg:col-span-8 max-lg:border-t max-lg:border-l-0 max-[900px]:col-span-12">
        <MarketChartPanel
          isInner
          symbol={symbol}
          venue={venue}
          timeframe={place.timeframe}
          onTimeframe={(timeframe) => change(chartFields({ timeframe }))}
          heightPx={CHART_HEIGHT_PX}
        />
      </div>
      <div className="col-span-3 min-w-0 border-l border-line1 max-lg:col-span-4 max-lg:border-t max-[900px]:col-span-12 max-[900px]:border-l-0">
        <PricesPanel
          isInner
          followed={pas?.symbols ?? []}
          selected={symbol}
          onSymbol={(next) => change(chartFields({ symbol: next, venue: null }))}
        />
      </div>
      <div className="col-span-12 min-w-0 border-t border-line1">
        <PositionsPanel
          isInner
          title="Position manager"
          decisionsAt="the Trading page"
          onSymbol={(row) => change(chartFields({ symbol: row.symbol, venue: row.venue }))}
        />
      </div>
    </>
  );
}
