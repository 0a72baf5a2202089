import { describe, expect, it, vi } from 'vitest';
import { domainError, err, ok, type DayTicker, type Instrument } from '@riptide/core/domain';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import type { SymbolCalls } from '../link/symbol-calls.ts';
import { FakeReference } from './fake-venue.fixture.ts';
import { SymbolDesk, WATCHED_SYMBOLS_MAX, type SymbolDeskDeps } from './symbol-desk.ts';

const T0 = 1_800_000_000_000;

class PricedReference extends FakeReference {
  asks = 0;
  tickers: ReturnType<FakeReference['fetchDayTickers']> = Promise.resolve(ok([]));

  override fetchDayTickers(): ReturnType<FakeReference['fetchDayTickers']> {
    this.asks += 1;
    return this.tickers;
  }
}

function listed(reference: FakeReference): readonly Instrument[] {
  if (!reference.instruments.ok) throw new Error('the venue fails');
  return reference.instruments.value;
}

function named(instrument: Instrument, symbol: string): Instrument {
  return { ...instrument, symbol, id: `${symbol}.PERP.${instrument.venue}` };
}

function newDesk(more: Partial<SymbolDeskDeps> = {}) {
  const clock = new VirtualClock(T0);
  const kept: string[][] = [];
  const restarts: number[] = [];
  const desk = new SymbolDesk({
    clock,
    log: silentLog(),
    store: { add: async (symbols) => void kept.push([...symbols]) },
    watched: [],
    isReplay: false,
    inFlight: () => null,
    restart: async () => void restarts.push(clock.nowMs()),
    ...more,
  });
  const okx = new PricedReference('OKX');
  const bybit = new PricedReference('BYBIT');
  const [spot, perp] = listed(okx) as [Instrument, Instrument];
  const thousand = { ...named(perp, 'PEPEUSDT'), qtyScale: 1_000, pxDivisor: 1_000, qtyStep: '1', qtyMin: '3' };
  desk.addVenue(okx, [spot, perp, thousand, { ...named(perp, 'BTCUSD'), isInverse: true }]);
  desk.addVenue(bybit, listed(bybit));
  desk.setFollowed([spot, perp]);
  const listAll = async (request: Partial<SymbolCalls['list-symbols']['request']>) => {
    const answer = await desk.answer('list-symbols', { symbols: [], venues: ['OKX'], withPrices: true, ...request });
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value;
  };
  const watch = async (symbols: readonly string[], isApplied = false) => {
    const answer = await desk.answer('watch-symbols', { symbols, isApplied, by: 'operator' });
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value;
  };
  return { desk, clock, kept, restarts, okx, listAll, watch, perp };
}

const ticker = (wireSymbol: string, lastPx: number): DayTicker => ({
  wireSymbol,
  lastPx,
  changeFrac: null,
  volumeQuote: null,
});

describe('what venues list', () => {
  it('is told in base units, followed or not, with the price of one of them', async () => {
    const { okx, listAll } = newDesk();
    okx.tickers = Promise.resolve(ok([ticker('BTC-USDT', 0.000012345678912)]));
    const { symbols } = await listAll({ symbols: ['PEPEUSDT', 'NOPEUSDT'] });
    expect(symbols).toEqual([
      {
        symbol: 'PEPEUSDT',
        listings: [
          expect.objectContaining({ market: 'perp', qtyMinBase: '3000', qtyStepBase: '1000', px: '0.00001234567891' }),
        ],
      },
      { symbol: 'NOPEUSDT', listings: [] },
    ]);
  });

  it('asks a venue for prices at most once in 10 s, and not at all for what it does not list', async () => {
    const { okx, clock, listAll } = newDesk();
    await Promise.all([listAll({ symbols: ['PEPEUSDT'] }), listAll({ symbols: ['PEPEUSDT'] })]);
    await listAll({ symbols: ['NOPEUSDT'] });
    await listAll({ symbols: ['PEPEUSDT'], withPrices: false });
    expect(okx.asks).toBe(1);
    clock.advance(10_000);
    await listAll({ symbols: ['PEPEUSDT'] });
    expect(okx.asks).toBe(2);
  });

  it('comes without prices and with the reason when the venue does not tell them', async () => {
    const { okx, clock, listAll } = newDesk();
    okx.tickers = Promise.resolve(err(domainError('VENUE_RATE_LIMITED', '429')));
    expect((await listAll({ symbols: ['BTCUSDT'] })).venues).toMatchObject([
      { venue: 'OKX', isLoaded: true, reason: 'prices could not be read: venue_rate_limited' },
    ]);
    clock.advance(10_000);
    okx.tickers = new Promise(() => undefined);
    const asked = listAll({ symbols: ['BTCUSDT'] });
    clock.advance(5_000);
    expect((await asked).venues[0]?.reason).toBe('prices could not be read: venue_timeout');
  });

  it('names venues that have not told their list', async () => {
    const { listAll } = newDesk();
    expect((await listAll({ symbols: ['BTCUSDT'], venues: ['KUCOIN', 'BYBIT'] })).venues).toEqual([
      { venue: 'KUCOIN', isLoaded: false, instruments: 0, reason: 'has not told its list of instruments yet' },
      { venue: 'BYBIT', isLoaded: true, instruments: 2, reason: null },
    ]);
    const empty = new SymbolDesk({ ...DEAD, clock: new VirtualClock(T0) });
    const asked = await empty.answer('list-symbols', { symbols: ['BTCUSDT'], venues: ['OKX'], withPrices: false });
    expect(asked).toMatchObject({ ok: false, error: { code: 'ENGINE_NOT_READY' } });
  });
});

const DEAD: Omit<SymbolDeskDeps, 'clock'> = {
  log: silentLog(),
  store: { add: () => Promise.reject(new Error('disk full')) },
  watched: [],
  isReplay: false,
  inFlight: () => null,
  restart: async () => undefined,
};

describe('what people want followed', () => {
  it('is kept before it is answered: new, known, refused with the reason', async () => {
    const { desk, kept, watch } = newDesk({ watched: ['ETHUSDT'] });
    const { outcomes, watched } = await watch(['PEPEUSDT', 'ETHUSDT', 'BTCUSDT', 'BTCUSD', 'NOPEUSDT']);
    expect(outcomes).toMatchObject([
      { symbol: 'PEPEUSDT', outcome: 'new', live: 'next-start' },
      { symbol: 'ETHUSDT', outcome: 'known', live: 'next-start' },
      { symbol: 'BTCUSDT', outcome: 'new', live: 'now' },
      { symbol: 'BTCUSD', outcome: 'refused', live: null, reason: 'listed only as inverse perp in USDT at OKX' },
      { symbol: 'NOPEUSDT', outcome: 'refused', live: null, reason: expect.stringContaining('lists it') },
    ]);
    expect([watched, kept]).toEqual([['ETHUSDT', 'PEPEUSDT', 'BTCUSDT'], [['PEPEUSDT', 'BTCUSDT']]]);
    expect(desk.watched).toEqual(watched);
    expect((await watch(['PEPEUSDT'])).outcomes[0]?.outcome).toBe('known');
  });

  it('is bounded, two requests at once included', async () => {
    const full = Array.from({ length: WATCHED_SYMBOLS_MAX - 1 }, (_, at) => `A${at}USDT`);
    const { watch } = newDesk({ watched: full });
    const both = await Promise.all([watch(['PEPEUSDT']), watch(['BTCUSDT'])]);
    expect(both.map(({ outcomes }) => outcomes[0]?.outcome)).toEqual(['new', 'refused']);
  });

  it('is not watched when it could not be kept', async () => {
    const { desk } = newDesk({ store: DEAD.store });
    const answer = await desk.answer('watch-symbols', { symbols: ['PEPEUSDT'], isApplied: false, by: 'x' });
    expect([answer.ok, desk.watched]).toEqual([false, []]);
  });

  it('starts the hot thread anew when asked, and answers once it follows them', async () => {
    const { desk, restarts, watch, perp } = newDesk();
    const done = watch(['PEPEUSDT'], true);
    await vi.waitFor(() => expect(restarts).toHaveLength(1));
    desk.setFollowed([perp, named(perp, 'PEPEUSDT')]);
    expect(await done).toMatchObject({ isRestarted: true, notRestarted: null, outcomes: [{ live: 'now' }] });
    expect(await watch(['PEPEUSDT'], true)).toMatchObject({ isRestarted: false, notRestarted: expect.any(String) });
    expect(restarts).toHaveLength(1);
  });

  it('waits for nothing in flight, and says what is', async () => {
    const { restarts, watch } = newDesk({ inFlight: () => 'an order in ETHUSDT at OKX:paper is sent' });
    expect(await watch(['PEPEUSDT'], true)).toMatchObject({
      isRestarted: false,
      notRestarted: 'an order in ETHUSDT at OKX:paper is sent',
      outcomes: [{ outcome: 'new', live: 'next-start' }],
    });
    expect(restarts).toEqual([]);
  });

  it('does not wait forever for a hot thread that does not come up', async () => {
    const { clock, restarts, watch } = newDesk();
    const done = watch(['PEPEUSDT'], true);
    await vi.waitFor(() => expect(restarts).toHaveLength(1));
    clock.advance(12_000);
    expect(await done).toMatchObject({ isRestarted: false, notRestarted: expect.stringContaining('12000 ms') });
  });

  it('adds nothing to a recording', async () => {
    const { watch } = newDesk({ isReplay: true });
    expect((await watch(['PEPEUSDT'])).outcomes[0]).toMatchObject({ outcome: 'refused' });
  });
});
