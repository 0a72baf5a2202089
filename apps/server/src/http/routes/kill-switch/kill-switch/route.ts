import type { FastifyInstance } from 'fastify';
import { getKillSwitch, pullKillSwitch, releaseKillSwitch } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { partsOfAccount } from '../../../presenters/accounts.ts';
import { failedInWords } from '../../../presenters/failed-words.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { presentKillSwitch } from '../../../presenters/risk.ts';
import { serve } from '../../../serve.ts';
import { BY_API, callOrder, callTrading, readyState } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

const DEFAULT_REASON = 'pulled by the operator';

/** `GET` and `POST /api/kill-switch`, `POST /api/kill-switch/release` */
export function addKillSwitch(app: FastifyInstance, { link, clock }: RouteDeps): void {
  serve(app, getKillSwitch, () => {
    const state = readyState(link);
    return state.ok ? ok(presentKillSwitch(link, state.value)) : state;
  });
  serve(app, pullKillSwitch, async ({ body }) => {
    const state = readyState(link);
    if (!state.ok) return state;
    const reason = body.reason === undefined || body.reason === '' ? DEFAULT_REASON : body.reason;
    const pulled = await callOrder(link, 'kill-switch', { level: body.level, reason, by: BY_API });
    if (!pulled.ok) return pulled;
    const { level, venues } = pulled.value;
    const report = venues.map((venue) => ({
      venue: venue.venue,
      mode: partsOfAccount(venue.account).mode,
      cancelled: venue.cancelled,
      closed: venue.closed,
      failed: venue.failed.map(failedInWords),
      open_positions: venue.openPositions,
      open_orders: venue.openOrders,
    }));
    const shown = presentKillSwitch(link, { ...state.value, killLevel: level, killReason: reason });
    return ok({ ...shown, since: toEpochSeconds(clock.nowMs()), report });
  });
  serve(app, releaseKillSwitch, async () => {
    const state = readyState(link);
    if (!state.ok) return state;
    const released = await callTrading(link, 'release-kill-switch', { by: BY_API });
    if (!released.ok) return released;
    const off = { ...state.value, killLevel: released.value.level, killReason: null, killedMs: null };
    return ok(presentKillSwitch(link, off));
  });
}
