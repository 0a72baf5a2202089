import { useLocation, useNavigate } from '@tanstack/react-router';
import { parseTradingSearch, type TradingSearch } from '../../features/trading/model/trading-search.ts';
import { TradingView } from '../../features/trading/trading-view.tsx';

/** The trading page with its state in the address. */
export default function TradingPage() {
  const raw = useLocation({ select: (location) => location.searchStr });
  const search = parseTradingSearch(Object.fromEntries(new URLSearchParams(raw)));
  const navigate = useNavigate();
  const onSearch = (next: TradingSearch): void => {
    // Opening a drawer is a step back can undo; filters, symbol and range are not.
    const isStep =
      (next.decision !== undefined && search.decision === undefined) ||
      (next.settings !== undefined && search.settings === undefined);
    void navigate({ to: '/app/trading', search: next, replace: !isStep, resetScroll: false });
  };
  return <TradingView search={search} onSearch={onSearch} />;
}
