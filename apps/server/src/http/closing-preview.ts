import { decimal, type Market } from '@riptide/core/domain';
import type { OrderPreview, PositionView } from '@riptide/core/engine';
import type { EngineLink } from '../link/engine-link.ts';
import { askTrading } from './trading-calls.ts';

type Held = Pick<PositionView, 'venue' | 'symbol' | 'side' | 'qtyBase'> & { readonly market: Market };

/** Asks what closing a position at the market would give now; null where the engine does not say. Places nothing. */
export async function previewClosing(link: EngineLink, held: Held): Promise<OrderPreview | null> {
  const asked = await askTrading(link, 'preview-order', {
    venue: held.venue,
    market: held.market,
    symbol: held.symbol,
    side: held.side === 'long' ? 'SELL' : 'BUY',
    type: 'market',
    qtyBase: held.qtyBase,
    notionalUsd: null,
    px: null,
    isReduceOnly: held.market === 'perp',
    tif: 'IOC',
    leverage: null,
  });
  return asked.ok ? asked.value : null;
}

/**
 * Says whether a position ends above zero when it is closed at what the book gives: what is left of it earns more than leaving costs, and the
 * whole of it, with the fees already paid, funding and what parts of it brought, is no loss. False while the book or the fee is unknown.
 */
export function endsInProfit(position: PositionView, preview: OrderPreview | null): boolean {
  const { expectedPx = null, feeUsd = null } = preview ?? {};
  if (expectedPx === null || feeUsd === null) return false;
  const [bought, sold] = position.side === 'long' ? [position.entryPx, expectedPx] : [expectedPx, position.entryPx];
  const gain = decimal(sold).minus(decimal(bought)).times(decimal(position.qtyBase));
  const left = gain.minus(decimal(feeUsd));
  const { realisedUsd, fundingUsd, feesUsd } = position;
  const whole = left.plus(decimal(realisedUsd)).plus(decimal(fundingUsd)).minus(decimal(feesUsd));
  return left.gt(0) && whole.gt(0);
}
