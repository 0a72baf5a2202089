import type { Opportunity } from '@riptide/contracts/calls';
import { useState, type ReactNode } from 'react';
import { useRuntime } from '../../lib/runtime.tsx';
import { useNow } from '../../lib/use-now.ts';
import { isHeard, useKnownHealth, type HealthFacts } from '../../shared/use-health.ts';
import { useScannerFacts } from './api/use-scanner-facts.ts';
import { ControlsPanel } from './components/controls-panel.tsx';
import { ExecutionsPanel } from './components/executions-panel.tsx';
import { MetricCards } from './components/metric-cards.tsx';
import { OpportunitiesPanel } from './components/opportunities-panel.tsx';
import { OpportunityDrawer } from './components/opportunity-drawer.tsx';
import { PageGrid } from './components/page-grid.tsx';
import { PolicyBadges } from './components/policy-badges.tsx';
import { ScanIndicator } from './components/scan-indicator.tsx';
import { SpreadHistoryPanel } from './components/spread-history-panel.tsx';
import { useOrderedRows } from './components/use-ordered-rows.ts';
import { NakedBanner } from './executions/naked-banner.tsx';
import { TradeDrawer } from './executions/trade-drawer.tsx';
import { LOWER_PANEL_ID, LowerPanel } from './lower/lower-panel.tsx';
import { DEFAULT_SORT, edgeOf, sortOf, type ArbitrageSearch, type LowerTab } from './model/arbitrage-search.ts';
import { AutoExecutePanel } from './settings/auto-execute-panel.tsx';
import type { StateFacts } from '../../shared/opportunities/use-arbitrage-state.ts';
import { countByFilter } from '../../shared/opportunities/opportunity-view.ts';
import { isRowOld, rowInEffect } from '../../shared/opportunities/row-age.ts';
import { orderRows } from './model/row-order.ts';

interface ArbitrageViewProps {
  readonly search: ArbitrageSearch;
  readonly onSearch: (search: ArbitrageSearch) => void;
  /** The funding carry planner and its rounds: a feature of its own, placed by the app. */
  readonly carry: ReactNode;
}

/** The arbitrage page. */
export function ArbitrageView({ search, onSearch, carry }: ArbitrageViewProps) {
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [isHeld, setHeld] = useState(false);
  const { serverClock } = useRuntime();
  const health = useKnownHealth();
  const { state, lastState, trouble } = useScannerFacts();
  const isFrozen = isHeld || search.row !== undefined;
  const kind = edgeOf(search);
  const ordered = useOrderedRows({ sort: sortOf(search), kind }, isFrozen);
  const serverNowMs = serverClock.toServerMs(useNow());
  const inEffect = (row: Opportunity): Opportunity => rowInEffect(row, isRowOld(row, serverNowMs));
  const rows = ordered.rows.map(inEffect);
  const live = ordered.live.map(inEffect);
  const execution = health?.execution ?? null;
  const best = orderRows(live, { sort: DEFAULT_SORT, kind })[0];
  const selected = rows.find((row) => row.id === selectedId) ?? best;
  const { row: _row, trade: _trade, ...calm } = search;
  const openTrade = (id: string): void => onSearch({ ...calm, trade: id });
  const openTab = (tab: LowerTab): void => {
    const { tab: _tab, ...rest } = calm;
    onSearch(tab === 'executions' ? rest : { ...rest, tab });
  };
  const showTab = (tab: LowerTab): void => {
    openTab(tab);
    document.getElementById(LOWER_PANEL_ID)?.scrollIntoView({ block: 'start' });
  };
  return (
    <>
      <PageTitle state={state} health={health} />
      <NakedBanner executor={state?.executor} onOpen={openTrade} />
      <div className="grid grid-cols-2 gap-3 max-sm:gap-2.5 sm:grid-cols-4">
        <MetricCards state={state} readyCount={countByFilter(live).ready} />
      </div>
      <PageGrid
        controls={<ControlsPanel state={lastState} trouble={trouble} />}
        automatic={<AutoExecutePanel state={state} onCaps={() => showTab('settings')} />}
        spread={<SpreadHistoryPanel row={selected} />}
        executions={<ExecutionsPanel onOpen={openTrade} onAll={() => showTab('executions')} />}
        opportunities={
          <OpportunitiesPanel
            {...{ rows, live, state, trouble, search, onSearch, isFrozen, execution }}
            selectedId={selected?.id ?? null}
            onSelect={setSelectedId}
            onHold={setHeld}
          />
        }
      />
      <div className="mt-3 max-sm:mt-2.5">
        <LowerPanel tab={search.tab ?? 'executions'} onTab={openTab} onTrade={openTrade} carry={carry} />
      </div>
      <OpportunityDrawer
        id={search.row ?? null}
        picture={rows.find((row) => row.id === search.row)}
        kind={kind}
        onClose={() => onSearch(calm)}
        onClosed={() => focusRow(search.row ?? selectedId)}
        onExecuted={(trade) => openTrade(trade.id)}
        onSetting={() => showTab('settings')}
      />
      <TradeDrawer id={search.trade ?? null} onClose={() => onSearch(calm)} />
    </>
  );
}

function PageTitle({ state, health }: { state: StateFacts | undefined; health: HealthFacts | undefined }) {
  return (
    <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1.5">
      <h1 className="text-lg font-[640] tracking-tight">Multi-Mode Arbitrage Engine</h1>
      <PolicyBadges policies={state?.execution_policies} />
      <span className="flex-1 lg:hidden" />
      <ScanIndicator state={health ? state : undefined} partial={wordPartial(health)} />
    </div>
  );
}

/** After the drawer the focus is back where it was opened. */
function focusRow(id: string | null): void {
  if (id !== null) document.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`)?.focus();
}

/** Names what is missing while not all venues deliver. */
function wordPartial(health: HealthFacts | undefined): string | null {
  if (!health || !health.engine.connected || health.venues.length === 0) return null;
  const missing = health.venues.filter((venue) => !isHeard(venue));
  if (missing.length === 0) return null;
  return `${health.venues.length - missing.length} of ${health.venues.length} venues, without ${missing.map((venue) => venue.venue).join(', ')}`;
}
