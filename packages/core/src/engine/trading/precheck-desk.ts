import {
  decimal,
  leastCommonMultiple,
  maxOf,
  minOf,
  ok,
  quantize,
  toDecimalString,
  type Decimal,
  type DomainError,
  type GateDecision,
  type Result,
  type Venue,
} from '../../domain/index.ts';
import { qtyStepBase } from '../../execution/index.ts';
import type { OrderWish, TradingCalls } from '../trading-views.ts';
import type { InstrumentHolders } from './instrument-holders.ts';
import type { OrderSender } from './order-sender.ts';
import type { WishReader } from './wish-reader.ts';

type Answer<T> = Promise<Result<T, DomainError>>;

/** Says before a trade over several venues whether the gates would let it pass, and how much of it. Sends nothing. */
export class PrecheckDesk {
  private readonly sender: OrderSender;
  private readonly wishes: WishReader;
  private readonly holders: InstrumentHolders;

  constructor(sender: OrderSender, wishes: WishReader, holders: InstrumentHolders) {
    this.holders = holders;
    this.sender = sender;
    this.wishes = wishes;
  }

  /** Asks the gates for every venue of a trade; the quantity is what all venues can take. */
  async check(request: TradingCalls['precheck']['request']): Answer<TradingCalls['precheck']['answer']> {
    const decisions: (GateDecision & { venue: Venue | null })[] = [];
    const legs = request.venues.map((venue, at) => ({
      venue,
      // The legs of a pair take turns; a single one is asked for at each venue alike.
      side: request.mode === 'SCALP' || at % 2 === 0 ? ('BUY' as const) : ('SELL' as const),
    }));
    const legQtys: Decimal[] = [];
    const steps: Decimal[] = [];
    const leastQtys: Decimal[] = [];
    for (const { venue, side } of legs) {
      const wish = precheckWish(request, venue, side);
      const found = this.wishes.find(wish);
      if (!found.ok) {
        decisions.push({ ...symbolGate(found.error), venue });
        continue;
      }
      const { instrument, account } = found.value;
      await Promise.all([account.refreshModes(instrument), account.refreshFees('perp', instrument)]);
      const sized = this.wishes.sizeOf(wish, instrument);
      const least = this.wishes.leastOf(instrument);
      // Without a price no size can be told: the smallest order asks the gates, so that a cooldown or a halt is told as well.
      const qtyBase = sized.ok ? sized.value : toDecimalString(least);
      const intent = this.wishes.intentOf(wish, instrument, { account, qtyBase, role: 'entry' });
      const judged = this.sender.judge(intent, instrument, account);
      const inUse = this.holders.refusalOf(account.account, instrument.id);
      for (const gate of judged.gates) {
        decisions.push({ ...told(gate, { inUse, unpriced: sized.ok ? null : sized.error }), venue });
      }
      if (!sized.ok) continue;
      leastQtys.push(least);
      const qty = judged.quantised?.order.qtyBase ?? null;
      if (qty === null) continue;
      legQtys.push(decimal(qty));
      steps.push(qtyStepBase(instrument));
    }
    const suggested = legQtys.length === 0 ? null : suggestedOf(legQtys, steps, leastQtys);
    const isAllowed = decisions.length > 0 && decisions.every(({ ok: isOk }) => isOk);
    return ok({ isAllowed, suggestedQtyBase: suggested === null ? null : toDecimalString(suggested), decisions });
  }
}

/** What every venue can take: cut to the common step, and no less than the largest of the smallest orders. */
function suggestedOf(legQtys: readonly Decimal[], steps: readonly Decimal[], leastQtys: readonly Decimal[]): Decimal {
  const step = steps.reduce(leastCommonMultiple);
  const cut = quantize(legQtys.reduce(minOf), step, 'down');
  const least = leastQtys.reduce(maxOf);
  return cut.gte(least) ? cut : quantize(least, step, 'up');
}

function symbolGate(error: DomainError): GateDecision {
  return { gate: 'symbol-support', ok: false, code: error.code, detail: error.detail, value: null, bound: null };
}

/** The gate that says whether a symbol can be traded here names who holds it; the one of the price, that there is none. */
function told(
  gate: GateDecision,
  { inUse, unpriced }: { readonly inUse: DomainError | null; readonly unpriced: DomainError | null },
): GateDecision {
  if (gate.gate === 'symbol-support' && gate.ok && inUse !== null) return symbolGate(inUse);
  if (gate.gate === 'book-age' && unpriced !== null) return { ...symbolGate(unpriced), gate: 'book-age' };
  return gate;
}

function precheckWish(request: TradingCalls['precheck']['request'], venue: Venue, side: 'BUY' | 'SELL'): OrderWish {
  return {
    venue,
    market: 'perp',
    symbol: request.symbol,
    side,
    type: 'market',
    qtyBase: request.qtyBase,
    notionalUsd: request.qtyBase === null ? (request.notionalUsd ?? '120') : null,
    px: null,
    isReduceOnly: false,
    tif: 'IOC',
    leverage: null,
  };
}
