import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArbitrageView } from '../../features/arbitrage/arbitrage-view.tsx';
import { parseArbitrageSearch, type ArbitrageSearch } from '../../features/arbitrage/model/arbitrage-search.ts';

/** The arbitrage page with its state in the address. */
export default function ArbitragePage() {
  const search = parseArbitrageSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const onSearch = (next: ArbitrageSearch): void => {
    // Opening a drawer is a step back can undo; filters and order are not.
    const isStep = next.row !== undefined && search.row === undefined;
    void navigate({ to: '/app/arbitrage', search: next, replace: !isStep, resetScroll: false });
  };
  return <ArbitrageView search={search} onSearch={onSearch} />;
}
