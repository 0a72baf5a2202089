import { decimal, maxOf, minOf, ZERO, type Decimal } from '../domain/index.ts';
import { costsUsd, liquidationFeeUsd } from './trade-costs.ts';
import { symbolOf, type TradeResult } from './trade-results.ts';

export interface SymbolSums {
  readonly net: Decimal;
  readonly trades: number;
  readonly wins: number;
}

/**
 * What results of one span of time add up to, exactly. Sums of neighbouring spans join into those of both, so a long span costs
 * as many steps as it has parts.
 */
export class ResultSums {
  /** Those that count as trades, of unknown net too. */
  counted = 0;
  unknown = 0;
  /** Of known net, whether or not they count. */
  known = 0;
  legs = 0;
  wins = 0;
  losses = 0;
  holdMs = 0;
  net = ZERO;
  gains = ZERO;
  falls = ZERO;
  best: Decimal | null = null;
  worst: Decimal | null = null;
  gross = ZERO;
  costs = ZERO;
  liquidation = ZERO;
  funding = ZERO;
  /** The highest and the lowest the sum stood within the span, from 0 at its start. */
  peak = ZERO;
  low = ZERO;
  /** How far the sum fell below the highest before it at most. */
  drawdown = ZERO;
  readonly bySymbol = new Map<string, SymbolSums>();
  /** Nets of the legs, by their own symbol. */
  readonly bySymbolOfLeg = new Map<string, Decimal>();

  /** Adds a result that ended after all that are in. */
  add(result: TradeResult): void {
    const { legs, isCounted, netUsd } = result;
    this.legs += legs.length;
    if (isCounted) this.counted += 1;
    if (netUsd === null) {
      if (isCounted) this.unknown += 1;
      return;
    }
    const net = decimal(netUsd);
    this.known += 1;
    this.net = this.net.plus(net);
    this.peak = maxOf(this.peak, this.net);
    this.low = minOf(this.low, this.net);
    this.drawdown = maxOf(this.drawdown, this.peak.minus(this.net));
    if (isCounted) this.addCounted(net, result.holdMs);
    const isWin = isCounted && net.gt(ZERO);
    this.addSymbol(result.symbol, { net, trades: isCounted ? 1 : 0, wins: isWin ? 1 : 0 });
    for (const leg of legs) {
      this.gross = this.gross.plus(decimal(leg.trade.grossQuote ?? '0'));
      this.costs = this.costs.plus(costsUsd(leg));
      this.liquidation = this.liquidation.plus(liquidationFeeUsd(leg));
      this.funding = this.funding.plus(decimal(leg.trade.fundingQuote));
      this.addLegSymbol(symbolOf(leg.trade), decimal(leg.netUsd ?? '0'));
    }
  }

  /** Takes in the sums of the span that follows. */
  join(next: ResultSums): this {
    this.drawdown = maxOf(maxOf(this.drawdown, next.drawdown), this.peak.minus(this.net.plus(next.low)));
    this.peak = maxOf(this.peak, this.net.plus(next.peak));
    this.low = minOf(this.low, this.net.plus(next.low));
    for (const name of ['counted', 'unknown', 'known', 'legs', 'wins', 'losses', 'holdMs'] as const)
      this[name] += next[name];
    for (const name of ['net', 'gains', 'falls', 'gross', 'costs', 'liquidation', 'funding'] as const)
      this[name] = this[name].plus(next[name]);
    if (next.best !== null) this.best = this.best === null ? next.best : maxOf(this.best, next.best);
    if (next.worst !== null) this.worst = this.worst === null ? next.worst : minOf(this.worst, next.worst);
    for (const [symbol, sums] of next.bySymbol) this.addSymbol(symbol, sums);
    for (const [symbol, net] of next.bySymbolOfLeg) this.addLegSymbol(symbol, net);
    return this;
  }

  private addCounted(net: Decimal, holdMs: number): void {
    this.holdMs += holdMs;
    this.best = this.best === null ? net : maxOf(this.best, net);
    this.worst = this.worst === null ? net : minOf(this.worst, net);
    if (net.gt(ZERO)) {
      this.wins += 1;
      this.gains = this.gains.plus(net);
    } else if (net.lt(ZERO)) {
      this.losses += 1;
      this.falls = this.falls.plus(net);
    }
  }

  private addSymbol(symbol: string, { net, trades, wins }: SymbolSums): void {
    const before = this.bySymbol.get(symbol) ?? { net: ZERO, trades: 0, wins: 0 };
    this.bySymbol.set(symbol, {
      net: before.net.plus(net),
      trades: before.trades + trades,
      wins: before.wins + wins,
    });
  }

  private addLegSymbol(symbol: string, net: Decimal): void {
    this.bySymbolOfLeg.set(symbol, (this.bySymbolOfLeg.get(symbol) ?? ZERO).plus(net));
  }
}
