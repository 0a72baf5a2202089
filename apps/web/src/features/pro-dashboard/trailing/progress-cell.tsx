import type { TrailingOrderRow } from '@riptide/contracts/calls';
import { Unknown } from '../../../shared/num.tsx';
import { useLivePrice } from '../../../shared/use-live-price.ts';
import { Meter } from '../../../ui/meter.tsx';
import { trailingProgress } from './model/trailing-progress.ts';

/** How far an order is on the way to its target, then back to its trigger. */
export function ProgressCell({ order }: { order: TrailingOrderRow }) {
  const price = useLivePrice(order.symbol);
  const progress = trailingProgress(order, price?.price ?? null);
  if (progress === null) return <Unknown />;
  const elsewhere = price !== null && price.venue !== order.venue ? `, by the price of ${price.venue}` : '';
  return (
    <span className="flex min-w-[84px] items-center gap-2" title={`${progress.text}${elsewhere}`}>
      <span className="w-[60px] flex-none">
        <Meter
          label={`Progress of ${order.order_id}`}
          fraction={progress.fraction}
          tone="accent"
          text={progress.text}
        />
      </span>
      <span className="truncate text-2xs text-fg2">{progress.short}</span>
    </span>
  );
}
