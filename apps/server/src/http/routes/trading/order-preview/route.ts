import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { previewOrder, type OrderInput } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import type { OrderPreview, OrderWish } from '@riptide/core/engine';
import { partsOfAccount } from '../../../presenters/accounts.ts';
import { exactOrNull, pxOrNull, shownOrNull } from '../../../presenters/money.ts';
import { known, roundedOrNull, toEpochSeconds } from '../../../presenters/numbers.ts';
import { presentGate } from '../../../presenters/orders.ts';
import { serve } from '../../../serve.ts';
import { askTrading, decimalText } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

type Input = z.output<typeof OrderInput>;

/** `POST /api/trading/order/preview` */
export function addOrderPreview(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, previewOrder, async ({ body }) => {
    const previewed = await askTrading(link, 'preview-order', wishOf(body));
    return previewed.ok ? ok(presentPreview(body, previewed.value)) : previewed;
  });
}

function wishOf(body: Input): OrderWish {
  return {
    venue: body.venue,
    market: body.market,
    symbol: body.symbol,
    side: body.side,
    type: body.type,
    qtyBase: decimalText(body.qty),
    notionalUsd: decimalText(body.notional_usd),
    px: decimalText(body.price),
    isReduceOnly: body.reduce_only,
    tif: body.tif ?? (body.type === 'market' ? 'IOC' : 'GTC'),
    leverage: body.leverage ?? null,
  };
}

function presentPreview(body: Input, preview: OrderPreview): Omit<z.input<typeof previewOrder.response>, 'ok'> {
  const { venue, mode } = partsOfAccount(preview.account);
  const firstBlock = preview.gates.find((gate) => !gate.ok)?.detail ?? null;
  return {
    preview_id: preview.previewId,
    expires_at: toEpochSeconds(preview.expiresMs),
    verdict: preview.isAllowed ? 'PASS' : 'BLOCK',
    reason: preview.isAllowed ? null : (firstBlock ?? preview.refusal ?? 'blocked'),
    venue,
    mode,
    market: body.market,
    symbol: body.symbol,
    side: body.side,
    type: body.type,
    qty: known(exactOrNull(preview.qtyBase)),
    notional_usd: known(shownOrNull(preview.notionalUsd, 4)),
    price: body.price ?? null,
    expected_price: known(pxOrNull(preview.expectedPx)),
    expected_slippage_bps: roundedOrNull(preview.slippageBps, 4),
    fee_bps: roundedOrNull(preview.feeBps, 4),
    fee_usd: known(shownOrNull(preview.feeUsd, 4)),
    fee_source: preview.feeSource,
    margin_usd: known(shownOrNull(preview.marginUsd, 4)),
    gates: preview.gates.map((gate) => presentGate(gate, venue)),
  };
}
