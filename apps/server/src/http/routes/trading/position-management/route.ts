import type { FastifyInstance } from 'fastify';
import { managePositions } from '@riptide/contracts';
import { decimal, ok } from '@riptide/core/domain';
import type { EngineLink } from '../../../../link/engine-link.ts';
import { endsInProfit, previewClosing } from '../../../closing-preview.ts';
import { modeOfVenue } from '../../../presenters/accounts.ts';
import { marketOfPosition } from '../../../presenters/positions.ts';
import type { PositionView } from '@riptide/core/engine';
import { serve } from '../../../serve.ts';
import { toProblem } from '../../../to-problem.ts';
import { BY_API, callOrder } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/trading/engine/position_management` */
export function addPositionManagement(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, managePositions, async ({ body }) => {
    if (body.action === 'close_all') {
      const closed = await callOrder(link, 'close-all', { by: BY_API });
      if (!closed.ok) return closed;
      const { submitted, failed } = closed.value;
      const message =
        submitted + failed.length === 0
          ? 'No open positions'
          : `${submitted} ${submitted === 1 ? 'position is' : 'positions are'} being closed`;
      return ok({ success: true as const, submitted, failed: [...failed], message });
    }
    if (body.action === 'close_profitable') return ok(await closeProfitable(link));
    const closed = await callOrder(link, 'close-position', { positionId: body.position_id ?? '', by: BY_API });
    if (!closed.ok) return closed;
    const { symbol } = closed.value.order;
    return ok({ success: true as const, submitted: 1, failed: [], message: `${symbol} is being closed` });
  });
}

/** Closes one after another every position that ends above zero after all its fees, at what its book gives now. */
async function closeProfitable(link: EngineLink) {
  const failed: string[] = [];
  let submitted = 0;
  for (const position of link.values('position').values()) {
    if (modeOfVenue(link, position.venue) !== position.mode || !mayGain(position)) continue;
    if (!endsInProfit(position, await previewClosing(link, { ...position, market: marketOfPosition(position) })))
      continue;
    const closed = await callOrder(link, 'close-position', { positionId: position.id, by: BY_API });
    if (closed.ok) submitted += 1;
    else failed.push(`${position.symbol} on ${position.venue}: ${toProblem(closed.error, '').body.error}`);
  }
  const nothing = submitted + failed.length === 0;
  const message = nothing
    ? 'No position is in profit after all its fees'
    : `${submitted} ${submitted === 1 ? 'position is' : 'positions are'} being closed`;
  return { success: true as const, submitted, failed, message };
}

/** Of what shows no gain at the mark the book is not asked. */
function mayGain({ unrealisedUsd }: PositionView): boolean {
  return unrealisedUsd !== null && decimal(unrealisedUsd).gt(0);
}
