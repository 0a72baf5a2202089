import { useEffect, useEffectEvent, useState } from 'react';
import { problemText } from '../../../../lib/api-problem.ts';
import { formatClock, zoneName } from '../../../../lib/format-time.ts';
import { usePreferences } from '../../../../lib/preferences.ts';
import { useRuntime } from '../../../../lib/runtime.tsx';
import { CopyButton } from '../../../../shared/copy-button.tsx';
import { notify } from '../../../../shared/notify.ts';
import { ErrorState, LoadingRows } from '../../../../shared/panel-states.tsx';
import { Button } from '../../../../ui/button.tsx';
import { auditUrl } from '../model/audit-link.ts';
import { WINDOW_S, idNumber, type AuditSearch } from '../model/audit-search.ts';
import { findPage } from '../model/find-page.ts';
import { eventMeta, tradeMeta } from '../model/row-facts.ts';
import { isNowhere, useNamedRow } from '../use-audit-page.ts';
import type { AuditRow } from './audit-cells.tsx';
import { RowJson } from './row-json.tsx';

interface RowWindow {
  readonly from: number;
  readonly to: number;
}

interface FocusedRowProps {
  readonly search: AuditSearch;
  /** Sets the time around the row; called when the address names none. */
  readonly onWindow: (window: RowWindow) => void;
  readonly onHighlight: (id: number, page: number, window: RowWindow) => void;
  readonly onMoment: (row: AuditRow) => void;
  readonly onClose: () => void;
}

/** The one row that a link names, whole. */
export function FocusedRow(props: FocusedRowProps) {
  const { search, onClose } = props;
  const loaded = useNamedRow(search);
  const row = rowOf(search, loaded.data?.row);
  const isUnknown = idNumber(search.id) === null || isNowhere(loaded.error);
  return (
    <section
      aria-label="Focused Row (from link)"
      className="mx-3.5 my-3 min-w-0 rounded-panel border border-accent bg-[color-mix(in_srgb,var(--accent)_6%,var(--bg1))]"
    >
      <div className="flex flex-wrap items-center gap-2 px-3 py-2 text-sm">
        <h3 className="font-semibold">Focused Row (from link)</h3>
        <span className="flex-1" />
        {row === null ? null : <Header {...props} row={row} />}
        <Button look="ghost" size="sm" onClick={onClose}>
          Close
        </Button>
      </div>
      <div className="px-3 pb-3">
        {row !== null ? (
          <div className="flex flex-col gap-2">
            <p className="text-sm break-words text-fg1">
              {row.kind === 'trade' ? `${row.symbol} · ${tradeMeta(row)}` : eventMeta(row)}
            </p>
            <RowJson row={row} />
          </div>
        ) : isUnknown ? (
          <p role="alert" className="text-sm text-fg1">
            Row {search.id} not found
          </p>
        ) : loaded.error !== null ? (
          <ErrorState error={loaded.error} fallback="Could not load the row" onRetry={() => void loaded.refetch()} />
        ) : (
          <LoadingRows rows={4} label="Loading the row" />
        )}
      </div>
    </section>
  );
}

function Header({ search, row, onWindow, onHighlight, onMoment }: FocusedRowProps & { row: AuditRow }) {
  const { call, clock } = useRuntime();
  const { zone } = usePreferences();
  const [isSeeking, setSeeking] = useState(false);
  const around = windowOf(row.created_ts);
  const setWindow = useEffectEvent(() => {
    if (search.from === null && search.to === null) onWindow(around);
  });
  useEffect(() => setWindow(), []);
  const highlight = async (): Promise<void> => {
    setSeeking(true);
    try {
      const { tab, size } = search;
      const page = await findPage(call, { tab, id: row.id, createdTs: row.created_ts, to: around.to, size });
      if (page === null) throw new Error('Invariant: a row stands in the window around it');
      onHighlight(row.id, page, around);
    } catch (e) {
      const text = 'Could not find the row in the table';
      notify({ tone: 'error', text, note: problemText(e, text), atMs: clock.nowMs() });
    }
    setSeeking(false);
  };
  return (
    <>
      <span className="tabular text-xs text-fg3">
        #{row.id}, window {formatClock(around.from * 1000, zone)} to {formatClock(around.to * 1000, zone)}{' '}
        {zoneName(zone)}
      </span>
      <Button size="sm" pending={isSeeking} onClick={() => void highlight()}>
        Highlight in table
      </Button>
      <CopyButton text={auditUrl(search.tab, row.id)} label="Copy Link" />
      <Button look="ghost" size="sm" onClick={() => onMoment(row)}>
        Show the moment
      </Button>
    </>
  );
}

/** 120 seconds to either side, in whole seconds that hold the row. */
function windowOf(createdTs: number): RowWindow {
  return { from: Math.max(0, Math.floor(createdTs) - WINDOW_S), to: Math.ceil(createdTs) + WINDOW_S };
}

function rowOf({ tab }: AuditSearch, row: object | undefined): AuditRow | null {
  if (row === undefined) return null;
  return { kind: tab === 'trades' ? 'trade' : 'event', ...row } as AuditRow;
}
