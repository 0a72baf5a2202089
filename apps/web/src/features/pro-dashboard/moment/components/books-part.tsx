import type { FlightMoment } from '@riptide/contracts/calls';
import { UNKNOWN, formatBps, formatChangePct, formatCount, formatPx, formatQty } from '../../../../lib/format.ts';
import { formatAge, formatExact } from '../../../../lib/format-time.ts';
import { usePreferences } from '../../../../lib/preferences.ts';
import { Tag } from '../../../../ui/tag.tsx';
import { PartTable, type PartColumn } from './part-table.tsx';

type Book = NonNullable<FlightMoment['books']>[number];
type Depth = NonNullable<Book['depth']>;

const COLUMNS: readonly PartColumn<Book>[] = [
  { header: 'Symbol', cell: (book) => <b className="font-semibold">{book.symbol}</b> },
  { header: 'Venue', cell: (book) => `${book.venue} ${book.market}` },
  { header: 'Bid', isNumber: true, cell: (book) => formatPx(book.bid_price) },
  { header: 'Bid size', isNumber: true, cell: (book) => formatQty(book.bid_size) },
  { header: 'Ask', isNumber: true, cell: (book) => formatPx(book.ask_price) },
  { header: 'Ask size', isNumber: true, cell: (book) => formatQty(book.ask_size) },
  { header: 'Spread bps', isNumber: true, cell: (book) => formatBps(book.spread_bps) },
  { header: 'Last', isNumber: true, cell: (book) => formatPx(book.last_price) },
  { header: 'Mark', isNumber: true, cell: (book) => formatPx(book.mark_price) },
  {
    header: 'Funding',
    isNumber: true,
    cell: (book) => formatChangePct(book.funding_rate === null ? null : book.funding_rate * 100, 4),
  },
  {
    header: 'Age',
    isNumber: true,
    cell: (book) => formatAge(book.book_age_seconds === null ? null : book.book_age_seconds * 1000),
  },
  {
    header: 'State',
    cell: (book) =>
      book.live ? <Tag tone="ok">live</Tag> : <Tag tone="warn">{book.reset_reason ?? 'not in step'}</Tag>,
  },
];

/** The books as they were, and the levels that were copied at the record. */
export function BooksPart({ moment }: { moment: FlightMoment }) {
  const { books, books_total: total, market_since: since, unknown } = moment;
  const { zone } = usePreferences();
  const deep = (books ?? []).flatMap((book) => (book.depth === null ? [] : [{ book, depth: book.depth }]));
  return (
    <>
      <PartTable
        title="Books"
        parts={['books', 'depth', 'marks']}
        unknown={unknown}
        rows={books}
        rowId={(book) => book.instrument_id}
        columns={COLUMNS}
        none="No book was followed then"
      />
      {books !== null && total !== null && total > books.length ? (
        <p className="text-xs text-fg3">
          {formatCount(books.length)} of {formatCount(total)} books are shown.
        </p>
      ) : null}
      <p className="text-xs text-fg3">
        {since === null
          ? 'The market is not recorded.'
          : `The market is recorded since ${formatExact(since * 1000, zone)}.`}
      </p>
      {deep.map(({ book, depth }) => (
        <DepthTable key={book.instrument_id} name={book.instrument_id} depth={depth} />
      ))}
    </>
  );
}

function DepthTable({ name, depth }: { name: string; depth: Depth }) {
  const levels = Array.from({ length: Math.max(depth.bids.length, depth.asks.length) }, (_level, index) => index);
  return (
    <details>
      <summary className="cursor-pointer text-xs text-fg2">
        Levels of {name} at record #{depth.seq}
      </summary>
      <table className="data-table mt-1">
        <thead>
          <tr>
            {['Bid size', 'Bid', 'Ask', 'Ask size'].map((header) => (
              <th key={header} scope="col" className="num">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {levels.map((index) => {
            const [bid, ask] = [depth.bids[index], depth.asks[index]];
            return (
              <tr key={index}>
                <td className="num tabular">{bid ? formatQty(bid.size) : UNKNOWN}</td>
                <td className="num tabular text-up">{bid ? formatPx(bid.price) : UNKNOWN}</td>
                <td className="num tabular text-down">{ask ? formatPx(ask.price) : UNKNOWN}</td>
                <td className="num tabular">{ask ? formatQty(ask.size) : UNKNOWN}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
