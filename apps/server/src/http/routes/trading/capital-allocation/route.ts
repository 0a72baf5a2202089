import type { FastifyInstance } from 'fastify';
import { getAllocation, previewAllocation, setAllocation } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { fieldRefusal } from '../../../field-refusal.ts';
import { allocationToCore, presentAllocation, presentAllocationPreview } from '../../../presenters/risk.ts';
import { serve } from '../../../serve.ts';
import { BY_API, callTrading, readyState } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET` and `POST /api/trading/advanced/capital_allocation`, `POST …/preview` */
export function addCapitalAllocation(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getAllocation, () => {
    const state = readyState(link);
    return state.ok ? ok(presentAllocation(link, state.value)) : state;
  });
  serve(app, previewAllocation, async ({ body }) => {
    const divided = await callTrading(link, 'preview-allocation', { value: allocationToCore(body) });
    return divided.ok ? ok(presentAllocationPreview(link, divided.value, body)) : err(fieldRefusal(divided.error));
  });
  serve(app, setAllocation, async ({ body }) => {
    const state = readyState(link);
    if (!state.ok) return state;
    const set = await callTrading(link, 'set-setting', {
      name: 'allocation',
      value: allocationToCore(body),
      by: BY_API,
    });
    if (!set.ok) return err(fieldRefusal(set.error));
    // The engine may have told the new division meanwhile.
    const now = readyState(link);
    const latest = now.ok ? now.value : state.value;
    return ok(presentAllocation(link, { ...latest, settings: { ...latest.settings, allocation: set.value.value } }));
  });
}
