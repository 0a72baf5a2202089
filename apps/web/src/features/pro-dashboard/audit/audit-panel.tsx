import { useState } from 'react';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useProAddress } from '../frame/pro-address.ts';
import { ProPanel } from '../frame/pro-panel.tsx';
import { EVENT_COLUMNS, TRADE_COLUMNS, type AuditRow } from './components/audit-cells.tsx';
import { AuditList } from './components/audit-list.tsx';
import { FocusedRow } from './components/focused-row.tsx';
import { AUDIT_TABS } from './model/audit-link.ts';
import { NO_FILTER, filterFields, parseAuditSearch, type AuditFilter } from './model/audit-search.ts';
import { AUDIT_INTERVAL_MS, useEventsPage, useTradesPage } from './use-audit-page.ts';

/** Everything that was decided and done, for ever: trades with what the gates said and what became of them, and all other events. */
export function AuditPanel() {
  const { raw, change } = useProAddress();
  const search = parseAuditSearch(raw);
  const [highlightedId, setHighlightedId] = useState<number | null>(null);
  const [atSeconds, setAtSeconds] = useState<number | null>(null);
  const showMoment = (row: AuditRow): void =>
    change({ moment: `${row.kind}:${row.id}`, momentSymbol: row.symbol ?? undefined }, { isStep: true });
  const list = {
    search,
    highlightedId,
    onMoment: showMoment,
    onAge: setAtSeconds,
    onFilter: (part: Partial<AuditFilter>) => change(filterFields(part)),
    onPage: (page: number) => change({ auditPage: page === 1 ? undefined : page }),
  };
  return (
    <ProPanel id="audit" age={<AgeTag atSeconds={atSeconds} intervalMs={AUDIT_INTERVAL_MS} isShort />}>
      <Tabs
        label="Audit Log"
        value={search.tab}
        onChange={(tab) =>
          change({ auditTab: AUDIT_TABS.find((each) => each === tab), auditId: undefined, auditPage: undefined })
        }
        tabs={[
          { value: 'trades', label: 'Trades', panel: null },
          { value: 'events', label: 'Events', panel: null },
        ]}
      />
      {search.id === null ? null : (
        <FocusedRow
          key={`${search.tab} ${search.id}`}
          search={search}
          onWindow={(window) => change(filterFields(window))}
          onHighlight={(id, page, window) => {
            setHighlightedId(id);
            change({ ...filterFields({ ...NO_FILTER, ...window }), auditPage: page === 1 ? undefined : page });
          }}
          onMoment={showMoment}
          onClose={() => change({ auditId: undefined })}
        />
      )}
      {search.tab === 'trades' ? <Trades {...list} /> : <Events {...list} />}
    </ProPanel>
  );
}

type ListProps = Omit<Parameters<typeof AuditList<AuditRow>>[0], 'page' | 'columns' | 'rows'>;

function Trades(props: ListProps) {
  const page = useTradesPage(props.search);
  const rows = page.data?.rows.map((row) => ({ kind: 'trade' as const, ...row }));
  return <AuditList {...props} page={page} rows={rows} columns={TRADE_COLUMNS} />;
}

function Events(props: ListProps) {
  const page = useEventsPage(props.search);
  const rows = page.data?.rows.map((row) => ({ kind: 'event' as const, ...row }));
  return <AuditList {...props} page={page} rows={rows} columns={EVENT_COLUMNS} />;
}
