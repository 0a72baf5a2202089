import { RefreshCw } from 'lucide-react';
import { usePageReplaced } from '../../shared/use-page-replaced.ts';
import { Button } from '../../ui/button.tsx';

/** Says quietly that the server was updated while this page stayed open: an old page may misread a new server. */
export function UpdateBanner() {
  if (!usePageReplaced()) return null;
  return (
    <div
      role="status"
      className="tint mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-panel px-3.5 py-2 text-sm [--tint:var(--info)]"
    >
      <RefreshCw size={15} className="flex-none" aria-hidden />
      <span className="min-w-0 flex-1 text-fg1">Riptide was updated.</span>
      <Button size="sm" onClick={() => window.location.reload()}>
        Reload page
      </Button>
    </div>
  );
}
