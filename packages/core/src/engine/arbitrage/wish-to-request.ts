import {
  domainError,
  err,
  ok,
  parseDecimal,
  SEQUENCINGS,
  BRACKETS,
  type DomainError,
  type InstrumentId,
  type Result,
} from '../../domain/index.ts';
import type { ArbWish } from '../arbitrage-views.ts';
import type { PlanRequest } from './arb-trades.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';

const BPS_MAX = 5_000;

/** Turns an order for an arbitrage into a plan's request: the named row, or the best pair of a symbol. @errors INPUT_INVALID naming the field, INSTRUMENT_UNKNOWN, ARBITRAGE_NOT_FOUND. */
export function requestOfWish(context: ArbitrageContext, wish: ArbWish): Result<PlanRequest, DomainError> {
  const fault = faultOf(wish);
  if (fault !== null) return refuse('INPUT_INVALID', fault);
  const pair = wish.opportunityId === null ? bestPair(context, wish) : pairOfId(wish.opportunityId);
  if (pair === null) {
    const { symbol } = wish;
    const isListed = context.store.instruments.some((instrument) => instrument.symbol === symbol);
    if (wish.opportunityId === null && !isListed)
      return refuse('INSTRUMENT_UNKNOWN', `no venue that is followed lists ${symbol}`);
    return refuse(
      'ARBITRAGE_NOT_FOUND',
      wish.opportunityId === null ? whyNone(context, wish) : `no pair for ${wish.opportunityId}`,
    );
  }
  const contradiction = contradictionOf(wish);
  if (contradiction !== null) return refuse('INPUT_INVALID', contradiction);
  return ok({
    ...pair,
    qtyBase: wish.qtyBase,
    notionalUsd: wish.notionalUsd,
    source: 'operator',
    roundId: null,
    sequencing: wish.sequencing,
    bracket: wish.bracket,
    takeProfitBps: wish.takeProfitBps,
    stopLossBps: wish.stopLossBps,
    exitSpreadBps: context.state.settings.exitSpreadBps,
    maxHoldMs: null,
    leverage: null,
    acceptsNegative: wish.acceptsNegative,
    by: wish.by,
  });
}

function faultOf(wish: ArbWish): string | null {
  const { qtyBase, notionalUsd, takeProfitBps, stopLossBps, sequencing, bracket } = wish;
  if (wish.opportunityId === null && wish.symbol === null) return 'opportunityId or symbol must be given';
  if (qtyBase !== null && notionalUsd !== null) return 'qtyBase and notionalUsd exclude each other';
  for (const [field, text] of Object.entries({ qtyBase, notionalUsd })) {
    if (text === null) continue;
    const value = parseDecimal(text);
    if (value === null || value.lte(0)) return `${field} must be a positive decimal, is ${JSON.stringify(text)}`;
  }
  for (const [field, bps] of Object.entries({ takeProfitBps, stopLossBps })) {
    if (bps !== null && !(bps > 0 && bps <= BPS_MAX))
      return `${field} must be over 0 and at most ${BPS_MAX}, is ${bps}`;
  }
  if (sequencing !== null && !SEQUENCINGS.includes(sequencing))
    return `sequencing must be one of ${SEQUENCINGS.join(', ')}`;
  return BRACKETS.includes(bracket) ? null : `bracket must be one of ${BRACKETS.join(', ')}`;
}

/** A symbol or venues beside a row that are not its own: which of the two was meant is not for us to guess. */
function contradictionOf({ opportunityId, symbol, venues }: ArbWish): string | null {
  for (const leg of opportunityId?.split('>') ?? []) {
    const [ofLeg, , venue] = leg.split('.');
    if (symbol !== null && ofLeg !== symbol) return `symbol ${symbol} is not that of ${opportunityId}`;
    if (venues.length > 0 && !venues.some((named) => named === venue))
      return `venues leave out ${venue} of ${opportunityId}`;
  }
  return null;
}

function pairOfId(id: string): Pick<PlanRequest, 'buyId' | 'sellId'> | null {
  const [buyId, sellId, ...more] = id.split('>');
  return buyId === undefined || sellId === undefined || more.length > 0
    ? null
    : { buyId: buyId as InstrumentId, sellId: sellId as InstrumentId };
}

/** The pair of a symbol with the best entry net now, of perps unless spot against perp may be traded. */
function bestPair(
  context: ArbitrageContext,
  { symbol, venues }: Pick<ArbWish, 'symbol' | 'venues'>,
): Pick<PlanRequest, 'buyId' | 'sellId'> | null {
  const { scanner, core, state } = context;
  let best: { readonly netBps: number; readonly pair: Pick<PlanRequest, 'buyId' | 'sellId'> } | null = null;
  for (const pair of pairsOf(context, { symbol, venues })) {
    const now = scanner.priceNow(pair.id, { notionalUsd: state.settings.maxTradeUsd }, core.clock.nowMs());
    if (now === null || (best !== null && now.priced.entryNetBps <= best.netBps)) continue;
    best = { netBps: now.priced.entryNetBps, pair: { buyId: pair.buy.id, sellId: pair.sell.id } };
  }
  return best?.pair ?? null;
}

/** The pairs of a symbol between venues that may be opened, whether they have prices or not. */
function pairsOf({ scanner, state }: ArbitrageContext, { symbol, venues }: Pick<ArbWish, 'symbol' | 'venues'>) {
  return scanner.table.pairs.filter(
    ({ buy, sell, isReverse, mode }) =>
      buy.symbol === symbol &&
      !isReverse &&
      (venues.length === 0 || (venues.includes(buy.venue) && venues.includes(sell.venue))) &&
      (mode !== 'spot-futures' || state.settings.isSpotFuturesExecutable),
  );
}

/** Tells a pair without prices, which may have them in a moment, from none. */
function whyNone(context: ArbitrageContext, { symbol, venues }: ArbWish): string {
  const where = venues.length === 0 ? '' : ` on ${venues.join(', ')}`;
  return pairsOf(context, { symbol, venues }).length === 0
    ? `no pair for ${symbol ?? ''}${where}`
    : `no pair of ${symbol ?? ''}${where} has the prices of both legs now`;
}

function refuse(code: DomainError['code'], detail: string): { readonly ok: false; readonly error: DomainError } {
  return err(domainError(code, detail, { outcome: 'not-sent' }));
}
