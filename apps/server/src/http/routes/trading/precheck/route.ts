import type { FastifyInstance } from 'fastify';
import { precheckTrade } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { exactOrNull } from '../../../presenters/money.ts';
import { known } from '../../../presenters/numbers.ts';
import { presentGate } from '../../../presenters/orders.ts';
import { serve } from '../../../serve.ts';
import { askTrading, decimalText } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/trading/precheck`; a BLOCK is an answer. */
export function addPrecheck(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, precheckTrade, async ({ body }) => {
    const checked = await askTrading(link, 'precheck', {
      symbol: body.symbol,
      mode: body.mode,
      venues: [...new Set(body.venues)],
      qtyBase: decimalText(body.qty),
      notionalUsd: decimalText(body.notional_usd),
    });
    if (!checked.ok) return checked;
    const { isAllowed, suggestedQtyBase, decisions } = checked.value;
    return ok({
      ok: isAllowed,
      verdict: isAllowed ? ('PASS' as const) : ('BLOCK' as const),
      suggestion: { suggested_qty_quantized: known(exactOrNull(suggestedQtyBase)) },
      decisions: decisions.map((decision) => presentGate(decision, decision.venue)),
    });
  });
}
