import { SEVERITY_NAMES } from '@riptide/contracts/calls';
import { Download, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { problemText } from '../../../../lib/api-problem.ts';
import { usePreferences } from '../../../../lib/preferences.ts';
import { zoneName } from '../../../../lib/format-time.ts';
import { useRuntime } from '../../../../lib/runtime.tsx';
import { saveFile } from '../../../../lib/save-file.ts';
import { notify } from '../../../../shared/notify.ts';
import { Button } from '../../../../ui/button.tsx';
import { cn } from '../../../../ui/cn.ts';
import { CONTROL_BOX, lookOf } from '../../../../ui/field.tsx';
import { FilterSelect } from '../../filters/filter-select.tsx';
import { FilterText } from '../../filters/filter-text.tsx';
import { NO_FILTER, PAGE_SIZES, queryOf, type AuditFilter, type AuditSearch } from '../model/audit-search.ts';
import { fromInput, toInput } from '../model/zone-input.ts';
import { SavedFilterMenu } from './saved-filter-menu.tsx';

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly isBusy: boolean;
  readonly onFilter: (change: Partial<AuditFilter>) => void;
  readonly onRefresh: () => void;
}

/** What the audit log is narrowed by, with what can be done with the whole of it. */
export function AuditFilters({ search, isBusy, onFilter, onRefresh }: AuditFiltersProps) {
  const { symbol, venues, from, to, severity, size } = search;
  const isFiltered = symbol !== '' || venues !== '' || from !== null || to !== null || severity !== null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line1 px-3.5 py-2 max-sm:[&>span]:flex-1 max-sm:[&>label]:basis-full">
      <FilterText label="Symbol" value={symbol} onChange={(each) => onFilter({ symbol: each })} />
      <FilterText
        label="Venues contains"
        value={venues}
        onChange={(each) => onFilter({ venues: each })}
        className="w-36"
      />
      <TimeField label="From" seconds={from} onChange={(each) => onFilter({ from: each })} />
      <TimeField label="To" seconds={to} onChange={(each) => onFilter({ to: each })} />
      {search.tab === 'events' ? (
        <FilterSelect
          label="Minimum severity"
          value={severity ?? ''}
          options={[
            { value: '', label: 'All severities' },
            ...SEVERITY_NAMES.map((value) => ({ value, label: value })),
          ]}
          onChange={(value) => onFilter({ severity: SEVERITY_NAMES.find((each) => each === value) ?? null })}
        />
      ) : null}
      <FilterSelect
        label="Page size"
        value={String(size)}
        options={PAGE_SIZES.map((each) => ({ value: String(each), label: String(each) }))}
        onChange={(value) => {
          const wanted = PAGE_SIZES.find((each) => String(each) === value);
          if (wanted !== undefined) onFilter({ size: wanted });
        }}
      />
      {isFiltered ? (
        <Button look="ghost" size="sm" onClick={() => onFilter(NO_FILTER)}>
          Clear filters
        </Button>
      ) : null}
      <SavedFilterMenu filter={search} onApply={onFilter} />
      <span className="flex-1" />
      <Button size="sm" pending={isBusy} onClick={onRefresh}>
        {isBusy ? null : <RefreshCw size={13} aria-hidden />}
        Refresh
      </Button>
      <ExportButton search={search} />
    </div>
  );
}

const FORM_OF_TIME = 'YYYY-MM-DD HH:MM';

/** A date and a time in the chosen zone; it counts when the field is whole. */
function TimeField({
  label,
  seconds,
  onChange,
}: {
  label: string;
  seconds: number | null;
  onChange: (seconds: number | null) => void;
}) {
  const { zone } = usePreferences();
  const [isWrong, setWrong] = useState(false);
  const name = `${label} (${zoneName(zone)})`;
  const value = toInput(seconds, zone);
  return (
    <label
      title={isWrong ? `Enter ${FORM_OF_TIME}, the time may be left out` : undefined}
      className={cn(CONTROL_BOX, lookOf(isWrong ? FORM_OF_TIME : null, false), 'max-w-full min-w-0')}
    >
      <span className="text-xs whitespace-nowrap text-fg3">{name}</span>
      <input
        // A field whose value is set anew keeps what is typed until it is left.
        key={value}
        // Not the browser's own field: that one writes months first and hours by halves of the day, unlike every table here.
        placeholder={FORM_OF_TIME}
        spellCheck={false}
        autoComplete="off"
        maxLength={FORM_OF_TIME.length + 3}
        aria-invalid={isWrong}
        defaultValue={value}
        onBlur={(event) => settle(event.target)}
        onKeyDown={(event) => event.key === 'Enter' && settle(event.currentTarget)}
        className="tabular w-[16ch] min-w-0 flex-1 bg-transparent text-sm text-fg1 outline-none placeholder:text-fg3"
      />
    </label>
  );

  function settle(field: HTMLInputElement): void {
    const typed = field.value.trim();
    const read = fromInput(typed, zone);
    setWrong(typed !== '' && read === null);
    if (typed === value || (typed !== '' && read === null)) return;
    onChange(read);
  }
}

/** The whole filtered list as the server writes it. */
function ExportButton({ search }: { search: AuditSearch }) {
  const { download, clock } = useRuntime();
  const [isPending, setPending] = useState(false);
  const save = async (): Promise<void> => {
    setPending(true);
    try {
      const path = `/api/audit/${search.tab}/export` as const;
      const { fileName, blob } = await download({ method: 'GET', path }, { query: queryOf(search) });
      saveFile(fileName, blob);
    } catch (e) {
      notify({ tone: 'error', text: 'Export failed', note: problemText(e, 'Export failed'), atMs: clock.nowMs() });
    }
    setPending(false);
  };
  return (
    <Button
      size="sm"
      pending={isPending}
      title={`All ${search.tab} of the filter, as audit_${search.tab}.csv`}
      onClick={() => void save()}
    >
      {isPending ? null : <Download size={13} aria-hidden />}
      Export CSV
    </Button>
  );
}
