import { describe, expect, it } from 'vitest';
import { DEFAULT_ARBITRAGE_SETTINGS, type ArbTrade, type TradingRecord } from '../../domain/index.ts';
import { GuardBook } from './guard-book.ts';

const T0 = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

let seq = 0;
function record(trade: Partial<ArbTrade>, atMs: number): TradingRecord {
  seq += 1;
  const whole = {
    execution: 'paper',
    pairId: 'A>B',
    startedMs: atMs,
    hedgedMs: atMs,
    result: null,
    reason: '',
    ...trade,
  };
  return { kind: 'arb', trade: whole as ArbTrade, seq, atMs };
}

/** A trade that ended with so much. */
function ended(book: GuardBook, arbId: string, netUsd: string, atMs: number): void {
  const result = { priceUsd: netUsd, feesUsd: '0', fundingUsd: '0', borrowUsd: '0', netUsd, netBps: 1 };
  book.apply(record({ arbId, state: 'hedged' }, atMs), DEFAULT_ARBITRAGE_SETTINGS);
  book.apply(record({ arbId, state: 'certified', result }, atMs), DEFAULT_ARBITRAGE_SETTINGS);
}

function losses(book: GuardBook, from: string, atMs: number): void {
  for (let nth = 0; nth < 8; nth += 1) ended(book, `${from}${nth}`, '-1', atMs);
}

describe('the breaker', () => {
  it('halts for an hour after eight losses in a row, and a gain begins anew', () => {
    const book = new GuardBook();
    for (let nth = 0; nth < 7; nth += 1) ended(book, `l${nth}`, '-1', T0);
    ended(book, 'gain', '2', T0);
    ended(book, 'loss', '-1', T0);
    expect(book.of('paper').breaker).toMatchObject({ losses: 1, haltedUntilMs: null });
    losses(book, 'm', T0);
    expect(book.of('paper').isHalted(T0 + HOUR_MS - 1)).toBe(true);
    expect(book.of('paper').isHalted(T0 + HOUR_MS)).toBe(false);
  });

  it('stays off after three halts until a person releases it', () => {
    const book = new GuardBook();
    for (const name of ['a', 'b', 'c']) losses(book, name, T0);
    expect(book.of('paper').breaker.isOff).toBe(true);
    expect(book.of('paper').isHalted(T0 + 100 * HOUR_MS)).toBe(true);
    const restored = new GuardBook(book.snapshot());
    expect(restored.of('paper').isHalted(T0 + 100 * HOUR_MS)).toBe(true);
    seq += 1;
    const release: TradingRecord = { kind: 'kill-switch', level: 0, reason: '', by: 'operator', seq, atMs: T0 };
    restored.apply(release, DEFAULT_ARBITRAGE_SETTINGS);
    expect(restored.of('paper').isHalted(T0)).toBe(false);
  });
});

describe('the sums', () => {
  it('count a trade once, however often its end is written', () => {
    const book = new GuardBook();
    ended(book, 'a', '2', T0);
    ended(book, 'a', '1.5', T0 + 1);
    expect(book.sumsOf('paper', T0)).toMatchObject({ trades: 1, wins: 1, netUsd: '1.5', executedToday: 1 });
  });

  it('forget what was executed yesterday', () => {
    const book = new GuardBook();
    ended(book, 'a', '2', T0);
    expect(book.sumsOf('paper', T0 + 24 * HOUR_MS)).toMatchObject({ trades: 1, executedToday: 0 });
  });
});

describe('the sums', () => {
  it('leave a result that is unknown out, and take it in once it is known', () => {
    const book = new GuardBook();
    const certified = (netUsd: string | null): void => {
      const known = { priceUsd: '3', fundingUsd: '0', borrowUsd: '0', netBps: null };
      const result = { ...known, feesUsd: netUsd === null ? null : '1', netUsd };
      book.apply(record({ arbId: 'x', state: 'certified', result }, T0), DEFAULT_ARBITRAGE_SETTINGS);
    };
    ended(book, 'gain', '5', T0);
    certified(null);
    expect(book.sumsOf('paper', T0)).toMatchObject({ trades: 2, unpriced: 1, wins: 1, netUsd: '5', priceUsd: '5' });
    expect(book.of('paper').breaker.losses).toBe(0);
    certified('2');
    expect(book.sumsOf('paper', T0)).toMatchObject({ trades: 2, unpriced: 0, wins: 2, netUsd: '7', feesUsd: '1' });
  });
});

describe('executed trades of a day', () => {
  it('count once each, also when the record of the hedge is stamped later than the hedge', () => {
    const book = new GuardBook();
    for (let nth = 0; nth < 6; nth += 1) {
      book.apply(record({ arbId: `t${nth}`, state: 'sent', hedgedMs: null }, T0), DEFAULT_ARBITRAGE_SETTINGS);
      book.apply(record({ arbId: `t${nth}`, state: 'hedged', hedgedMs: T0 }, T0 + 1), DEFAULT_ARBITRAGE_SETTINGS);
      book.apply(record({ arbId: `t${nth}`, state: 'imbalanced', hedgedMs: T0 }, T0 + 2), DEFAULT_ARBITRAGE_SETTINGS);
      book.apply(record({ arbId: `t${nth}`, state: 'hedged', hedgedMs: T0 }, T0 + 3), DEFAULT_ARBITRAGE_SETTINGS);
    }
    expect(book.sumsOf('paper', T0).executedToday).toBe(6);
    expect(new GuardBook(book.snapshot()).sumsOf('paper', T0).executedToday).toBe(6);
  });

  it('and results and losses do not count again for a trade that outlived a thousand others', () => {
    const book = new GuardBook();
    book.apply(record({ arbId: 'long', state: 'hedged' }, T0), DEFAULT_ARBITRAGE_SETTINGS);
    for (let nth = 0; nth < 1_100; nth += 1) ended(book, `t${nth}`, '1', T0);
    ended(book, 'long', '1', T0);
    expect(book.sumsOf('paper', T0)).toMatchObject({ executedToday: 1_101, trades: 1_101, netUsd: '1101' });
  });
});

describe('paper and live', () => {
  it('hold nothing of each other back', () => {
    const book = new GuardBook();
    losses(book, 'l', T0);
    book.apply(record({ arbId: 'n', state: 'naked' }, T0), DEFAULT_ARBITRAGE_SETTINGS);
    const paper = book.of('paper');
    const live = book.of('live');
    expect([paper.isHalted(T0), live.isHalted(T0)]).toEqual([true, false]);
    expect([paper.stabilityAt(T0).score, live.stabilityAt(T0).score]).toEqual([9, 10]);
    expect([paper.startsWithinHour(T0), live.startsWithinHour(T0)]).toEqual([9, 0]);
    expect([paper.pauseOf('A>B', T0) !== null, live.pauseOf('A>B', T0)]).toEqual([true, null]);
    expect(book.runningPauses(T0)).toEqual([expect.objectContaining({ pairId: 'A>B', mode: 'paper' })]);
    const restored = new GuardBook(book.snapshot());
    expect(restored.of('paper').isHalted(T0)).toBe(true);
    expect(restored.of('live').startsWithinHour(T0)).toBe(0);
  });

  it('keep their losses when settings are changed that say nothing of them', () => {
    const book = new GuardBook();
    ended(book, 'a', '-1', T0);
    seq += 1;
    const value = { ...DEFAULT_ARBITRAGE_SETTINGS, maxHoldMs: 1 };
    book.apply({ kind: 'arb-settings', value, by: 'operator', seq, atMs: T0 }, DEFAULT_ARBITRAGE_SETTINGS);
    expect(book.of('paper').breaker.losses).toBe(1);
  });
});
