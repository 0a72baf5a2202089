import { getTradingPositions, type PositionRow, type TradingStatus } from '@riptide/contracts/calls';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { TRADING_STATUS_INTERVAL_MS } from '../../shared/trading-engine/use-trading-engine.ts';
import { useCall } from '../../shared/use-call.ts';
import { LoadedApart } from '../../ui/loaded-apart.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { StatusPosition } from './held-position.tsx';

const HeldPosition = lazyPart(() => import('./held-position.tsx').then((each) => each.HeldPosition));

/** The position that the panel shows: that of the status, with what the pushed one knows beyond it. */
function usePosition(status: TradingStatus): { first: StatusPosition | undefined; row: PositionRow | undefined } {
  const pushed = useCall(getTradingPositions, { intervalMs: TRADING_STATUS_INTERVAL_MS, isPushed: true }).data;
  const atVenue = status.positions.filter(({ venue }) => venue === status.exchange);
  const first = status.positions.find(({ symbol }) => symbol === status.symbol) ?? atVenue[0] ?? status.positions[0];
  return { first, row: pushed?.positions.find(({ id }) => id === first?.id) };
}

/** The open position of the trading account, or `None`. */
export function CurrentPosition({ status }: { status: TradingStatus }) {
  const { first, row } = usePosition(status);
  if (!first) {
    return (
      <div className="flex min-h-8 items-center justify-between">
        <span className="text-fg2">Current position</span>
        <Tag>None</Tag>
      </div>
    );
  }
  return (
    <LoadedApart>
      <HeldPosition first={first} row={row} others={status.positions.length - 1} />
    </LoadedApart>
  );
}
