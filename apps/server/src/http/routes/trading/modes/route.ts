import type { FastifyInstance } from 'fastify';
import { getModes } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { known } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import { wordsOf } from '../../../to-problem.ts';
import { callTrading } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/trading/modes` */
export function addModes(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getModes, async ({ query: { venue, symbol } }) => {
    const read = await callTrading(link, 'read-modes', { venue, symbol });
    if (!read.ok) {
      const reason = wordsOf(read.error);
      return ok({ venue, symbol, leverage: null, margin_mode: null, position_mode: null, reason });
    }
    const { leverage, marginMode, positionMode } = read.value;
    return ok({
      venue,
      symbol,
      leverage: known(leverage),
      margin_mode: marginMode,
      position_mode: positionMode,
      reason: null,
    });
  });
}
