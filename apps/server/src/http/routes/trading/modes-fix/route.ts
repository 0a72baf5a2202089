import type { FastifyInstance } from 'fastify';
import { fixModes } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { known } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import { gateRefusal } from '../../../to-problem.ts';
import { BY_API, callTrading } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/trading/modes/fix` */
export function addModesFix(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, fixModes, async ({ body: { venue, symbol } }) => {
    const fixed = await callTrading(link, 'fix-modes', { venue, symbol, by: BY_API });
    if (!fixed.ok) return err(gateRefusal(fixed.error));
    const { leverage, marginMode, positionMode } = fixed.value;
    return ok({ venue, symbol, leverage: known(leverage), margin_mode: marginMode, position_mode: positionMode });
  });
}
