import { useNavigate, useSearch } from '@tanstack/react-router';
import { HistoryView } from '../../features/history/history-view.tsx';
import { parseHistorySearch, type HistorySearch } from '../../features/history/model/history-search.ts';

/** The closed trades with filters, page and drawer in the address. */
export default function HistoryPage() {
  const search = parseHistorySearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const onSearch = (next: HistorySearch): void => {
    void navigate({ to: '.', search: parseHistorySearch({ ...next }), resetScroll: false });
  };
  return <HistoryView search={search} onSearch={onSearch} />;
}
