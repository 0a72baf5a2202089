import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatLatency } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { Help } from '../../../shared/help.tsx';
import { Unknown } from '../../../shared/num.tsx';
import { EmptyState } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useTests } from '../api/use-key-commands.ts';
import { permissionsOf, wordExpiry, type Permissions } from '../model/key-test.ts';
import type { KeyRow } from './configured-panel.tsx';

interface PermissionRow extends KeyRow {
  readonly may: Permissions;
}

/** What every key may do at its venue; a key that can withdraw is shouted about. */
export function PermissionsPanel({ rows, isStale }: { rows: readonly KeyRow[]; isStale: boolean }) {
  const tests = useTests();
  const known = rows.map((row) => ({ ...row, may: permissionsOf(row.status, tests[row.venue]) }));
  const dangerous = known.filter((row) => row.may.withdraw === true);
  return (
    <Panel
      title="Permissions"
      note={
        <Help text="What each venue says its key may do, from the newest test. A dash is what the venue does not tell." />
      }
    >
      {dangerous.map(({ venue }) => (
        <p
          key={venue}
          role="alert"
          className="tint mx-3.5 mt-3 flex items-center gap-2 rounded-ctl px-3 py-2 text-sm [--tint:var(--danger)]"
        >
          <TriangleAlert size={16} aria-hidden className="flex-none" />
          <span>
            <b className="font-semibold">{venue}</b>: this key can withdraw; make one that cannot
          </span>
        </p>
      ))}
      <DataTable
        label="Permissions"
        rows={known}
        rowId={(row) => row.venue}
        columns={COLUMNS}
        isStale={isStale}
        card={drawCard}
        empty={
          <EmptyState title="No exchanges configured yet">
            Permissions are read with the first test of a key.
          </EmptyState>
        }
      />
    </Panel>
  );
}

function Flag({
  value,
  yes = 'Yes',
  no = 'No',
  isBadWhen,
}: {
  value: boolean | null;
  yes?: string;
  no?: string;
  isBadWhen: boolean;
}) {
  if (value === null) return <Unknown />;
  return <Tag tone={value === isBadWhen ? 'danger' : 'ok'}>{value ? `✓ ${yes}` : `✗ ${no}`}</Tag>;
}

function Withdraw({ value }: { value: boolean | null }) {
  if (value === null) return <Unknown />;
  return value ? <Tag tone="danger">✓ Yes</Tag> : <Tag tone="ok">✗ No</Tag>;
}

function Expiry({ at }: { at: number | null }) {
  const words = wordExpiry(at, useNow());
  if (words === null) return <span className="text-fg3">no end told</span>;
  return <span className={words.isSoon ? 'text-danger' : undefined}>{words.text}</span>;
}

function IpList({ value }: { value: boolean | null }) {
  if (value === null) return <Unknown />;
  return value ? <span className="text-ok">listed only</span> : <span className="text-warn">any address</span>;
}

function Fees({ row }: { row: PermissionRow }) {
  const fees = row.status.key?.fees.perp ?? null;
  return fees === null ? <Unknown /> : <>{`${fees.maker_bps.toFixed(1)} / ${fees.taker_bps.toFixed(1)}`}</>;
}

const COLUMNS: readonly Column<PermissionRow>[] = [
  { id: 'venue', header: 'Exchange', cell: (row) => <b className="font-semibold">{row.venue}</b> },
  { id: 'read', header: 'Read', cell: (row) => <Flag value={row.may.read} isBadWhen={false} /> },
  { id: 'spot', header: 'Spot', cell: (row) => <Flag value={row.may.spot} isBadWhen={false} /> },
  { id: 'futures', header: 'Futures', cell: (row) => <Flag value={row.may.futures} isBadWhen={false} /> },
  { id: 'withdraw', header: 'Withdraw', cell: (row) => <Withdraw value={row.may.withdraw} /> },
  { id: 'ip', header: 'IP list', cell: (row) => <IpList value={row.may.ipRestricted} /> },
  { id: 'mode', header: 'Position mode', cell: (row) => row.may.positionMode ?? <Unknown /> },
  { id: 'fees', header: 'Futures fees, bps', align: 'right', cell: (row) => <Fees row={row} /> },
  {
    id: 'clock',
    header: 'Clock offset',
    align: 'right',
    cell: (row) => (row.may.clockOffsetMs === null ? <Unknown /> : formatLatency(row.may.clockOffsetMs)),
  },
  { id: 'expiry', header: 'Expires', align: 'right', cell: (row) => <Expiry at={row.may.expiresAt} /> },
];

function drawCard(row: PermissionRow): ReactNode {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1 text-sm">
      {COLUMNS.map((column) => (
        <div key={column.id} className="contents">
          <dt className="text-fg3">{column.header}</dt>
          <dd className="text-right">{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}
