import type { SymbolAtVenue, VenueName } from '@riptide/contracts/calls';
import type { ReactNode } from 'react';
import { formatPx, formatQty, formatUsd } from '../../../lib/format.ts';
import { CopyButton } from '../../../shared/copy-button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import { lookOfCell, type CellLook, type MatrixRow } from './model/cells.ts';

interface CellSheetProps {
  readonly row: MatrixRow | null;
  readonly venue: VenueName | null;
  readonly onClose: () => void;
}

const TONES: Readonly<Record<CellLook['kind'], Tone>> = { ok: 'ok', warning: 'warn', none: 'neutral' };

/** Everything a venue tells of a symbol: both of its markets, and why it can't be traded where it can't. */
export function CellSheet({ row, venue, onClose }: CellSheetProps) {
  const isOpen = row !== null && venue !== null;
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={isOpen ? `${row.symbol} at ${venue}` : 'Symbol'}
    >
      {isOpen ? <Details row={row} venue={venue} /> : null}
    </Sheet>
  );
}

function Details({ row, venue }: { row: MatrixRow; venue: VenueName }) {
  const cell = row.at[venue];
  const look = lookOfCell(cell);
  const coins = row.otherCoins.filter(({ venues }) => venues.includes(venue));
  return (
    <div className="flex flex-col gap-4 px-4 py-3.5 text-sm">
      <Tag tone={TONES[look.kind]} className="h-auto self-start py-0.5 whitespace-normal">
        {look.text}
      </Tag>
      {coins.map(({ reason, venues }) => (
        <p key={reason} className="text-warn">
          {venues.join(' and ')}: {reason}
        </p>
      ))}
      {cell === undefined ? null : (
        <>
          <Facts
            facts={[
              ['Supported', word(cell.supported)],
              ['Name there', cell.symbol ?? '—'],
              ['Type', cell.type ?? '—'],
              ['Linear', word(cell.linear)],
              ['Inverse', word(cell.inverse)],
              ['Price', formatPx(cell.price)],
              ['Min qty', formatQty(cell.min_qty)],
              ['Min cost', formatUsd(cell.min_cost)],
              ['Qty for 100 USDT', formatQty(cell.qty_for_100usdt)],
              ['Can trade 100 USDT', word(cell.can_trade_100usdt)],
              ['Reason', cell.reason ?? '—'],
            ]}
          />
          {(['perp', 'spot'] as const).map((market) => (
            <Market key={market} market={market} listing={cell.markets[market]} />
          ))}
          <CopyButton text={JSON.stringify({ asked: row.symbol, venue, ...cell }, null, 2)} label="Copy details" />
        </>
      )}
    </div>
  );
}

function Market({ market, listing }: { market: 'perp' | 'spot'; listing: SymbolAtVenue['markets']['perp'] }) {
  return (
    <section aria-label={market} className="flex flex-col gap-2 border-t border-line1 pt-3">
      <h3 className="font-semibold">{market === 'perp' ? 'Perpetual' : 'Spot'}</h3>
      {listing === null ? (
        <p className="text-fg2">Not listed</p>
      ) : (
        <Facts
          facts={[
            ['Name there', listing.symbol],
            ['Trading', word(listing.trading)],
            ['Book followed', word(listing.live_book)],
            ['Price', formatPx(listing.price)],
            ['Min qty', formatQty(listing.min_qty)],
            ['Qty step', formatQty(listing.qty_step)],
            ['Min cost', formatUsd(listing.min_cost)],
            ['Qty for 100 USDT', formatQty(listing.qty_for_100usdt)],
            ['Can trade 100 USDT', word(listing.can_trade_100usdt)],
            ['Reason', listing.reason ?? '—'],
          ]}
        />
      )}
    </section>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="tabular grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-fg2">{name}</dt>
          <dd className="text-right [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function word(value: boolean | null): string {
  return value === null ? '—' : value ? 'yes' : 'no';
}
