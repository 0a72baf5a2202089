import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { decimal, toDecimalString, type Fill, type TradingFact } from '../domain/index.ts';
import { equityOf, unrealisedUsd } from './account-worth.ts';
import { Ledger } from './ledger.ts';
import { books, fill, fold, income, PAPER, PERP, records, SPOT, T0, usdt } from './stories/build-ledger.fixture.ts';

/**
 * In words, for any sequence of fills of a perp:
 * - realised gains plus what is open at any price equal the money of the fills alone, to the last digit;
 * - cash is that realised sum less fees plus funding, and equity is cash plus unrealised;
 * - the trades closed and the round open hold every fee, every gain and every funding exactly once;
 * - telling the fills in any order (within the tail) gives the same books.
 * For any sequence of spot fills: equity at a price is the coins at that price plus the quote that moved.
 * The reference works on integers of 10^-18 and knows no average price.
 */
const DIGITS = 18;
const SCALE = 10n ** BigInt(DIGITS);

/** Reads a decimal text as an integer of 10^-18. */
function units(text: string): bigint {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole) * SCALE + BigInt(part.padEnd(DIGITS, '0').slice(0, DIGITS));
  return text.startsWith('-') ? -value : value;
}

const cents = (min: number, max: number, digits: number) =>
  fc.integer({ min, max }).map((n) => toDecimalString(decimal(n).div(10 ** digits)));
const step = fc.record({
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  qtyBase: cents(1, 5_000, 3),
  px: cents(1, 2_000_000, 2),
  fee: cents(-500, 5_000, 5),
  funding: fc.option(cents(-900, 900, 4), { nil: null, freq: 4 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const steps = fc.array(step, { minLength: 1, maxLength: 40 });

function factsOf(given: readonly Step[], instrumentId: Fill['instrumentId'] = PERP): TradingFact[] {
  return given.flatMap((s, i) => {
    const venueMs = T0 + i * 10;
    const { funding, ...rest } = s;
    const facts = [fill({ fillId: String(i + 1), instrumentId, venueMs, ...rest })];
    if (funding !== null) facts.push(income({ incomeId: `f${i}`, amount: funding, venueMs: venueMs + 5 }));
    return facts;
  });
}

/** The money of the fills and what is left of the coins, in integers; fees and funding apart. */
function reference(given: readonly Step[], px: string): { worth: bigint; fees: bigint; funding: bigint } {
  let money = 0n;
  let coins = 0n;
  let fees = 0n;
  let funding = 0n;
  for (const s of given) {
    const signed = (s.side === 'BUY' ? 1n : -1n) * units(s.qtyBase);
    coins += signed;
    money -= signed * units(s.px);
    fees += units(s.fee);
    funding += units(s.funding ?? '0');
  }
  return { worth: money + coins * units(px), fees, funding };
}

describe('Ledger', () => {
  test.prop([steps, cents(1, 2_000_000, 2)], { numRuns: 400 })(
    'loses no digit of what the fills moved',
    (given, px) => {
      const ledger = books(factsOf(given));
      const { worth, fees, funding } = reference(given, px);
      const unrealised = decimal(unrealisedUsd(ledger, { markOf: () => px, priceUsd: usdt, kinds: ['perp'] })!);
      const result = ledger.realised().get('USDT').plus(unrealised);
      expect(result.times(SCALE.toString()).times(SCALE.toString()).eq(worth.toString())).toBe(true);
      const equity = equityOf(ledger, () => px, usdt)!;
      const expected = decimal(worth.toString())
        .div(SCALE.toString())
        .plus(decimal((funding - fees).toString()))
        .div(SCALE.toString());
      expect(toDecimalString(decimal(equity.cashUsd).plus(decimal(equity.unrealisedUsd)))).toBe(
        toDecimalString(expected),
      );
    },
  );

  test.prop([steps], { numRuns: 200 })('puts every gain, fee and funding into exactly one round', (given) => {
    const ledger = books(factsOf(given));
    const open = ledger.positions();
    const sum = (parts: readonly (string | null)[]) =>
      parts.reduce((total, part) => total.plus(decimal(part!)), decimal(0));
    const trades = ledger.closedTrades();
    const gross = sum([...trades.map((t) => t.grossQuote), ...open.map((p) => p.realisedQuote)]);
    const fees = sum([...trades.map((t) => t.feesQuote), ...open.map((p) => p.feesQuote)]);
    expect(gross.eq(ledger.realised().get('USDT'))).toBe(true);
    expect(fees.eq(ledger.feesCharged.get('USDT'))).toBe(true);
    if (open.length === 1 && trades.length === 0) {
      expect(open[0]!.fundingQuote).toBe(toDecimalString(ledger.income('funding').get('USDT')));
    }
  });

  test.prop([steps, fc.integer({ min: 0, max: 2 ** 31 })], { numRuns: 200 })(
    'gives the same books for any order of telling',
    (given, seed) => {
      const inOrder = factsOf(given.slice(0, 25));
      const shuffled = inOrder
        .map((fact, i) => ({ fact, key: (Math.imul(i + 1, 2_654_435_761) ^ seed) >>> 0 }))
        .sort((a, b) => a.key - b.key)
        .map((row) => row.fact);
      const [one, other] = [books(inOrder), books(shuffled)];
      expect(other.closedTrades()).toEqual(one.closedTrades());
      expect(other.positions()).toEqual(one.positions());
      expect(other.cash.rows()).toEqual(one.cash.rows());
    },
  );

  test.prop([steps, cents(1, 2_000_000, 2), fc.constantFrom('USDT', 'BTC')], { numRuns: 200 })(
    'values spot at the coins held plus the quote that moved',
    (given, px, feeAsset) => {
      const facts = factsOf(
        given.map((s) => ({ ...s, funding: null })),
        SPOT,
      ).map((fact) => (fact.kind === 'fill' ? { ...fact, fill: { ...fact.fill, feeAsset } } : fact));
      const ledger = books(facts);
      const priceOf = (asset: string) => (asset === 'BTC' ? px : usdt(asset));
      const { worth, fees } = reference(given, px);
      const feeWorth = decimal(fees.toString()).times(feeAsset === 'BTC' ? decimal(px) : 1);
      const expected = decimal(worth.toString()).div(SCALE.toString()).minus(feeWorth).div(SCALE.toString());
      expect(equityOf(ledger, () => px, priceOf)!.cashUsd).toBe(toDecimalString(expected));
      const parts = ledger
        .realised()
        .get('USDT')
        .plus(ledger.uncovered().get('USDT'))
        .minus(ledger.feesCost.get('USDT'));
      const cost = ledger.positions().reduce((sum, p) => sum.plus(decimal(p.costQuote)), decimal(0));
      expect(parts.minus(cost).eq(ledger.cash.totals().get('USDT'))).toBe(true);
    },
  );

  test.prop([steps, fc.nat()], { numRuns: 100 })('goes on from a snapshot as if nothing had happened', (given, at) => {
    const all = records(factsOf(given));
    const cut = at % (all.length + 1);
    const before = new Ledger();
    for (const record of all.slice(0, cut)) before.apply(record);
    const after = Ledger.restore(JSON.parse(JSON.stringify(before.snapshot())));
    for (const record of all.slice(cut)) after.apply(record);
    expect(after.snapshot()).toEqual(fold(factsOf(given)).snapshot());
    expect(after.account(PAPER)).not.toBeNull();
  });
});
