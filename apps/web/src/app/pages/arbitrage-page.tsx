import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { ArbitrageView } from '../../features/arbitrage/arbitrage-view.tsx';
import {
  isCleanSearch,
  parseArbitrageSearch,
  type ArbitrageSearch,
} from '../../features/arbitrage/model/arbitrage-search.ts';
import { latePart } from '../../shared/late-part.tsx';
import { LoadingRows } from '../../shared/panel-states.tsx';

const CarryPanel = latePart('the carry planner', () =>
  import('../../features/carry/carry-panel.tsx').then((each) => each.CarryPanel),
);

/** The arbitrage page with its state in the address; what the address says beyond that is taken out of it. */
export default function ArbitragePage() {
  const raw = useLocation({ select: (location) => location.searchStr });
  const given = Object.fromEntries(new URLSearchParams(raw));
  const search = parseArbitrageSearch(given);
  const isClean = isCleanSearch(given, search);
  const navigate = useNavigate();
  const onSearch = (next: ArbitrageSearch): void => {
    // Opening a drawer is a step back can undo; filters and order are not.
    const isStep = isDrawer(next) && !isDrawer(search);
    void navigate({ to: '/app/arbitrage', search: next, replace: !isStep, resetScroll: false });
  };
  useEffect(() => {
    if (isClean) return;
    const clean = parseArbitrageSearch(Object.fromEntries(new URLSearchParams(raw)));
    void navigate({ to: '/app/arbitrage', search: clean, replace: true, resetScroll: false });
  }, [isClean, raw, navigate]);
  return (
    <ArbitrageView
      search={search}
      onSearch={onSearch}
      carry={
        <Suspense fallback={<LoadingRows rows={8} label="Loading the carry planner" />}>
          <CarryPanel onTrade={(trade) => onSearch({ ...search, trade })} />
        </Suspense>
      }
    />
  );
}

function isDrawer(search: ArbitrageSearch): boolean {
  return search.row !== undefined || search.trade !== undefined;
}
