import type { HistoryItem } from '@riptide/contracts/calls';
import type { ReactNode } from 'react';
import { formatAge } from '../../../lib/format-time.ts';
import { formatQty, UNKNOWN } from '../../../lib/format.ts';
import { Ago } from '../../../shared/ago.tsx';
import type { Column } from '../../../shared/data-table/column.ts';
import { glossaryText } from '../../../shared/glossary.ts';
import { Num, Px, Unknown } from '../../../shared/num.tsx';
import { SideTag } from '../../../shared/side-tag.tsx';
import { VenueBadge } from '../../../shared/venue.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { exitWord, plainWord } from '../model/trade-timeline.ts';

const ENGINE_WORDS: Readonly<Record<string, string>> = {
  operator: 'Manual',
  'pas-trader': 'PAS Trader',
  oraculis: 'Oraculis',
  arbitrage: 'Arbitrage',
  carry: 'Carry',
  trailing: 'Trailing',
  protection: 'Protection',
  external: 'External',
  dust: 'Dust',
};

/** Says who wanted a trade. */
export function engineWord(engine: string): string {
  return ENGINE_WORDS[engine] ?? plainWord(engine);
}

const known = (text: string): ReactNode => (text === UNKNOWN ? <Unknown /> : text);

/** The symbol of a trade with its venue, and its account where real money was in it. */
export function TradeSymbol({ row }: { row: HistoryItem }) {
  return (
    <span className="flex items-center gap-1.5">
      <b className="font-semibold">{row.symbol}</b>
      <VenueBadge venue={row.venue} />
      {row.mode === 'live' ? <Tag tone="warn">LIVE</Tag> : null}
    </span>
  );
}

/** Long where it was bought first. */
export function TradeSide({ row }: { row: HistoryItem }) {
  return <SideTag side={row.side === 'BUY' ? 'long' : 'short'} />;
}

/** Newest first as the server pages them: no column sorts only the page that is shown. */
export const TRADE_COLUMNS: readonly Column<HistoryItem>[] = [
  { id: 'time', header: 'Time', cell: (row) => <Ago atSeconds={row.timestamp} /> },
  { id: 'symbol', header: 'Symbol', cell: (row) => <TradeSymbol row={row} /> },
  { id: 'side', header: 'Side', cell: (row) => <TradeSide row={row} /> },
  { id: 'size', header: 'Size', align: 'right', cell: (row) => known(formatQty(row.size)) },
  { id: 'price', header: 'Price', align: 'right', cell: (row) => <Px value={row.price} tick={row.tick_size} /> },
  {
    id: 'exit-price',
    header: 'Exit Price',
    align: 'right',
    cell: (row) => <Px value={row.exit_price} tick={row.tick_size} />,
  },
  {
    id: 'pnl',
    header: 'P&L',
    align: 'right',
    cell: (row) => <Num kind="pnl" value={row.pnl} coloured className="font-semibold" />,
  },
  { id: 'fees', header: 'Fees', align: 'right', cell: (row) => <Num kind="usd" value={row.fees} /> },
  { id: 'funding', header: 'Funding', align: 'right', cell: (row) => <Num kind="pnl" value={row.funding} /> },
  {
    id: 'slippage',
    header: 'Slippage, bps',
    help: glossaryText('slippage'),
    align: 'right',
    cell: (row) => <Num kind="signed-bps" value={row.slippage_bps} />,
  },
  { id: 'hold', header: 'Hold', align: 'right', cell: (row) => known(formatAge(holdMs(row))) },
  { id: 'exit', header: 'Exit', cell: (row) => (row.exit === null ? <Unknown /> : exitWord(row.exit)) },
  { id: 'engine', header: 'Engine', cell: (row) => engineWord(row.engine) },
];

function holdMs({ hold_seconds: seconds }: HistoryItem): number | null {
  return seconds === null ? null : seconds * 1000;
}

/** A trade as a card, where the table has no room. */
export function TradeCard({ row }: { row: HistoryItem }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <div className="flex items-center justify-between gap-2">
        <TradeSymbol row={row} />
        <Num kind="pnl" value={row.pnl} coloured className="font-semibold" />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-fg2">
        <TradeSide row={row} />
        <span>
          {known(formatQty(row.size))} at <Px value={row.price} tick={row.tick_size} />
        </span>
        <span className="flex-1" />
        <span className="text-fg3">
          {engineWord(row.engine)}, <Ago atSeconds={row.timestamp} />
        </span>
      </div>
    </div>
  );
}
