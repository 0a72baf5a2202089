import { memo } from 'react';
import { formatClock, formatExact, type Zone } from '../../../../lib/format-time.ts';
import { usePreferences } from '../../../../lib/preferences.ts';
import { CopyButton } from '../../../../shared/copy-button.tsx';
import { Button } from '../../../../ui/button.tsx';
import { cn } from '../../../../ui/cn.ts';
import { auditUrl } from '../../audit/model/audit-link.ts';
import { eventMeta, tradeMeta } from '../../audit/model/row-facts.ts';
import { KindTag } from '../../audit/components/kind-tag.tsx';
import { pickedAs, type Picks } from '../model/picks.ts';
import { tailKey, type TailGap, type TailItem, type TailRow } from '../model/tail-rows.ts';

interface LineProps {
  readonly row: TailRow;
  readonly picks: Picks;
  readonly onPick: (item: TailItem) => void;
  readonly onOpen: (item: TailItem) => void;
  readonly onOpenGap: (gap: TailGap) => void;
}

/** A row of the tail; drawn anew only when it changed: its place, which changes with every new row, is no part of it. */
export const TailLine = memo(function TailLine(props: LineProps & { isFirst: boolean; zone: Zone }) {
  const { row, isFirst, zone, picks } = props;
  const place = { 'data-key': tailKey(row), tabIndex: isFirst ? 0 : -1 };
  if (row.kind === 'gap') {
    return (
      <tr {...place} className="row-live">
        <td colSpan={5} className="text-warn">
          {gapText(row, zone)}
        </td>
        <td className="num">
          <Button look="ghost" size="xs" onClick={() => props.onOpenGap(row)}>
            Load in Audit Log
          </Button>
        </td>
      </tr>
    );
  }
  const meta = metaOf(row);
  return (
    <tr {...place} className={cn('row-live', pickedAs(picks, row) !== null && 'row-selected')}>
      <td className="tabular text-fg3">
        <Time row={row} zone={zone} />
      </td>
      <td>
        <KindTag item={row} />
      </td>
      <td className="truncate font-semibold">{row.symbol ?? '—'}</td>
      <td className="truncate text-fg2" title={meta}>
        {meta}
      </td>
      <td className="num tabular truncate text-fg3" title={String(row.id)}>
        {row.id}
      </td>
      <td className="num">
        <Actions {...props} row={row} />
      </td>
    </tr>
  );
});

/** The same on a phone. */
export function TailCard(props: LineProps) {
  const { row, onOpenGap } = props;
  const { zone } = usePreferences();
  if (row.kind === 'gap') {
    return (
      <li className="border-b border-line1 px-3.5 py-3 text-sm text-warn">
        {gapText(row, zone)}
        <Button look="ghost" size="sm" onClick={() => onOpenGap(row)}>
          Load in Audit Log
        </Button>
      </li>
    );
  }
  return (
    <li className="tabular flex flex-col gap-1.5 border-b border-line1 px-3.5 py-3 text-sm">
      <span className="flex flex-wrap items-center gap-2">
        <KindTag item={row} />
        <b className="font-semibold">{row.symbol ?? '—'}</b>
        <span className="flex-1" />
        <span className="text-xs text-fg3">
          <Time row={row} zone={zone} />
        </span>
      </span>
      <span className="break-words text-fg2">{metaOf(row)}</span>
      <span className="flex flex-wrap items-center gap-1.5">
        <span className="text-xs text-fg3">#{row.id}</span>
        <span className="flex-1" />
        <Actions {...props} row={row} />
      </span>
    </li>
  );
}

function Actions({ row, picks, onPick, onOpen }: LineProps & { row: TailItem }) {
  const picked = pickedAs(picks, row);
  return (
    <span className="inline-flex items-center justify-end gap-1">
      <Button
        look={picked === null ? 'plain' : 'primary'}
        size="xs"
        aria-label={picked === null ? `Pick ${row.id}` : `Picked as ${picked}, pick ${row.id}`}
        onClick={() => onPick(row)}
      >
        {picked ?? 'Pick'}
      </Button>
      <Button look="ghost" size="xs" aria-label={`Open ${row.id}`} onClick={() => onOpen(row)}>
        Open
      </Button>
      <CopyButton text={auditUrl(row.kind === 'trade' ? 'trades' : 'events', row.id)} label="Copy Link" size="xs" />
    </span>
  );
}

function Time({ row, zone }: { row: TailItem; zone: Zone }) {
  const atMs = row.created_ts * 1000;
  const thousandths = String(Math.round(atMs) % 1000).padStart(3, '0');
  return (
    <time dateTime={new Date(atMs).toISOString()} title={formatExact(atMs, zone)}>
      {formatClock(atMs, zone)}.{thousandths}
    </time>
  );
}

function metaOf(row: TailItem): string {
  return row.kind === 'trade' ? tradeMeta(row) : eventMeta(row);
}

function gapText({ afterTs, ts }: TailGap, zone: Zone): string {
  const until = formatClock(ts * 1000, zone);
  return afterTs === null
    ? `Gap: rows before ${until} were missed and are not here`
    : `Gap: rows from ${formatClock(afterTs * 1000, zone)} to ${until} were missed and are not here`;
}
