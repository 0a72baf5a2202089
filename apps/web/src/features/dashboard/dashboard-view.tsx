import type { EquityRange } from '@riptide/contracts/calls';
import type { ReactNode } from 'react';
import { SecondDrawing } from '../../shared/second-drawing.tsx';
import { StartTradingButton } from '../../shared/trading-engine/start-trading-button.tsx';
import { useStartTrading, useTradingStatus } from '../../shared/trading-engine/use-trading-engine.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { ArbitrageButton } from './components/arbitrage-button.tsx';
import { ExchangeStatusPanel } from './components/exchange-status-panel.tsx';
import { KpiCards } from './components/kpi-cards.tsx';
import { LearningPanel } from './components/learning-panel.tsx';
import { OpportunitiesPanel } from './components/opportunities-panel.tsx';
import { PerformancePanel, RANGE_SEGMENTS } from './components/performance-panel.tsx';
import type { ChartView, DashboardSearch } from './model/dashboard-search.ts';

interface DashboardViewProps {
  readonly search: DashboardSearch;
  readonly onSearch: (search: DashboardSearch) => void;
  /** The trading engine, which the trading page shows too. */
  readonly tradingPanel: ReactNode;
  /** First steps, above everything else. */
  readonly onboarding?: ReactNode;
}

// Narrower than this the columns of a table and the figure of a card no longer fit beside another.
const HALF = 'min-w-0 sm:max-[901px]:col-span-12 min-[901px]:col-span-6 lg:col-span-4';
const WHOLE = 'min-w-0 sm:col-span-12 lg:col-span-4';

/** The lower row before it is drawn: its frames, as high as the lowest of its panels is. */
function LowerFrames() {
  const frame = <div className="h-[258px] rounded-panel border border-line1 bg-bg1" />;
  return (
    <>
      <div className={HALF}>{frame}</div>
      <div className={HALF}>{frame}</div>
      <div className={WHOLE}>{frame}</div>
    </>
  );
}

/** The dashboard: the figures of now, how they came about, and what runs. */
export function DashboardView({ search, onSearch, tradingPanel, onboarding }: DashboardViewProps) {
  const range: EquityRange = search.range ?? '24h';
  const view: ChartView = search.chart ?? 'equity';
  const status = useTradingStatus().data;
  const start = useStartTrading();
  return (
    <>
      <div className="mb-3.5 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-lg font-[640] tracking-tight">Dashboard</h1>
        <span className="text-sm text-fg3 max-sm:hidden">Overview and controls</span>
        <span className="flex-1" />
        <Segmented
          label="Range"
          value={range}
          segments={RANGE_SEGMENTS}
          onChange={(next) => onSearch({ ...search, range: next })}
        />
        <div data-keep-clear className="flex gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
          <StartTradingButton status={status} command={start} look={status?.active === false ? 'primary' : 'plain'} />
          <ArbitrageButton />
        </div>
      </div>
      {onboarding}
      <div className="grid grid-cols-2 gap-3 max-sm:gap-2.5 min-[901px]:grid-cols-4">
        <KpiCards />
      </div>
      <div className="mt-3 grid gap-3 max-sm:mt-2.5 max-sm:gap-2.5 sm:grid-cols-12">
        <div className="min-w-0 sm:max-[901px]:col-span-12 min-[901px]:col-span-8">
          <PerformancePanel range={range} view={view} onView={(chart) => onSearch({ ...search, chart })} />
        </div>
        <div className="min-w-0 sm:max-[901px]:col-span-12 min-[901px]:col-span-4">{tradingPanel}</div>
        <SecondDrawing meanwhile={<LowerFrames />}>
          <div className={HALF}>
            <OpportunitiesPanel />
          </div>
          <div className={HALF}>
            <LearningPanel />
          </div>
          <div className={WHOLE}>
            <ExchangeStatusPanel />
          </div>
        </SecondDrawing>
      </div>
    </>
  );
}
