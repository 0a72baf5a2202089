import { useLocation, useNavigate } from '@tanstack/react-router';
import { ApiKeysView } from '../../features/api-keys/api-keys-view.tsx';
import { parseApiKeysSearch, type ApiKeysSearch } from '../../features/api-keys/model/api-keys-search.ts';

/** The page of exchange keys with its open dialog in the address. */
export default function ApiKeysPage() {
  const raw = useLocation({ select: (location) => location.searchStr });
  const search = parseApiKeysSearch(Object.fromEntries(new URLSearchParams(raw)));
  const navigate = useNavigate();
  const onSearch = (next: ApiKeysSearch): void => {
    void navigate({ to: '/app/api-keys', search: next, replace: Object.keys(next).length === 0, resetScroll: false });
  };
  return <ApiKeysView search={search} onSearch={onSearch} />;
}
