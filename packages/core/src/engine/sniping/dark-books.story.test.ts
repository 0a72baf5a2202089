import { afterEach, describe, expect, it } from 'vitest';
import { MarkMessage, QuoteMessage } from '../../domain/index.ts';
import { wish as orderWish } from '../trading/core-world.fixture.ts';
import { SnipingWorld } from './sniping-world.fixture.ts';

const worlds: SnipingWorld[] = [];

const wish = {
  orderId: 'T1',
  venue: null,
  symbol: 'BTCUSDT',
  side: 'BUY',
  entryPx: '60000',
  qtyBase: '0.01',
  initialTakeProfitPx: '60300',
  trailingDistanceFrac: 0.002,
  maxTrailingFrac: 0.05,
  by: 'operator',
} as const;

afterEach(() => {
  for (const world of worlds.splice(0)) world.crash();
});

async function newWorld(isLive = true): Promise<SnipingWorld> {
  const world = new SnipingWorld({ isLive });
  worlds.push(world);
  await world.start();
  await world.pass(1_200);
  return world;
}

async function buy(world: SnipingWorld): Promise<void> {
  const { core } = world;
  if (core === null) throw new Error('no core');
  const preview = await world.during(core.call('preview-order', { ...orderWish(), leverage: 1 }));
  if (!preview.ok) throw new Error(preview.error.detail);
  await world.during(core.call('execute-order', { previewId: preview.value.previewId, by: 'operator' }));
  await world.pass(1_000);
}

/** Books of both venues are gone; the venue goes on at `bid`. */
function goDark(world: SnipingWorld, bid: number): void {
  for (const ix of [0, 1]) world.store.onBookReset(ix, 'disconnected', world.clock.nowMs());
  world.venue.show(bid, bid + 0.1);
}

function mark(world: SnipingWorld, px: number): void {
  const message = new MarkMessage();
  message.markPx = px;
  world.venue.show(px, px + 0.1);
  world.store.onMark(0, message, world.clock.nowMs());
}

function quote(world: SnipingWorld, bid: number): void {
  const message = new QuoteMessage();
  message.bidTicks = bid * 10;
  message.askTicks = bid * 10 + 1;
  message.bidQty = 1;
  message.askQty = 1;
  message.venueMs = world.clock.nowMs();
  world.venue.show(bid, bid + 0.1);
  world.store.onQuote(0, message, world.clock.nowMs());
}

const shown = (world: SnipingWorld) => world.sniping?.view().trailing[0];

async function trailing(world: SnipingWorld): Promise<void> {
  await buy(world);
  await world.call('trailing-create', wish);
  await world.call('trailing-start', { orderId: 'T1', by: 'operator' });
  world.show(60_600);
  await world.pass(1_500);
  expect(shown(world)).toMatchObject({ state: 'trailing', currentTakeProfitPx: '60478.8499', warning: null });
}

describe('a trailing order whose book is not live', () => {
  it('says so, shouts after 5 s, and is silent again with the book', async () => {
    const world = await newWorld();
    await trailing(world);
    await world.pass(6_000);
    goDark(world, 60_600);
    await world.pass(3_000);
    expect(shown(world)).toMatchObject({ state: 'trailing', reason: expect.stringContaining('its book is not live') });
    expect(world.core?.view().state.darkBooks).toMatchObject([{ venue: 'BINANCE', symbol: 'BTCUSDT' }]);
    expect(events(world)).toEqual([]);
    await world.pass(4_000);
    expect(shown(world)).toMatchObject({ warning: 'its book is not live and no other price is fresh: it waits' });
    expect(events(world)).toMatchObject([{ severity: 'WARN', symbol: 'BTCUSDT', venues: ['BINANCE'] }]);
    await world.pass(10_000);
    expect(events(world)).toHaveLength(1);
    world.show(60_600);
    await world.pass(1_500);
    expect(shown(world)).toMatchObject({ reason: 'it follows the price', warning: null });
    expect(world.core?.view().state.darkBooks).toEqual([]);
  });

  it.each([
    ['mark', mark],
    ['quote', quote],
  ] as const)('is triggered by a fresh %s all the same', async (_name, tell) => {
    const world = await newWorld();
    await trailing(world);
    goDark(world, 60_600);
    tell(world, 60_590);
    await world.pass(2_000);
    tell(world, 60_470);
    await world.pass(1_500);
    expect(shown(world)?.state).toBe('triggered');
    expect(world.core?.view().positions).toEqual([]);
  });

  it('closes on paper as soon as there is a book to be filled from, however long that takes', async () => {
    const world = await newWorld(false);
    await trailing(world);
    goDark(world, 60_600);
    mark(world, 60_470);
    await world.pass(60_000);
    expect(shown(world)?.state).toBe('triggered');
    world.show(60_470);
    await world.pass(4_000);
    expect(world.core?.view().positions).toEqual([]);
  });

  it('is not moved by a price that is old', async () => {
    const world = await newWorld();
    await trailing(world);
    goDark(world, 60_000);
    await world.pass(20_000);
    expect(shown(world)?.state).toBe('trailing');
  });
});

describe('a trailing order that fits no position', () => {
  it('is made, with a warning in its answer and in the view until it fits', async () => {
    const world = await newWorld();
    const early = await world.call('trailing-create', wish);
    const none = "there is no long position in BTCUSDT on BINANCE now: it can't be started yet";
    expect(early).toMatchObject({ ok: true, value: { state: 'initial', warning: none } });
    expect(shown(world)?.warning).toBe(none);
    await buy(world);
    expect(shown(world)?.warning).toBeNull();
    const wide = await world.call('trailing-create', { ...wish, orderId: 'T2', qtyBase: '0.05' });
    expect(wide).toMatchObject({ value: { warning: expect.stringContaining('more than the long position of 0.01') } });
    const short = await world.call('trailing-create', {
      ...wish,
      orderId: 'T3',
      side: 'SELL',
      initialTakeProfitPx: '59000',
    });
    expect(short).toMatchObject({ value: { warning: expect.stringContaining('no short position') } });
  });
});

function events(world: SnipingWorld) {
  return world.recordsOf('event').filter(({ event }) => event === 'book_dark');
}
