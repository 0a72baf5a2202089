import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { buildDepth } from '../../domain/build-messages.fixture.ts';
import { decimal, SEQUENCINGS, type ArbTrade, type PlaceOrder, type Sequencing } from '../../domain/index.ts';
import { expectBooksAgree, resultsInBooks } from './arb-books.fixture.ts';
import type { Fault, FeeIn } from './arb-venue.fixture.ts';
import { performanceOf } from '../../ledger/index.ts';
import { ArbWorld, T0 } from './arb-world.fixture.ts';

/** Coins bought at BINANCE against a perp at BYBIT, and the other way round: coins of ours sold at BYBIT. */
const FORWARD = 'BTCUSDT.SPOT.BINANCE>BTCUSDT.PERP.BYBIT';
const REVERSE = 'BTCUSDT.PERP.BINANCE>BTCUSDT.SPOT.BYBIT';
const INVENTORY = '0.5';
const STEP = 0.00001;

const FAULTS: Readonly<Record<string, Fault | null>> = {
  full: null,
  partial: { kind: 'fill', frac: '0.4' },
  none: { kind: 'fill', frac: '0' },
  reject: { kind: 'reject' },
  'lost, half filled': { kind: 'lost', taken: true, frac: '0.5' },
  'lost, never there': { kind: 'lost', taken: false },
  'timeout, filled': { kind: 'silent', taken: true },
  'exception, filled': { kind: 'throw', taken: true },
};
const NAMES = Object.keys(FAULTS);
const CELLS = NAMES.flatMap((spot) => NAMES.map((perp) => ({ spot, perp })));
const PAIRS = { forward: FORWARD, reverse: REVERSE } as const;
type Way = keyof typeof PAIRS;

function isFirst({ clientOrderId }: PlaceOrder): boolean {
  return /^Pa[0-9a-z]{11}[bs]e01/.test(clientOrderId);
}

function newWorld(feeIn: FeeIn = 'base'): ArbWorld {
  const bnb = buildInstrument({ venue: 'BINANCE', kind: 'spot', baseAsset: 'BNB' });
  const plain = new ArbWorld();
  const world = feeIn === 'BNB' ? new ArbWorld({ instruments: [...plain.instruments, bnb] }) : plain;
  if (feeIn === 'BNB') world.engine.store.onBookSnapshot(4, buildDepth([[5_999, 1]], [[6_001, 1]]), T0);
  for (const venue of world.venues) {
    venue.give('BTC', INVENTORY);
    if (feeIn === 'BNB') venue.give('BNB', '1');
    venue.feeIn = feeIn;
  }
  return world;
}

/** What a trade moved the coins by, whole, and the perps. */
function moved(world: ArbWorld): { readonly coins: number; readonly perps: number } {
  const coins = world.venues.reduce((sum, venue) => sum.plus(venue.cashOf('BTC')).minus(INVENTORY), decimal('0'));
  const perps = world.held().reduce((sum, qty) => sum.plus(decimal(qty)), decimal('0'));
  return { coins: Number(coins), perps: Number(perps) };
}

function expectProven(world: ArbWorld): void {
  const trade = world.trade();
  const { coins, perps } = moved(world);
  expect(['hedged', 'certified', 'aborted']).toContain(trade.state);
  expect(trade.certificates.at(-1)).toMatchObject({ ok: true, kind: trade.state === 'hedged' ? 'hedged' : 'flat' });
  // 5 USD is the least that BINANCE and BYBIT sell of a coin here.
  expect(Math.abs(coins + perps)).toBeLessThan(5.1 / 60_000);
  if (trade.state !== 'hedged') expect(perps).toBe(0);
  expect(world.errors).toEqual([]);
  expectBooksAgree(world);
  expect(world.recordsOf('event').filter(({ severity }) => severity === 'CRITICAL')).toEqual([]);
}

async function play(world: ArbWorld, way: Way, sequencing: Sequencing = 'parallel'): Promise<void> {
  const done = await world.execute({ opportunityId: PAIRS[way], sequencing });
  if (!done.ok) throw new Error(`${done.error.code} ${done.error.detail}`);
  if (sequencing === 'maker-taker') {
    await world.pass(200);
    for (const venue of world.venues) for (const id of venue.restingIds()) venue.hit(id, '0.006');
  }
  await world.settle(60_000);
}

async function close(world: ArbWorld): Promise<ArbTrade> {
  await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
  await world.settle(10_000);
  await world.pass(500);
  return world.trade();
}

describe.each(['forward', 'reverse'] as const)('every outcome of both first orders, spot and perp, %s', (way) => {
  const spotAt = way === 'forward' ? 0 : 1;

  it.each(CELLS)('spot $spot, perp $perp: ends hedged or flat by the word of both venues', async ({ spot, perp }) => {
    const world = newWorld();
    await world.start();
    world.venues[spotAt].faultOf = (order) => (isFirst(order) ? (FAULTS[spot] ?? null) : null);
    world.venues[spotAt === 0 ? 1 : 0].faultOf = (order) => (isFirst(order) ? (FAULTS[perp] ?? null) : null);
    await play(world, way);
    expectProven(world);
    if (world.trade().state !== 'hedged') return;
    expect(await close(world)).toMatchObject({ state: 'certified' });
    expectProven(world);
  });

  it.each(SEQUENCINGS)('fills in parts are hedged and closed, %s', async (sequencing) => {
    const world = newWorld();
    await world.start();
    const part: Fault = { kind: 'fill', frac: '0.5' };
    for (const venue of world.venues) venue.faultOf = (order) => (isFirst(order) ? part : null);
    await play(world, way, sequencing);
    expectProven(world);
    if (world.trade().state === 'hedged') expect(await close(world)).toMatchObject({ state: 'certified' });
    expectProven(world);
  });

  it.each(['parallel', 'thin-first', 'maker-taker'] as const)(
    'a process that dies after every third record ends flat and sends nothing twice, %s',
    async (sequencing) => {
      const life = async (crashAfter: number | null): Promise<ArbWorld> => {
        const world = newWorld();
        world.crashAfter = crashAfter;
        world.venues[spotAt].faultOf = (order) => (isFirst(order) ? { kind: 'fill', frac: '0.4' } : null);
        await world.start();
        await world.execute({ opportunityId: PAIRS[way], sequencing });
        await world.pass(200);
        for (const venue of world.venues) for (const id of venue.restingIds()) venue.hit(id, '0.006');
        for (let tries = 0; tries < 6 && world.hasTrade() && !world.isOver(); tries += 1) {
          await world.settle(40_000);
          if (world.trade().state === 'hedged') await close(world);
          else await world.pass(1_000);
        }
        return world;
      };
      const whole = await life(null);
      const first = whole.journal.records.findIndex(({ kind }) => kind === 'arb');
      let trades = 0;
      for (let record = first; record < whole.journal.records.length; record += 3) {
        const world = await life(record);
        if (!world.hasTrade()) continue;
        trades += 1;
        expect({ record, over: world.isOver() }).toEqual({ record, over: true });
        expectProven(world);
        for (const venue of world.venues) {
          const ids = venue.placed.map(({ clientOrderId }) => clientOrderId);
          expect(new Set(ids).size).toBe(ids.length);
        }
      }
      expect(trades).toBeGreaterThan(4);
    },
    60_000,
  );
});

describe('coins of ours that are sold and bought back', () => {
  it.each(['base', 'quote', 'BNB'] as const)(
    'are all there again, or a dust that is told: fee in %s',
    async (feeIn) => {
      const world = newWorld(feeIn);
      await world.start();
      await play(world, 'reverse');
      expect(world.trade()).toMatchObject({ state: 'hedged', sell: { market: 'spot', heldBefore: INVENTORY } });
      expect(Number(world.venues[1].cashOf('BTC'))).toBeCloseTo(0.49, 9);
      const trade = await close(world);
      await world.pass(15_000);
      expect(world.trade()).toMatchObject({ state: 'certified' });
      const back = Number(world.venues[1].cashOf('BTC')) - Number(INVENTORY);
      expect(Math.abs(back)).toBeLessThan(STEP);
      const told = world.fold.state.dust.list().reduce((sum, { qtyBase }) => sum + Number(qtyBase), 0);
      expect(told).toBeCloseTo(back, 12);
      expectBooksAgree(world);
      const flat = trade.certificates.at(-1);
      expect(flat?.legs.find(({ key }) => key === 'sell')).toMatchObject({ before: INVENTORY });
      expect(flat).toMatchObject({ kind: 'flat', ok: true });
    },
  );

  it('are not sold when there are too few of them', async () => {
    const world = new ArbWorld();
    await world.start();
    expect(await world.execute({ opportunityId: REVERSE })).toMatchObject({
      ok: false,
      error: { code: 'RISK_FREE_MARGIN' },
    });
  });
});

describe('dust in the books', () => {
  /** A minimum over what the step leaves: rests are dust, and a later trade takes them along. */
  const coarse = (): ArbWorld => {
    const world = new ArbWorld({
      instruments: [
        buildInstrument({ venue: 'BINANCE', kind: 'spot', qtyStep: '0.001', qtyMin: '0.001' }),
        buildInstrument({ venue: 'BYBIT', kind: 'perp' }),
      ],
    });
    world.venues[0].feeIn = 'base';
    return world;
  };

  it('five won spot trades are five wins, with the same money everywhere', async () => {
    const world = newWorld();
    await world.start();
    for (let n = 0; n < 5; n += 1) {
      world.show(1, 60_300);
      await play(world, 'forward');
      world.show(1, 59_900);
      expect(await close(world)).toMatchObject({ state: 'certified' });
      await world.pass(15_000);
      expectBooksAgree(world);
    }
    const { wins, trades, netUsd } = world.fold.state.guards.sumsOf('live', world.clock.nowMs());
    const figures = performanceOf(resultsInBooks(world));
    expect({ wins, trades }).toEqual({ wins: 5, trades: 5 });
    expect(figures).toMatchObject({ wins: 5, totalTrades: 5, winRateFrac: 1 });
    const dust = resultsInBooks(world).filter(({ isCounted }) => !isCounted);
    const ofDust = dust.reduce((sum, each) => sum.plus(decimal(each.netUsd!)), decimal('0'));
    expect(decimal(figures.netUsd).minus(ofDust).minus(decimal(netUsd)).abs().lt('0.000000001')).toBe(true);
    expect(world.core!.context.ledger.accounts().flatMap((books) => books.positions())).toEqual([]);
  });

  it('that leaves with a later trade is a sale of its own, at its own cost', async () => {
    const world = coarse();
    await world.start();
    let sold = 0;
    for (let n = 0; n < 4; n += 1) {
      world.show(0, 60_000 + n * 3_000);
      world.show(1, 60_300 + n * 3_000);
      await play(world, 'forward');
      expect(await close(world)).toMatchObject({ state: 'certified' });
      await world.pass(15_000);
      expectBooksAgree(world);
      sold = resultsInBooks(world).filter(({ legs }) => legs[0]?.trade.isDust === true).length;
    }
    expect(sold).toBeGreaterThan(0);
  });

  it('and a halt after losing pairs stands in the status of arbitrage, with its end', async () => {
    const world = newWorld('quote');
    await world.start();
    const value = { lossStreakMax: 2 };
    await world.during(world.core!.call('set-setting', { name: 'risk-limits', value, by: 'operator' }));
    for (let n = 0; n < 2; n += 1) {
      world.show(1, 60_300);
      await play(world, 'forward');
      expect(world.arbitrage!.view().halt).toBeNull();
      world.show(1, 60_600);
      expect(await close(world)).toMatchObject({ state: 'certified' });
      await world.pass(15_000);
    }
    const { halt, guards } = world.arbitrage!.view();
    expect(halt).toMatchObject({ by: 'loss-streak', untilMs: expect.any(Number) });
    expect(guards.live.halt).toEqual(halt);
    expect(guards.live.breaker.losses).toBe(2);
    world.show(1, 60_300);
    expect(await world.execute({ opportunityId: FORWARD })).toMatchObject({ error: { code: 'RISK_LOSS_STREAK' } });
  });

  it('is the same after a restart in the middle of it', async () => {
    const world = newWorld();
    await world.start();
    await play(world, 'forward');
    await world.restart();
    expect(await close(world)).toMatchObject({ state: 'certified' });
    await world.restart();
    expectBooksAgree(world);
  });
});

describe('the fee of a spot buy', () => {
  it.each(['base', 'quote', 'BNB'] as const)(
    'is bought on top from the first fill on just where it is paid in coins: %s',
    async (feeIn) => {
      const world = newWorld(feeIn);
      await world.start();
      const bought = async (): Promise<string | undefined> => {
        await play(world, 'forward');
        const { arbId } = world.trade();
        await close(world);
        await world.pass(15_000);
        return (
          world.venues[0].placed.find(({ clientOrderId }) => clientOrderId.startsWith(`P${arbId}be01`))?.qtyBase ?? ''
        );
      };
      // Taken for coins before the first fill: 0.01 / (1 - 0.0005), on the step.
      expect(await bought()).toBe('0.01001');
      expect(await bought()).toBe(feeIn === 'base' ? '0.01001' : '0.01');
      await world.restart();
      expect(await bought()).toBe(feeIn === 'base' ? '0.01001' : '0.01');
      expectProven(world);
    },
  );

  it('that turns out to be paid otherwise leaves too many coins, which are given back where an order can', async () => {
    const fine = { kind: 'spot', qtyStep: '0.000001', qtyMin: '0.000001', notionalMin: '0.1' } as const;
    const world = new ArbWorld({
      instruments: [buildInstrument({ ...fine, venue: 'BINANCE' }), buildInstrument({ venue: 'BYBIT' })],
    });
    world.venues[0].feeIn = 'quote';
    await world.start();
    await play(world, 'forward');
    expect(world.trade()).toMatchObject({
      state: 'hedged',
      repairs: [{ kind: 'trim', leg: 'buy', qtyBase: '0.000006' }],
    });
    expect([world.venues[0].cashOf('BTC').toString(), world.held()]).toEqual(['0.01', ['-0.01']]);
    expect(await close(world)).toMatchObject({ state: 'certified' });
    expect(world.venues[0].cashOf('BTC').toString()).toBe('0');
  });
});
