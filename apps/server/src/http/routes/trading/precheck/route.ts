import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { LAUNCHER_DEFAULTS, precheckTrade } from '@riptide/contracts';
import { err, ok, type Result, type Venue } from '@riptide/core/domain';
import type { EngineLink } from '../../../../link/engine-link.ts';
import { arbitrageRefusal, askArbitrage, isUnjudged, refusalText } from '../../../arbitrage-calls.ts';
import { presentNoPair, presentPairCheck, presentVenueChecks } from '../../../presenters/precheck.ts';
import { serve } from '../../../serve.ts';
import type { RouteError } from '../../../to-problem.ts';
import { askTrading, BY_API, decimalText } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

type Body = z.output<typeof precheckTrade.body>;
type Answer = Promise<Result<z.input<typeof precheckTrade.response>, RouteError>>;

/** `POST /api/trading/precheck`; a BLOCK is an answer. */
export function addPrecheck(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, precheckTrade, ({ body }) => (body.mode === 'ARB' ? checkPair(link, body) : checkEach(link, body)));
}

/** Both legs of the better direction; without a pair what each venue says, and why there is none. */
async function checkPair(link: EngineLink, body: Body): Answer {
  const qtyBase = decimalText(body.qty);
  const notionalUsd = qtyBase === null ? decimalText(body.notional_usd ?? LAUNCHER_DEFAULTS.notional_usd) : null;
  const planned = await askArbitrage(link, 'arb-preview', {
    opportunityId: null,
    symbol: body.symbol,
    venues: body.venues,
    qtyBase,
    notionalUsd,
    bracket: LAUNCHER_DEFAULTS.with_bracket,
    takeProfitBps: null,
    stopLossBps: null,
    sequencing: null,
    acceptsNegative: false,
    by: BY_API,
  });
  if (!planned.ok) {
    if (isUnjudged(planned.error)) return err(arbitrageRefusal(planned.error));
    const checked = await askVenues(link, body);
    return checked.ok
      ? ok(presentNoPair({ code: planned.error.code, text: refusalText(planned.error) }, checked.value, legsOf(body)))
      : checked;
  }
  const why = await askArbitrage(link, 'arb-why-not', {
    opportunityId: planned.value.trade.pairId,
    qtyBase,
    notionalUsd,
  });
  return ok(presentPairCheck(planned.value, why.ok ? why.value.checks : []));
}

/** One leg, at each venue by itself. */
async function checkEach(link: EngineLink, body: Body): Answer {
  const checked = await askVenues(link, body);
  return checked.ok ? ok(presentVenueChecks(checked.value, legsOf(body))) : checked;
}

function askVenues(link: EngineLink, body: Body) {
  return askTrading(link, 'precheck', {
    symbol: body.symbol,
    mode: body.mode,
    venues: body.venues,
    qtyBase: decimalText(body.qty),
    notionalUsd: decimalText(body.notional_usd),
  });
}

/** As the core judges them: the legs of a pair take turns, a single one buys. */
function legsOf({ mode, venues }: Body) {
  return venues.map((venue: Venue, at) => ({
    venue,
    market: 'perp' as const,
    side: mode === 'ARB' && at % 2 === 1 ? ('SELL' as const) : ('BUY' as const),
  }));
}
