import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { decimal, toDecimalString } from '../domain/index.ts';
import { netQuoteOf, type ClosedTrade } from './closed-trade.ts';
import { performanceOf, type Performance } from './performance.ts';
import { ResultBook, type BookInput } from './result-book.ts';
import type { ResultSpan } from './result-span.ts';
import { costsUsd, liquidationFeeUsd } from './trade-costs.ts';
import { knownLegs, resultsOf, type RatedTrade, type TradeResult } from './trade-results.ts';

/** In words: after any sequence of closes, late fees, removals, archiving, prices and restarts the figures are those of all trades made anew. */
const T0 = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] as const;
const ACCOUNTS = ['OKX:paper', 'BYBIT:paper'] as const;

const amount = fc.integer({ min: -900, max: 900 }).map((n) => toDecimalString(decimal(n).div(100)));
const close = fc.record({
  kind: fc.constant('close' as const),
  hour: fc.integer({ min: 0, max: 240 }),
  holdHours: fc.integer({ min: 0, max: 30 }),
  account: fc.constantFrom(...ACCOUNTS),
  symbol: fc.constantFrom(...SYMBOLS),
  gross: fc.option(amount, { nil: null, freq: 8 }),
  fees: amount,
  other: amount,
  coinFee: fc.option(amount, { nil: null, freq: 2 }),
  arb: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
  isDust: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});
const at = fc.nat({ max: 60 });
const step = fc.oneof(
  { arbitrary: close, weight: 6 },
  fc.record({ kind: fc.constant('late-fee' as const), at, fees: amount, laterHours: fc.constantFrom(0, 0, 26) }),
  fc.record({ kind: fc.constant('remove' as const), at }),
  fc.record({ kind: fc.constant('archive' as const), account: fc.constantFrom(...ACCOUNTS) }),
  fc.record({ kind: fc.constant('price' as const), price: fc.option(amount, { nil: null }) }),
  fc.record({ kind: fc.constant('open-arb' as const), arb: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('restart' as const) }),
  fc.record({ kind: fc.constant('oldest-forgotten' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class World {
  trades: readonly ClosedTrade[] = [];
  price: string | null = '2';
  readonly open = new Set<string>();
  private nextId = 1;

  apply(given: Step): void {
    const picked = given.kind === 'late-fee' || given.kind === 'remove' ? this.trades[given.at] : undefined;
    if (given.kind === 'close') this.set([...this.trades, this.closed(given)]);
    if (given.kind === 'late-fee' && picked !== undefined) {
      const closeMs = picked.closeMs + given.laterHours * HOUR_MS;
      this.set(this.trades.map((each) => (each === picked ? { ...each, feesQuote: given.fees, closeMs } : each)));
    }
    if (given.kind === 'remove') this.set(this.trades.filter((each) => each !== picked));
    if (given.kind === 'archive') this.set(this.trades.filter((each) => each.account !== given.account));
    if (given.kind === 'oldest-forgotten') this.set(this.trades.slice(1));
    if (given.kind === 'price') this.price = given.price;
    if (given.kind === 'open-arb' && !this.open.delete(`a${given.arb}`)) this.open.add(`a${given.arb}`);
  }

  input(): BookInput {
    const priceOf = (): string | null => this.price;
    return {
      trades: this.trades,
      openArbIds: new Set(this.open),
      priceOf,
      rate: (trade) => ({ trade, netUsd: netQuoteOf(trade, priceOf) }),
    };
  }

  anew(): readonly TradeResult[] {
    return resultsOf(this.trades.map(this.input().rate), this.open);
  }

  private set(trades: readonly ClosedTrade[]): void {
    this.trades = trades.toSorted((a, b) => a.closeMs - b.closeMs || (a.tradeId < b.tradeId ? -1 : 1));
  }

  private closed(given: Extract<Step, { kind: 'close' }>): ClosedTrade {
    const closeMs = T0 + given.hour * HOUR_MS;
    const id = String((this.nextId += 1)).padStart(4, '0');
    return {
      tradeId: `${given.account}|${given.symbol}|${id}`,
      account: given.account,
      instrumentId: `${given.symbol}.PERP.${given.account.startsWith('OKX') ? 'OKX' : 'BYBIT'}`,
      quoteAsset: 'USDT',
      side: 'LONG',
      openMs: closeMs - given.holdHours * HOUR_MS,
      closeMs,
      holdMs: given.holdHours * HOUR_MS,
      qtyBase: '1',
      avgEntryPx: '1',
      avgExitPx: '1',
      grossQuote: given.gross,
      feesQuote: given.fees,
      otherFees: given.coinFee === null ? [] : [{ asset: 'BNB', amount: given.coinFee }],
      fundingQuote: '0.1',
      otherQuote: given.other,
      source: 'operator',
      entryOrders: 1,
      ...(given.arb === null ? {} : { arbId: `a${given.arb}` }),
      ...(given.isDust ? { isDust: true as const } : {}),
    };
  }
}

type Figures = Omit<Performance, 'equity'>;

function figuresOf(span: ResultSpan): Figures {
  const { sums } = span;
  const rated = sums.counted - sums.unknown;
  return {
    totalTrades: sums.counted,
    unknownTrades: sums.unknown,
    wins: sums.wins,
    winRateFrac: rated === 0 ? null : sums.wins / rated,
    netUsd: toDecimalString(sums.net),
    bestUsd: sums.best === null ? null : toDecimalString(sums.best),
    worstUsd: sums.worst === null ? null : toDecimalString(sums.worst),
    avgHoldMs: rated === 0 ? null : Math.round(sums.holdMs / rated),
    daily: span.daily(),
    maxDrawdownUsd: toDecimalString(sums.drawdown),
    sharpe: span.sharpe(),
    bySymbol: span.bySymbol(),
  };
}

function expectSame(span: ResultSpan, results: readonly TradeResult[]): void {
  const { equity, ...figures } = performanceOf(results);
  expect(figuresOf(span)).toEqual(figures);
  const legs = knownLegs(results);
  const sum = (pick: (leg: RatedTrade) => string): string =>
    toDecimalString(legs.reduce((total, leg) => total.plus(decimal(pick(leg))), decimal(0)));
  const { sums } = span;
  expect(toDecimalString(sums.gross)).toBe(sum(({ trade }) => trade.grossQuote ?? '0'));
  expect(toDecimalString(sums.funding)).toBe(sum(({ trade }) => trade.fundingQuote));
  expect(toDecimalString(sums.costs)).toBe(sum((leg) => toDecimalString(costsUsd(leg))));
  expect(toDecimalString(sums.liquidation)).toBe(sum((leg) => toDecimalString(liquidationFeeUsd(leg))));
  const points = equity.map(({ atMs, netUsd }) => ({ atMs, netUsd }));
  const course = (max: number) => span.course(max).map(({ atMs, net }) => ({ atMs, netUsd: toDecimalString(net) }));
  expect(course(1_000)).toEqual(points);
  expect(course(3)).toEqual(points.filter((_, n) => (points.length - 1 - n) % Math.ceil(points.length / 3) === 0));
  const moments = Array.from({ length: 40 }, (_, n) => T0 + n * 7 * HOUR_MS);
  const until = moments.map((ms) => points.findLast(({ atMs }) => atMs <= ms)?.netUsd ?? '0');
  expect(span.sumsAt(moments).map(toDecimalString)).toEqual(until);
  const all = results.flatMap((result) => result.legs).sort((a, b) => b.trade.closeMs - a.trade.closeMs);
  expect(sums.legs).toBe(all.length);
  for (const [offset, limit] of [
    [0, 5],
    [3, 4],
    [0, 100],
    [200, 5],
  ] as const)
    expect(span.newestLegs({ offset, limit })).toEqual(all.slice(offset, offset + limit));
}

const isWon = ({ netUsd, isCounted }: TradeResult): boolean =>
  isCounted && netUsd !== null && decimal(netUsd).gt(decimal(0));

describe('ResultBook', () => {
  test.prop([fc.array(step, { minLength: 1, maxLength: 60 }), fc.nat({ max: 260 }), fc.nat({ max: 260 })], {
    numRuns: 60,
  })('says of every span what all trades made anew say', (steps, one, other) => {
    const world = new World();
    let [book, won] = [new ResultBook(), new ResultBook({ isKept: isWon })];
    const [fromMs, untilMs] = [T0 + Math.min(one, other) * HOUR_MS, T0 + Math.max(one, other) * HOUR_MS];
    const isInSpan = ({ closeMs }: TradeResult): boolean => closeMs >= fromMs && closeMs <= untilMs;
    for (const [n, given] of steps.entries()) {
      world.apply(given);
      if (given.kind === 'restart') [book, won] = [new ResultBook(), new ResultBook({ isKept: isWon })];
      // Several changes may come at once.
      if (n % 3 === 1 && n < steps.length - 1) continue;
      const anew = world.anew();
      book.update(world.input());
      expectSame(book.whole(), anew);
      expectSame(book.span(fromMs, untilMs), anew.filter(isInSpan));
      expectSame(
        won.update(world.input()).span(fromMs, Number.POSITIVE_INFINITY),
        anew.filter((result) => isWon(result) && result.closeMs >= fromMs),
      );
    }
  });
});
