import { describe, expect, it } from 'vitest';
import { fixture } from '../../../test/okx/fixture.ts';
import { readFundingHours, readOkxRest } from './parse.ts';

const read = (path: string, name: string): ReturnType<typeof readOkxRest> =>
  readOkxRest(path, JSON.parse(fixture(name)));

describe('readOkxRest', () => {
  it('counts swaps in contracts of ctVal x ctMult coins and takes the assets from the name', () => {
    const reading = read('/api/v5/public/instruments?instType=SWAP', 'rest_get_instruments_swap');
    if (reading?.kind !== 'instruments') throw new Error('no instruments');
    expect(reading.skipped).toBe(0);
    expect(reading.instruments[0]).toEqual({
      id: 'ETHUSDT.PERP.OKX',
      venue: 'OKX',
      kind: 'perp',
      symbol: 'ETHUSDT',
      wireSymbol: 'ETH-USDT-SWAP',
      baseAsset: 'ETH',
      quoteAsset: 'USDT',
      settleAsset: 'USDT',
      isInverse: false,
      qtyScale: 0.1,
      pxDivisor: 1,
      pxTick: '0.01',
      qtyStep: '0.01',
      qtyMin: '0.01',
      qtyMax: '100000000',
      notionalMin: null,
      isTrading: true,
      listedMs: 1_573_557_408_000,
      fundingIntervalHours: null,
      leverageMax: 100,
    });
  });

  it('marks coin-margined swaps inverse and gives every instrument an id of its own', () => {
    const reading = read('/api/v5/public/instruments', 'rest_get_instruments_swap');
    if (reading?.kind !== 'instruments') throw new Error('no instruments');
    expect(reading.instruments.map(({ id, isInverse }) => [id, isInverse])).toEqual([
      ['ETHUSDT.PERP.OKX', false],
      ['BTCUSD.PERP.OKX', true],
      ['BTCUSD_UM.PERP.OKX', false],
      ['NEWCOINUSDT.PERP.OKX', false],
    ]);
  });

  it('does not trade what is pre-market, suspended or a real-world asset', () => {
    const body = JSON.parse(fixture('rest_get_instruments_swap'));
    const [plain] = body.data;
    body.data = [
      plain,
      { ...plain, ruleType: 'pre_market' },
      { ...plain, state: 'suspend' },
      { ...plain, groupId: '6' },
    ];
    const reading = readOkxRest('/api/v5/public/instruments', body);
    expect(reading?.kind === 'instruments' && reading.instruments.map(({ isTrading }) => isTrading)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('counts rows that are no instrument', () => {
    const body = JSON.parse(fixture('rest_get_instruments_swap'));
    const [plain] = body.data;
    body.data = [plain, { ...plain, tickSz: '' }, { ...plain, ctVal: '' }, { ...plain, instType: 'SPREAD' }, null];
    expect(readOkxRest('/api/v5/public/instruments', body)).toMatchObject({ kind: 'instruments', skipped: 4 });
  });

  it('reads spot sizes in base units', () => {
    const reading = read('/api/v5/public/instruments?instType=SPOT', 'rest_get_instruments_spot');
    expect(reading).toMatchObject({
      kind: 'instruments',
      instruments: [{ id: 'ETHUSDT.SPOT.OKX', qtyScale: 1, settleAsset: 'USDT', isInverse: false }],
    });
  });

  it('reads a book with its sequence and the name from the query', () => {
    expect(read('/api/v5/market/books?instId=ETH-USDT-SWAP&sz=400', 'rest_get_books')).toEqual({
      kind: 'depth',
      wireSymbol: 'ETH-USDT-SWAP',
      seq: 904_529,
      venueMs: 1_795_768_215_205,
      bids: [[3120.5, 112.07]],
      asks: [[3120.6, 40]],
    });
  });

  it('values the coin turnover of derivatives at the last price', () => {
    const reading = read('/api/v5/market/tickers?instType=SWAP', 'rest_get_tickers_swap');
    expect(reading).toMatchObject({
      kind: 'tickers',
      tickers: [{ wireSymbol: 'ETH-USDT-SWAP', lastPx: 3120.6, volumeQuote: 3_120_600 }],
    });
    expect(reading?.kind === 'tickers' && reading.tickers[0]?.changeFrac).toBeCloseTo(0.0402, 12);
  });

  it('names the code of a refusal', () => {
    expect(read('/api/v5/market/books?instId=NO-NE', 'rest_refusal')).toEqual({ kind: 'refusal', code: '51001' });
  });

  it.each([
    ['/api/v5/market/books', { code: '0', data: [{ asks: [['1', '-2']], bids: [], ts: '1' }] }],
    ['/api/v5/market/books', { code: '0', data: [{ asks: {}, bids: [], ts: '1' }] }],
    ['/api/v5/market/books', { code: '0', data: [] }],
    ['/api/v5/public/time', { code: '0', data: [{}] }],
    ['/api/v5/market/candles', { code: '0', data: [['1']] }],
    ['/api/v5/market/trades', { code: '0', data: [{ side: 'x' }] }],
    ['/api/v5/account/balance', { code: '0', data: [] }],
    ['/api/v5/public/time', null],
  ])('gives null for %s %j', (path, body) => {
    expect(readOkxRest(path, body)).toBeNull();
  });
});

describe('readFundingHours', () => {
  it('takes the interval from the two settlement times, never from a constant', () => {
    const row = { instId: 'ETH-USDT-SWAP', fundingTime: '1795795200000', nextFundingTime: '1795809600000' };
    const body = { code: '0', data: [row, { ...row, instId: 'X-USDT-SWAP', nextFundingTime: '' }] };
    expect([...readFundingHours(body)]).toEqual([['ETH-USDT-SWAP', 4]]);
  });
});
