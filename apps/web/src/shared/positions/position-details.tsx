import type { ReactNode } from 'react';
import { formatPct, formatPnl, formatQty, formatUsd } from '../../lib/format.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { ModeChip } from '../mode-chip.tsx';
import { Num, Px, Unknown } from '../num.tsx';
import { SideTag } from '../side-tag.tsx';
import { StopEntryTarget } from '../stop-entry-target.tsx';
import { CloseButton } from './close-button.tsx';
import { HeldTime } from './held-time.tsx';
import { agedBy, isBlind, MarkPrice } from './mark-price.tsx';
import { LiquidationPrice, Signed, wordBlind, type PositionLine } from './position-columns.tsx';

interface PositionDetailsProps {
  /** undefined: none is looked at, or it is closed. */
  readonly row: PositionLine | undefined;
  readonly onClose: () => void;
}

/** Everything that is known of one open position, why it was opened, and its Close. */
export function PositionDetails({ row, onClose }: PositionDetailsProps) {
  return (
    <Sheet
      open={row !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={row === undefined ? 'Position' : `${row.symbol} on ${row.venue}`}
    >
      {row === undefined ? null : <Details row={row} />}
    </Sheet>
  );
}

function Details({ row }: { row: PositionLine }) {
  return (
    <div className="flex flex-col gap-3.5 px-4 py-3.5 text-sm">
      <div className="flex items-center gap-2">
        <SideTag side={row.side} />
        <ModeChip execution={row.mode} />
        <span className="flex-1" />
        <span className={agedBy(row)}>
          <Num kind="pnl" value={row.unrealized_pnl} coloured className="text-md font-semibold" />{' '}
          <Signed value={row.roe_pct} />
        </span>
      </div>
      <StopEntryTarget
        side={row.side}
        entry={row.entry_price}
        mark={row.mark_price}
        stop={row.stop_price}
        target={row.take_profit_price}
        tick={row.tick_size}
      />
      {isBlind(row) ? <p className="text-warn">{wordBlind(row)}.</p> : null}
      {row.protected ? null : <p className="text-warn">No protective stop is confirmed.</p>}
      <section aria-label="Why it was opened" className="flex flex-col gap-1">
        <h3 className="text-2xs text-fg3">Why it was opened</h3>
        <p className="text-fg1">{row.reason ?? <Unknown />}</p>
      </section>
      <dl className="tabular grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 [&>dd]:text-right [&>dt]:text-fg3">
        {factsOf(row).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      <CloseButton row={row} isLarge />
    </div>
  );
}

function factsOf(row: PositionLine): readonly (readonly [name: string, value: ReactNode])[] {
  const px = (value: number | null): ReactNode => (value === null ? 'none' : <Px value={value} tick={row.tick_size} />);
  return [
    ['Size', formatQty(row.size)],
    ['Notional', formatUsd(row.notional)],
    ['Entry Price', px(row.entry_price)],
    ['Mark Price', row.mark_price === null ? <Unknown key="mark" /> : <MarkPrice key="mark" row={row} />],
    ['Stop loss', px(row.stop_price)],
    ['Take profit', px(row.take_profit_price)],
    ['Liq. price, away from the mark', <LiquidationPrice key="liq" row={row} />],
    ['Margin', `${formatUsd(row.margin_usd)}${row.margin_mode === null ? '' : `, ${row.margin_mode}`}`],
    ['Leverage', row.leverage === null ? <Unknown key="lev" /> : `${row.leverage}x`],
    ['Of its entry', formatPct(row.pnl_pct, 2)],
    ['Realized', formatPnl(row.realized_pnl)],
    ['Fees paid', formatUsd(row.fees)],
    ['Funding', formatPnl(row.funding)],
    ['Held', <HeldTime key="held" openedAtS={row.opened_at} />],
  ];
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
