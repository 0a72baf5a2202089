import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ApiCall } from '../../../lib/api-client.ts';
import { problemText } from '../../../lib/api-problem.ts';
import { saveCsv } from '../../../lib/csv.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { notify } from '../../../shared/notify.ts';
import { Button } from '../../../ui/button.tsx';
import { fillsCsv, tradesCsv } from '../model/history-csv.ts';
import type { HistoryFilter } from '../model/history-search.ts';

interface ExportButtonProps {
  readonly filter: HistoryFilter;
  readonly label: string;
  readonly title: string;
  readonly fileName: string;
  readonly load: (call: ApiCall, filter: HistoryFilter) => Promise<string>;
}

/** Files of the whole period: one row a trade, and one row a fill as tax forms want it. */
export function ExportButtons({ filter }: { filter: HistoryFilter }) {
  const file = (kind: string): string => `${kind}_${filter.engine}_${filter.days}d.csv`;
  return (
    <span className="flex gap-1">
      <ExportButton
        filter={filter}
        label="Export CSV"
        title="Every trade of the period with this filter, one row a trade"
        fileName={file('trades')}
        load={tradesCsv}
      />
      <ExportButton
        filter={filter}
        label="CSV per fill"
        title="Every fill of these trades, one row a fill, with its fee"
        fileName={file('fills')}
        load={fillsCsv}
      />
    </span>
  );
}

function ExportButton({ filter, label, title, fileName, load }: ExportButtonProps) {
  const { call, clock } = useRuntime();
  const [isPending, setPending] = useState(false);
  const save = async (): Promise<void> => {
    setPending(true);
    try {
      saveCsv(fileName, await load(call, filter));
    } catch (e) {
      notify({ tone: 'error', text: 'Export failed', note: problemText(e, 'Export failed'), atMs: clock.nowMs() });
    }
    setPending(false);
  };
  return (
    <Button look="ghost" size="xs" pending={isPending} title={title} onClick={() => void save()}>
      {isPending ? null : <Download size={13} aria-hidden />}
      {label}
    </Button>
  );
}
