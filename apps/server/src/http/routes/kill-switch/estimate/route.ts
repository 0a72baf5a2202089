import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { getKillEstimate, type PositionRow } from '@riptide/contracts';
import { decimal, ok, toDecimalString } from '@riptide/core/domain';
import type { OrderPreview } from '@riptide/core/engine';
import type { EngineLink } from '../../../../link/engine-link.ts';
import { previewClosing } from '../../../closing-preview.ts';
import { countOn, modeOfVenue, overAccounts } from '../../../presenters/accounts.ts';
import { cents, pxOrNull, sumOf, toNumber } from '../../../presenters/money.ts';
import { presentAllPositions } from '../../../presenters/positions.ts';
import { serve } from '../../../serve.ts';
import { readyState } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** More positions than this are closed all the same; only their cost is not estimated one by one. */
const ESTIMATED_MAX = 60;

type Closing = z.input<typeof getKillEstimate.response>['positions'][number];

/** `GET /api/kill-switch/estimate` */
export function addKillEstimate(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getKillEstimate, async () => {
    const state = readyState(link);
    if (!state.ok) return state;
    const closings = await Promise.all(
      presentAllPositions(link).map((position, index) =>
        // An order of a venue goes to the account it trades on: of another one the book says nothing.
        index < ESTIMATED_MAX && modeOfVenue(link, position.venue) === position.mode
          ? estimate(link, position)
          : Promise.resolve(closingOf(position, null)),
      ),
    );
    const known = closings.filter(({ fee, slippage }) => fee !== null && slippage !== null);
    const cost = sumOf(known.flatMap(({ fee, slippage }) => [fee, slippage]));
    return ok({
      entries: restingEntries(link),
      positions: closings.map(({ row }) => row),
      cost_usd: toNumber(cost) ?? 0,
      unknown: closings.length - known.length,
    });
  });
}

interface Estimate {
  readonly row: Closing;
  readonly fee: ReturnType<typeof cents>;
  readonly slippage: ReturnType<typeof cents>;
}

async function estimate(link: EngineLink, position: PositionRow): Promise<Estimate> {
  const qtyBase = toDecimalString(decimal(position.size));
  return closingOf(position, await previewClosing(link, { ...position, qtyBase }));
}

function closingOf(position: PositionRow, preview: OrderPreview | null): Estimate {
  const fee = cents(preview?.feeUsd ?? null);
  const slippage = slippageUsd(preview);
  const { id, symbol, venue, mode, side, size, pnl } = position;
  const row: Closing = {
    id,
    symbol,
    venue,
    mode,
    side,
    size,
    pnl,
    close_price: pxOrNull(preview?.expectedPx ?? null),
    fee_usd: toNumber(fee),
    slippage_usd: toNumber(slippage),
  };
  return { row, fee, slippage };
}

function slippageUsd(preview: OrderPreview | null): ReturnType<typeof cents> {
  if (preview === null || preview.slippageBps === null || preview.notionalUsd === null) return null;
  return cents(decimal(preview.notionalUsd).times(decimal(preview.slippageBps)).div(10_000).abs().toString());
}

/** Of every account, since level 2 cancels them all: also of the paper account of a venue that trades live meanwhile. */
function restingEntries(link: EngineLink): z.input<typeof getKillEstimate.response>['entries'] {
  const entries = [...link.values('order').values()].filter(({ isReduceOnly }) => !isReduceOnly);
  return overAccounts(
    link,
    (account) => ({ count: countOn(entries, account) }),
    ({ count }) => count > 0,
  );
}
