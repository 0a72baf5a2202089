import type { PositionRow } from '@riptide/contracts/calls';
import { AgeTag } from '../age-tag.tsx';
import { Px } from '../num.tsx';

/** A price that is older says nothing of now; the same bound as for what may be traded on. */
const PRICE_AGE_MS = 2000;

type Priced = Pick<PositionRow, 'mark_price' | 'tick_size' | 'price_stale_since'>;

/** Tells a position whose venue tells no price: mark, PnL and ROE are of earlier. */
export function isBlind({ price_stale_since: since }: Pick<PositionRow, 'price_stale_since'>): boolean {
  return since !== null && since !== undefined;
}

/** Gives the class of figures that follow the price. */
export function agedBy(row: Pick<PositionRow, 'price_stale_since'>): string {
  return isBlind(row) ? 'stale' : '';
}

/** The mark price, with how long ago it was where the venue has told none since. */
export function MarkPrice({ row }: { row: Priced }) {
  const px = <Px value={row.mark_price} tick={row.tick_size} />;
  if (!isBlind(row)) return px;
  return (
    <span className="stale inline-flex flex-col items-end">
      {px}
      <AgeTag atSeconds={row.price_stale_since ?? null} intervalMs={PRICE_AGE_MS} isShort />
    </span>
  );
}
