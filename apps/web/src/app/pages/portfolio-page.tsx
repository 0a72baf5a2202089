import { useNavigate, useSearch } from '@tanstack/react-router';
import { parsePortfolioSearch, type PortfolioSearch } from '../../features/portfolio/model/portfolio-search.ts';
import { PortfolioView } from '../../features/portfolio/portfolio-view.tsx';

/** The portfolio with its filters in the address. */
export default function PortfolioPage() {
  const search = parsePortfolioSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const onSearch = (next: PortfolioSearch): void => {
    void navigate({ to: '.', search: parsePortfolioSearch({ ...next }), replace: true, resetScroll: false });
  };
  return <PortfolioView search={search} onSearch={onSearch} />;
}
