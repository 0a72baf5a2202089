import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildDepth } from '../../domain/build-messages.fixture.ts';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { MarketStore } from '../../market-data/index.ts';
import { CoreWorld, T0 } from './core-world.fixture.ts';
import { MarketEyes } from './market-eyes.ts';

let world: CoreWorld;

beforeEach(async () => {
  world = new CoreWorld();
  await world.start();
  world.show(60_000, 60_001);
});

afterEach(() => world.stop());

/** The gates that block an order now. */
async function blocked(): Promise<Readonly<Record<string, string>>> {
  const preview = await world.preview();
  const gates = preview.ok ? preview.value.gates : [];
  return Object.fromEntries(gates.filter(({ ok }) => !ok).map(({ gate, detail }) => [gate, detail]));
}

describe('a venue that says nothing while its sockets are open', () => {
  it('holds new risk: its feed counts as down as soon as its book is too old', async () => {
    expect(await blocked()).toEqual({});
    await world.pass(2_100);
    const held = await blocked();
    expect(held['book-age']).toMatch(/^the book is \d+ ms old/);
    expect(held['venue-health']).toBe('BINANCE: the market feed is down');
    world.show(60_000, 60_001);
    expect(await blocked()).toEqual({});
  });

  it('fills no paper order: one that closes waits, ends without a fill, and is filled when the venue is heard', async () => {
    expect(await world.trade()).toMatchObject({ ok: true, value: { order: { state: 'filled' } } });
    await world.pass(2_100);
    const [position] = world.running().view().positions;
    const close = () =>
      world.during(world.running().call('close-position', { positionId: position?.id ?? '', by: 'operator' }));
    await close();
    await world.pass(3_000);
    expect(world.running().view().positions).toMatchObject([{ qtyBase: '0.01' }]);
    const told = () => world.journal.records.filter((row) => row.kind === 'event' && row.event === 'close_unfilled');
    expect(told()).toMatchObject([
      {
        severity: 'WARN',
        symbol: 'BTCUSDT',
        venues: ['BINANCE'],
        text: expect.stringMatching(/0 filled .*no live book/),
      },
    ]);
    world.show(59_000, 59_001);
    await close();
    await world.pass(500);
    expect(world.running().view().positions).toEqual([]);
    await world.pass(1_000);
    expect(told()).toHaveLength(1);
  });

  it('is told of an open position as of a book that is not live', async () => {
    await world.trade();
    await world.pass(9_000);
    expect(world.running().view().state.darkBooks).toMatchObject([
      { venue: 'BINANCE', symbol: 'BTCUSDT', follows: null },
    ]);
    const told = world.journal.records.filter((record) => record.kind === 'event' && record.event === 'book_dark');
    expect(told).toHaveLength(1);
  });
});

describe('the precheck of a venue without a price', () => {
  const checked = async () => {
    const request = {
      symbol: 'BTCUSDT',
      mode: 'SCALP',
      venues: ['BINANCE'],
      qtyBase: null,
      notionalUsd: '605',
    } as const;
    const done = await world.during(world.running().call('precheck', request));
    if (!done.ok) throw new Error(done.error.detail);
    return done.value;
  };

  it('tells every gate, so that a cooldown is seen as well, and suggests no quantity', async () => {
    const cooldown = {
      symbol: 'BTCUSDT',
      venue: 'BINANCE',
      action: 'trade',
      durationMs: 60_000,
      by: 'operator',
    } as const;
    await world.during(world.running().call('set-cooldown', cooldown));
    const before = await checked();
    expect(before.suggestedQtyBase).not.toBeNull();
    expect(before.decisions.filter(({ ok }) => !ok).map(({ gate }) => gate)).toEqual(['cooldown']);
    world.store.onBookReset(0, 'disconnected', world.clock.nowMs());
    const { isAllowed, suggestedQtyBase, decisions } = await checked();
    expect({ isAllowed, suggestedQtyBase }).toEqual({ isAllowed: false, suggestedQtyBase: null });
    expect(decisions.map(({ gate }) => gate)).toEqual(before.decisions.map(({ gate }) => gate));
    const refused = decisions.filter(({ ok }) => !ok);
    expect(refused.map(({ gate }) => gate)).toEqual(expect.arrayContaining(['book-age', 'cooldown']));
    expect(refused.find(({ gate }) => gate === 'book-age')).toMatchObject({ code: 'RISK_BOOK_STALE' });
  });
});

describe('a quiet book', () => {
  const BTC = buildInstrument();
  const ETH = buildInstrument({ baseAsset: 'ETH' });
  const SPOT = buildInstrument({ baseAsset: 'SOL', kind: 'spot' });
  const ELSEWHERE = buildInstrument({ venue: 'OKX' });

  it('is as good as ever while another of its venue and market moves, and by no other', () => {
    const store = new MarketStore([BTC, ETH, SPOT, ELSEWHERE], {
      isQuoteChecked: false,
      listener: { onTopChanged: () => undefined, onResyncNeeded: () => undefined },
    });
    const eyes = new MarketEyes(store);
    const depth = buildDepth([[600_000, 5]], [[600_001, 5]]);
    for (let ix = 0; ix < 4; ix += 1) store.onBookSnapshot(ix, depth, T0);
    expect(eyes.isBookCurrent(BTC.id, T0 + 2_000)).toBe(true);
    expect(eyes.isBookCurrent(BTC.id, T0 + 2_001)).toBe(false);
    for (const ix of [2, 3]) store.onBookAlive(ix, T0 + 5_000, T0 + 5_000);
    expect(eyes.isBookCurrent(BTC.id, T0 + 5_000)).toBe(false);
    store.onBookDelta(1, buildDepth([[600_000, 4]], []), T0 + 5_000);
    expect(eyes.isBookCurrent(BTC.id, T0 + 5_000)).toBe(true);
    store.onBookReset(0, 'sequence-gap', T0 + 5_000);
    expect(eyes.isBookCurrent(BTC.id, T0 + 5_000)).toBe(false);
  });
});
