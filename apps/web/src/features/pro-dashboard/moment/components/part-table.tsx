import { useState, type ReactNode } from 'react';
import type { FlightMoment } from '@riptide/contracts/calls';
import { formatCount } from '../../../../lib/format.ts';
import { Unknown } from '../../../../shared/num.tsx';
import { Button } from '../../../../ui/button.tsx';

type UnknownParts = FlightMoment['unknown'];
type PartName = UnknownParts[number]['part'];

export interface PartColumn<Row> {
  readonly header: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface PartTableProps<Row> {
  readonly title: string;
  /** Parts of the answer whose reasons belong here. */
  readonly parts: readonly PartName[];
  readonly unknown: UnknownParts;
  /** null: it can't be told. */
  readonly rows: readonly Row[] | null;
  readonly rowId: (row: Row) => string;
  readonly columns: readonly PartColumn<Row>[];
  readonly none: string;
}

const ROWS_STEP = 20;

/** A part of a moment as a table; what is not known says why. */
export function PartTable<Row>({ title, parts, unknown, rows, rowId, columns, none }: PartTableProps<Row>) {
  const [shown, setShown] = useState(ROWS_STEP);
  return (
    <Part title={title} parts={parts} unknown={unknown} count={rows?.length}>
      {rows === null ? (
        <Unknown />
      ) : rows.length === 0 ? (
        <p className="text-fg3">{none}</p>
      ) : (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keys */}
          <div role="region" aria-label={`${title}, scrollable`} tabIndex={0} className="table-frame">
            <table className="data-table">
              <thead>
                <tr>
                  {columns.map(({ header, isNumber = false }) => (
                    <th key={header} scope="col" className={isNumber ? 'num' : undefined}>
                      {header}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.slice(0, shown).map((row) => (
                  <tr key={rowId(row)}>
                    {columns.map(({ header, isNumber = false, cell }) => (
                      <td key={header} className={isNumber ? 'num tabular' : undefined}>
                        {cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {rows.length > shown ? (
            <Button look="ghost" size="xs" onClick={() => setShown(shown + 5 * ROWS_STEP)}>
              Show {formatCount(Math.min(5 * ROWS_STEP, rows.length - shown))} more of {formatCount(rows.length)}
            </Button>
          ) : null}
        </>
      )}
    </Part>
  );
}

interface PartProps {
  readonly title: string;
  readonly parts: readonly PartName[];
  readonly unknown: UnknownParts;
  readonly count?: number | undefined;
  readonly children: ReactNode;
}

/** A part of a moment with the reasons of what is not known of it. */
export function Part({ title, parts, unknown, count, children }: PartProps) {
  const reasons = unknown.filter(({ part }) => parts.includes(part));
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1.5">
      <h3 className="font-semibold">
        {title}
        {count === undefined ? null : <span className="tabular ml-1.5 text-xs text-fg3">{formatCount(count)}</span>}
      </h3>
      {children}
      {reasons.map(({ part, reason }) => (
        <p key={`${part} ${reason}`} className="text-xs text-warn">
          <span aria-hidden>— </span>
          Unknown: {reason}
        </p>
      ))}
    </section>
  );
}
