import { describe, expect, it } from 'vitest';
import { planRotation, validateSymbols } from '@riptide/contracts';
import { domainError, err, ok, VENUES } from '@riptide/core/domain';
import { buildArbitrage } from '../../link/arbitrage-values.fixture.ts';
import { buildInstrument, buildVenue } from '../../link/link-values.fixture.ts';
import type { SymbolCalls, SymbolListing } from '../../link/symbol-calls.ts';
import { eachTestApp } from './each-test-app.fixture.ts';

const VALIDATE = '/api/trading/symbols/validate';
const ROTATE = '/api/trading/symbols/rotation_plan';
const UPSERT = '/api/trading/symbols/bulk_upsert';

function listing(more: Partial<SymbolListing> = {}): SymbolListing {
  return {
    symbol: 'BTCUSDT',
    venue: 'OKX',
    market: 'perp',
    wireSymbol: 'BTC-USDT-SWAP',
    isInverse: false,
    isTrading: true,
    px: '64000',
    qtyMinBase: '0.01',
    qtyStepBase: '0.01',
    notionalMin: null,
    ...more,
  };
}

const { test, get, post } = eachTestApp();
const lastSent = () => test.link.sent.at(-1);

/** Answers as a cool side over these listings. */
function list(...listings: SymbolListing[]): void {
  test.link.answer = (name, request) => {
    if (name === 'watched-symbols') return ok({ watched: ['ETHUSDT'], followed: ['BTCUSDT'], watchedMax: 140 });
    const { symbols, venues } = request as SymbolCalls['list-symbols']['request'];
    return ok({
      symbols: symbols.map((symbol) => ({ symbol, listings: listings.filter((each) => each.symbol === symbol) })),
      venues: venues.map((venue) => ({ venue, isLoaded: venue !== 'KUCOIN', instruments: 9, reason: null })),
    });
  };
}

async function cellOf(payload: object, symbol = 'BTCUSDT') {
  const answer = validateSymbols.response.parse((await post(VALIDATE, payload)).json());
  const cell = answer.matrix[symbol]?.OKX;
  if (cell === undefined) throw new Error(`no cell of ${symbol}`);
  return cell;
}

describe('the symbol validator', () => {
  it('answers symbol by venue from the whole lists, exactly, the perp before the spot', async () => {
    list(
      listing({ qtyMinBase: '0.0001', qtyStepBase: '0.0001' }),
      listing({
        market: 'spot',
        wireSymbol: 'BTC-USDT',
        qtyMinBase: '0.00001',
        qtyStepBase: '0.00000001',
        px: '63990',
      }),
      listing({ venue: 'BYBIT', wireSymbol: 'BTCUSDT', notionalMin: '5', qtyStepBase: '0.001', qtyMinBase: '0.001' }),
    );
    const answer = await post(VALIDATE, { symbols: ['btcusdt'], venues: ['okx', 'bybit'], with_prices: true });
    expect(lastSent()?.request).toEqual({ symbols: ['BTCUSDT'], venues: ['OKX', 'BYBIT'], withPrices: true });
    expect(answer.json()).toMatchObject({
      venues: ['OKX', 'BYBIT'],
      matrix: {
        BTCUSDT: {
          OKX: {
            supported: true,
            symbol: 'BTC-USDT-SWAP',
            type: 'perp',
            linear: true,
            inverse: false,
            price: 64_000,
            min_qty: 0.0001,
            min_cost: null,
            qty_for_100usdt: 0.0015,
            can_trade_100usdt: true,
            reason: null,
            markets: { spot: { symbol: 'BTC-USDT', qty_for_100usdt: 0.00156274 } },
          },
          BYBIT: { min_cost: 5, qty_for_100usdt: 0.001, can_trade_100usdt: true },
        },
      },
    });
  });

  it.each([
    ['less than the smallest quantity', {}, /smallest quantity 0.01/],
    [
      'less than the smallest value',
      { qtyMinBase: '0.0001', qtyStepBase: '0.0001', notionalMin: '99' },
      /smallest value 99/,
    ],
    ['a halted market', { isTrading: false, qtyMinBase: '0.0001', qtyStepBase: '0.0001' }, /halted/],
  ] as const)('says why 100 USDT are not enough: %s', async (_, more, reason) => {
    list(listing(more));
    const cell = await cellOf({ symbols: ['BTCUSDT'] });
    expect(cell.can_trade_100usdt).toBe(false);
    expect(cell.reason).toMatch(reason);
  });

  it('does not support what is inverse, unlisted or no symbol, and says so', async () => {
    list(listing({ symbol: 'BTCUSD', isInverse: true, wireSymbol: 'BTC-USD-SWAP' }));
    const payload = { symbols: ['BTCUSD', 'XYZUSDT', 'btc/usdt', '__proto__'], venues: ['OKX', 'KUCOIN'] };
    expect(await cellOf(payload, 'BTCUSD')).toMatchObject({
      supported: false,
      inverse: true,
      linear: false,
      qty_for_100usdt: null,
    });
    expect(await cellOf(payload, 'XYZUSDT')).toMatchObject({ supported: false, reason: 'is not listed at OKX' });
    for (const [name, bare] of [
      ['1000PEPEUSDT', 'PEPEUSDT'],
      ['SHIB1000USDT', 'SHIBUSDT'],
      ['1MBABYDOGEUSDT', 'BABYDOGEUSDT'],
    ] as const) {
      const { reason } = await cellOf({ ...payload, symbols: [name] }, name);
      expect(reason).toBe(`is not listed at OKX by this name: multiples stand under ${bare}`);
    }
    const inch = await cellOf({ ...payload, symbols: ['1INCHUSDT'] }, '1INCHUSDT');
    expect(inch.reason, 'a coin with a digit of its own').toBe('is not listed at OKX');
    expect((await cellOf(payload, 'BTC/USDT')).reason).toMatch(/no symbol/);
    expect((await cellOf(payload, '__PROTO__')).reason).toMatch(/no symbol/);
    expect(lastSent()?.request).toMatchObject({ symbols: ['BTCUSD', 'XYZUSDT'] });
  });

  it('takes the price of a live book before that of the summary, and none when prices are not asked for', async () => {
    list(listing({ qtyMinBase: '0.0001', qtyStepBase: '0.0001' }));
    test.link.update(['instrument', 'i', buildInstrument({ venue: 'OKX', bidPx: 65_000, askPx: 65_001 })]);
    expect(await cellOf({ symbols: ['BTCUSDT'] })).toMatchObject({
      price: 65_000.5,
      markets: { perp: { live_book: true } },
    });
    expect(await cellOf({ symbols: ['BTCUSDT'], with_prices: false })).toMatchObject({
      price: null,
      qty_for_100usdt: null,
      can_trade_100usdt: null,
      supported: true,
    });
  });

  it.each([
    [{ symbols: [] }, ['symbols']],
    [{}, ['symbols']],
    [{ symbols: Array.from({ length: 101 }, (_, at) => `A${at}USDT`) }, ['symbols']],
    [{ symbols: ['x'.repeat(41)] }, ['symbols.0']],
    [{ symbols: [1] }, ['symbols.0']],
    [{ symbols: ['BTCUSDT'], venues: ['KRAKEN'] }, ['venues.0']],
    [{ symbols: ['BTCUSDT'], with_prices: 'yes' }, ['with_prices']],
  ])('refuses %j', async (payload, fields) => {
    const answer = await post(VALIDATE, payload);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, fields]);
    expect(test.link.sent).toEqual([]);
  });

  it('says that the engine is not there', async () => {
    test.link.answer = () => err(domainError('ENGINE_NOT_READY', 'no venue has told its list'));
    expect((await post(VALIDATE, { symbols: ['BTCUSDT'] })).statusCode).toBe(503);
  });
});

describe('the rotation plan', () => {
  it('counts no book of a venue that is silent as live', async () => {
    const fine = { qtyMinBase: '0.0001', qtyStepBase: '0.0001' };
    list(listing(fine), listing({ ...fine, venue: 'BYBIT' }));
    const nowMs = test.clock.nowMs();
    const liveAt = async (lastDataMs: number): Promise<unknown> => {
      const { feed, ...rest } = buildVenue('OKX');
      const connections = feed!.connections.map((each) => ({ ...each, sinceMs: nowMs - 60_000, lastDataMs }));
      test.link.update(
        ['instrument', 'i', buildInstrument({ venue: 'OKX' })],
        ['venue', 'OKX', { ...rest, feed: { ...feed!, connections } }],
      );
      const answer = await post(ROTATE, { symbols: ['BTCUSDT'], venues: ['OKX', 'BYBIT'] });
      return planRotation.response.parse(answer.json()).details['BTCUSDT']?.live_venues;
    };
    expect(await liveAt(nowMs - 2_000)).toEqual(['OKX']);
    expect(await liveAt(nowMs - 2_001)).toEqual([]);
  });

  it('takes what 100 USDT can trade at two venues', async () => {
    const fine = { qtyMinBase: '0.0001', qtyStepBase: '0.0001' };
    list(
      listing(fine),
      listing({ ...fine, venue: 'BYBIT' }),
      listing({ ...fine, symbol: 'ETHUSDT' }),
      listing({ symbol: 'ETHUSDT', venue: 'BYBIT' }),
    );
    test.link.update(['instrument', 'i', buildInstrument({ venue: 'OKX' })]);
    const answer = planRotation.response.parse(
      (await post(ROTATE, { symbols: ['BTCUSDT', 'ETHUSDT', 'no/pe'], venues: ['OKX', 'BYBIT'] })).json(),
    );
    expect(answer.arb_ready_symbols).toEqual(['BTCUSDT']);
    expect(answer.details).toMatchObject({
      BTCUSDT: {
        arb_ready: true,
        tradeable_venues: ['OKX', 'BYBIT'],
        live_venues: ['OKX'],
        watched: false,
        reason: null,
      },
      ETHUSDT: {
        arb_ready: false,
        tradeable_venues: ['OKX'],
        watched: true,
        reason: expect.stringMatching(/BYBIT: 100 USDT/),
      },
      'NO/PE': { arb_ready: false, tradeable_venues: [], reason: expect.stringMatching(/no symbol/) },
    });
  });

  it('takes no two coins under one ticker for a pair, and says so as the validator does', async () => {
    const alt = { symbol: 'ALTUSDT', qtyMinBase: '1', qtyStepBase: '1' };
    list(
      listing({ ...alt, venue: 'OKX', px: '0.391' }),
      listing({ ...alt, venue: 'BYBIT', px: '0.1' }),
      listing({ ...alt, venue: 'BINANCE', px: '0.39' }),
    );
    const rotate = async (venues: string[]) =>
      planRotation.response.parse((await post(ROTATE, { symbols: ['ALTUSDT'], venues })).json());
    const reason =
      'ALTUSDT is 0.391 at OKX and 0.1 at BYBIT: prices are 11853 bps apart, 300 bps is the most: another coin';
    const two = await rotate(['OKX', 'BYBIT']);
    expect([two.arb_ready_symbols, two.details.ALTUSDT]).toMatchObject([
      [],
      {
        arb_ready: false,
        tradeable_venues: ['OKX', 'BYBIT'],
        alike_venues: [],
        other_coins: [{ venues: ['OKX', 'BYBIT'], gap_bps: 11_853.4, reason }],
        reason: `Different coins under one ticker: ${reason}`,
      },
    ]);
    const three = await rotate(['OKX', 'BYBIT', 'BINANCE']);
    expect([three.arb_ready_symbols, three.details.ALTUSDT]).toMatchObject([
      ['ALTUSDT'],
      { alike_venues: ['OKX', 'BINANCE'], reason: null },
    ]);
    const payload = { symbols: ['ALTUSDT'], venues: ['OKX', 'BYBIT'] };
    const validated = validateSymbols.response.parse((await post(VALIDATE, payload)).json());
    expect(validated.other_coins).toMatchObject({ ALTUSDT: [{ venues: ['OKX', 'BYBIT'], reason }] });
  });

  it('judges by the bound of the scanner that is set now', async () => {
    const near = { qtyMinBase: '0.0001', qtyStepBase: '0.0001' };
    list(listing(near), listing({ ...near, venue: 'BYBIT', px: '65600' }));
    const settings = { ...buildArbitrage().settings, maxGrossBps: 200 };
    const ready = async () => (await post(ROTATE, { symbols: ['BTCUSDT'], venues: ['OKX', 'BYBIT'] })).json();
    expect((await ready()).arb_ready_symbols).toEqual(['BTCUSDT']);
    test.link.update(['arbitrage', 'state', buildArbitrage({ settings })]);
    expect((await ready()).arb_ready_symbols).toEqual([]);
  });
});

describe('bulk_upsert', () => {
  it('answers what is new, known and refused, and from when each is followed', async () => {
    test.link.answer = () =>
      ok({
        watched: ['AAAUSDT', 'BTCUSDT'],
        followed: ['BTCUSDT'],
        watchedMax: 140,
        outcomes: [
          { symbol: 'AAAUSDT', outcome: 'new', live: 'next-start', reason: null },
          { symbol: 'BTCUSDT', outcome: 'known', live: 'now', reason: null },
          { symbol: 'ZZZUSDT', outcome: 'refused', live: null, reason: 'no venue lists it' },
        ],
        isRestarted: false,
        notRestarted: 'an order in ETHUSDT at OKX:paper is sent',
      });
    const items = ['aaausdt', 'BTCUSDT', 'ZZZUSDT', 'AAAUSDT'].map((symbol) => ({ symbol }));
    const answer = (await post(UPSERT, { items, apply: true })).json();
    expect(lastSent()).toEqual({
      name: 'watch-symbols',
      request: { symbols: ['AAAUSDT', 'BTCUSDT', 'ZZZUSDT'], isApplied: true, by: 'operator' },
    });
    expect(answer).toMatchObject({
      ok: true,
      new: ['AAAUSDT'],
      known: ['BTCUSDT'],
      refused: [{ symbol: 'ZZZUSDT', reason: 'no venue lists it' }],
      live_now: ['BTCUSDT'],
      from_next_start: ['AAAUSDT'],
      restarted: false,
      not_restarted_reason: 'an order in ETHUSDT at OKX:paper is sent',
      watched_max: 140,
      message: '1 symbol is watched, 1 refused, 1 from the next engine start',
    });
  });

  it.each([
    [{ items: [] }, ['items']],
    [{}, ['items']],
    [{ items: ['BTCUSDT'] }, ['items.0']],
    [{ items: [{ symbol: 'btc/usdt' }] }, ['items.0.symbol']],
    [{ items: Array.from({ length: 101 }, () => ({ symbol: 'BTCUSDT' })) }, ['items']],
    [{ items: [{ symbol: 'BTCUSDT' }], apply: 1 }, ['apply']],
    [{ items: [{ symbol: 'BTCUSDT' }], restart: true }, ['restart']],
  ])('refuses %j', async (payload, fields) => {
    const answer = await post(UPSERT, payload);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, fields]);
  });

  it('is seen in the list of symbols with where each is listed', async () => {
    list();
    test.link.update(...VENUES.map((venue) => ['instrument', venue, buildInstrument({ venue })] as const), [
      'instrument',
      's',
      buildInstrument({ venue: 'OKX', market: 'spot', isBookLive: false }),
    ]);
    const { symbols, count } = (await get('/api/trading/symbols')).json();
    expect([count, symbols]).toEqual([
      2,
      [
        {
          symbol: 'BTCUSDT',
          watched: false,
          followed: true,
          perp_venues: [...VENUES],
          spot_venues: ['OKX'],
          books_live: 4,
        },
        { symbol: 'ETHUSDT', watched: true, followed: false, perp_venues: [], spot_venues: [], books_live: 0 },
      ],
    ]);
  });
});
