import type { PositionRow, TradingStatus } from '@riptide/contracts/calls';
import { formatChangePct, formatQty, UNKNOWN } from '../../lib/format.ts';
import { Num, Px, Unknown } from '../../shared/num.tsx';
import { SideTag } from '../../shared/side-tag.tsx';
import { StopEntryTarget } from '../../shared/stop-entry-target.tsx';
import { VenueBadge } from '../../shared/venue.tsx';

export type StatusPosition = TradingStatus['positions'][number];

interface HeldPositionProps {
  readonly first: StatusPosition;
  /** What the pushed position knows beyond it; undefined while none was pushed. */
  readonly row: PositionRow | undefined;
  /** How many more are open. */
  readonly others: number;
}

/** One open position: size and entry, result, and where the price stands between stop and target. */
export function HeldPosition({ first, row, others }: HeldPositionProps) {
  const side = first.side === 'LONG' ? 'long' : 'short';
  const pnl = row ? row.unrealized_pnl : first.unrealized_pnl;
  const roe = row ? row.roe_pct : first.roe_pct;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <span className="text-fg2">
          Current position{others > 0 ? <span className="text-fg3"> · {others} more</span> : null}
        </span>
        <SideTag side={side} />
      </div>
      <div className="tabular flex items-start justify-between gap-3">
        <div className="min-w-0">
          <div className="flex items-center gap-1.5 text-md font-semibold">
            {first.symbol} <VenueBadge venue={first.venue} />
          </div>
          <div className="text-[12px] text-fg2" data-testid="position-size">
            {formatQty(first.size)} @ <Px value={first.entry_price} tick={row?.tick_size} />
          </div>
        </div>
        <div className="text-right">
          <Num kind="pnl" value={pnl} coloured className="text-md font-semibold" />
          <div className="text-[12px] text-fg2">ROE {roe === null ? <Unknown /> : <Signed value={roe} />}</div>
        </div>
      </div>
      <StopEntryTarget
        side={side}
        entry={first.entry_price}
        mark={row?.mark_price ?? first.mark_price}
        stop={row?.stop_price ?? null}
        target={row?.take_profit_price ?? null}
        tick={row?.tick_size}
      />
      {row && !row.protected ? <p className="text-[12px] text-warn">No protective stop is confirmed.</p> : null}
    </div>
  );
}

function Signed({ value }: { value: number }) {
  const text = formatChangePct(value);
  return <span className={text === UNKNOWN ? '' : text.startsWith('-') ? 'text-down' : 'text-up'}>{text}</span>;
}
