import type { z } from 'zod';
import type { TriangleRow, WhyNotRow } from '@riptide/contracts';
import type { TriangleView, WhyNotCheck } from '@riptide/core/engine';
import { known, rounded, roundedOrNull } from './numbers.ts';

const DIGITS = 6;

/** Returns one check of an opportunity. */
export function presentCheck(check: WhyNotCheck): z.input<typeof WhyNotRow> {
  return {
    check: check.check,
    ok: check.ok,
    weight: check.weight,
    value: roundedOrNull(check.value, DIGITS),
    bound: roundedOrNull(check.bound, DIGITS),
    unit: check.unit,
    miss: roundedOrNull(check.missFrac, DIGITS),
    detail: check.detail,
    setting: check.setting,
  };
}

/** Returns a round trip of one venue; figures that are not known are null. */
export function presentTriangle(triangle: TriangleView): z.input<typeof TriangleRow> {
  return {
    id: triangle.id,
    venue: triangle.venue,
    assets: [...triangle.assets],
    steps: triangle.steps.map((step) => ({
      instrument_id: step.instrumentId,
      symbol: step.symbol,
      side: step.side,
      from_asset: step.fromAsset,
      to_asset: step.toAsset,
      vwap: known(step.vwapPx),
      fee_bps: rounded(step.feeBps, 4),
      in_qty: known(step.inQty),
      out_qty: known(step.outQty),
      dust_qty: known(step.dustQty),
    })),
    start_qty: known(triangle.startQty),
    end_qty: known(triangle.endQty),
    net_bps: roundedOrNull(triangle.netBps, 4),
    oldest_book_ms: roundedOrNull(triangle.oldestBookMs, 1),
    policy: triangle.policy,
    policy_reason: triangle.policyReason,
  };
}
