import type { DepthLevels, OrderSide } from '../../../domain/index.ts';

/** What an order would have got. */
export interface Taken {
  readonly filledFrac: number;
  /** NaN when nothing was within the limit. */
  readonly avgPx: number;
}

/** Walks levels, best first, for an order that takes `qtyBase` and no price beyond `limitPx`; what is left of it ends. */
export function takeLevels(
  levels: DepthLevels,
  order: { readonly side: OrderSide; readonly qtyBase: number; readonly limitPx: number },
): Taken {
  const { side, qtyBase, limitPx } = order;
  let filledBase = 0;
  let quote = 0;
  for (let at = 0; at < levels.count && filledBase < qtyBase; at += 1) {
    const px = levels.px[at] as number;
    if (side === 'BUY' ? px > limitPx : px < limitPx) break;
    const take = Math.min(qtyBase - filledBase, levels.qtyBase[at] as number);
    filledBase += take;
    quote += take * px;
  }
  return { filledFrac: filledBase / qtyBase, avgPx: filledBase > 0 ? quote / filledBase : Number.NaN };
}
