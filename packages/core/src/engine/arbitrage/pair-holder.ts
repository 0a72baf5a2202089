import { ok, type AccountKey, type DomainError, type InstrumentId, type Result } from '../../domain/index.ts';
import type { Holding, InstrumentHolder } from '../trading/instrument-holders.ts';
import type { ArbDesk } from './arb-desk.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';

/** Tells the trading core which instruments are legs of trades and rounds, and closes both legs when one is closed by hand. */
export class PairHolder implements InstrumentHolder {
  private readonly context: ArbitrageContext;
  private readonly arbs: ArbDesk;
  /** Flattenings under way: both legs may be asked for at once. */
  private readonly flattening = new Map<string, ReturnType<ArbDesk['flatten']>>();

  constructor(context: ArbitrageContext, arbs: ArbDesk) {
    this.context = context;
    this.arbs = arbs;
  }

  holdingOf(account: AccountKey, instrumentId: InstrumentId): Holding | null {
    const tracked = this.context.state.trades.holderOf(account, instrumentId);
    if (tracked === null) return null;
    const { arbId, roundId } = tracked.trade;
    return roundId === null
      ? { id: arbId, by: `arbitrage ${arbId}`, closeBy: `arb-close ${arbId}` }
      : { id: arbId, by: `carry round ${roundId} (arbitrage ${arbId})`, closeBy: `carry-close ${roundId}` };
  }

  /** @errors ARBITRAGE_NOT_FOUND, ORDER_FINAL, ENGINE_JOURNAL_FAILED. */
  async closeWhole(
    { id }: Holding,
    at: { readonly account: AccountKey; readonly instrumentId: InstrumentId },
    by: string,
  ): Promise<Result<string | null, DomainError>> {
    const isNaked = this.context.state.trades.byId(id)?.trade.state === 'naked';
    const closed = isNaked ? await this.flatten(id, by) : this.arbs.exit(id, `closed by ${by}`);
    return closed.ok ? ok(this.closingOrder(id, at)) : closed;
  }

  /** A leg that stands alone is closed as far as the market, from the first step of the ladder anew. */
  private flatten(arbId: string, by: string): ReturnType<ArbDesk['flatten']> {
    const running = this.flattening.get(arbId);
    if (running !== undefined) return running;
    const work = this.arbs.flatten(arbId, by).finally(() => this.flattening.delete(arbId));
    this.flattening.set(arbId, work);
    return work;
  }

  private closingOrder(
    arbId: string,
    { account, instrumentId }: { readonly account: AccountKey; readonly instrumentId: InstrumentId },
  ): string | null {
    const tracked = this.context.state.trades.byId(arbId);
    if (tracked === null) return null;
    const { buy } = tracked.trade;
    const leg = buy.account === account && buy.instrumentId === instrumentId ? 'buy' : 'sell';
    const sent = tracked.orders.findLast((order) => order.leg === leg && order.phase === 'exit' && order.isSent);
    return sent?.clientOrderId ?? null;
  }
}
