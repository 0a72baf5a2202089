import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeLearning } from '../extra/recorder.fixture.ts';
import { parseFundingHours, parseInstruments } from '../extra/parse-instruments.ts';
import { readCandleRows } from '../../kit/index.ts';
import { parseDayTickers, parseDepth, parseMarks, parseTrades, readRest } from './parse.ts';

const folder = new URL('../../../fixtures/binance/', import.meta.url);
const fixture = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

describe('parseInstruments', () => {
  it('reads spot steps from the filters, without their zeros', () => {
    const reading = parseInstruments('spot', fixture('rest_get_exchange_info_spot.json'));
    expect(reading?.instruments[0]).toEqual({
      id: 'SOLUSDT.SPOT.BINANCE',
      venue: 'BINANCE',
      kind: 'spot',
      symbol: 'SOLUSDT',
      wireSymbol: 'SOLUSDT',
      baseAsset: 'SOL',
      quoteAsset: 'USDT',
      settleAsset: 'USDT',
      isInverse: false,
      qtyScale: 1,
      pxDivisor: 1,
      pxTick: '0.01',
      qtyStep: '0.001',
      qtyMin: '0.001',
      qtyMax: '90000',
      notionalMin: '5',
      isTrading: true,
      listedMs: null,
      fundingIntervalHours: null,
    });
  });

  it('maps multiplier names to the bare asset and knows halted pairs', () => {
    const reading = parseInstruments('spot', fixture('rest_get_exchange_info_spot.json'));
    expect(reading?.instruments[1]).toMatchObject({
      symbol: 'BABYDOGEUSDT',
      qtyScale: 1_000_000,
      pxDivisor: 1_000_000,
      pxTick: '0.0000001',
      notionalMin: '10',
      isTrading: false,
    });
  });

  it('takes the funding interval from the list of exceptions, else 8 h; unknown without the list', () => {
    const hours = parseFundingHours(fixture('rest_get_funding_info.json'));
    const body = fixture('rest_get_exchange_info_usdm.json');
    const intervals = parseInstruments('usdm', body, hours)?.instruments.map((i) => [i.id, i.fundingIntervalHours]);
    expect(intervals).toEqual([
      ['BTCUSDT.PERP.BINANCE', 8],
      ['PEPEUSDT.PERP.BINANCE', 4],
      ['BTCUSDT_261225.FUTURE.BINANCE', null],
    ]);
    expect(parseInstruments('usdm', body)?.instruments[0]?.fundingIntervalHours).toBeNull();
  });

  it('never takes the display precision for a step, and reads the smallest notional of USD-M', () => {
    const reading = parseInstruments('usdm', fixture('rest_get_exchange_info_usdm.json'));
    expect(reading?.instruments[0]).toMatchObject({ pxTick: '0.1', qtyStep: '0.001', notionalMin: '100' });
  });

  it('tells how far prices may go: spot both ways on both sides, USD-M where it costs', () => {
    const bandOf = (product: 'spot' | 'usdm', filter: Readonly<Record<string, unknown>>) => {
      const body = fixture(`rest_get_exchange_info_${product}.json`) as { symbols: { filters: unknown[] }[] };
      const [first] = body.symbols;
      const symbols = [{ ...first, filters: [...(first?.filters ?? []), filter] }];
      return parseInstruments(product, { symbols })?.instruments[0]?.priceBand;
    };
    const bySide = {
      filterType: 'PERCENT_PRICE_BY_SIDE',
      bidMultiplierUp: '5',
      bidMultiplierDown: '0.2',
      askMultiplierUp: '4',
      askMultiplierDown: '0.3',
      avgPriceMins: 5,
    };
    expect(bandOf('spot', bySide)).toEqual({ buyUpFrac: 4, buyDownFrac: 0.8, sellUpFrac: 3, sellDownFrac: 0.7 });
    const percent = { filterType: 'PERCENT_PRICE', multiplierUp: '1.0500', multiplierDown: '0.9500' };
    const usdm = { buyUpFrac: 0.05, buyDownFrac: null, sellUpFrac: null, sellDownFrac: 0.05 };
    expect(bandOf('usdm', percent)).toEqual(usdm);
    expect(bandOf('spot', percent)).toEqual({ ...usdm, buyDownFrac: 0.05, sellUpFrac: 0.05 });
    expect(bandOf('usdm', { ...percent, multiplierUp: 'none', multiplierDown: '0' })).toBeUndefined();
  });

  it('leaves out stock perpetuals and listings without filters, and says how many', () => {
    expect(parseInstruments('usdm', fixture('rest_get_exchange_info_usdm.json'))?.skipped).toBe(2);
  });
});

describe('readRest', () => {
  it('goes by the path, below a simulator prefix too, and takes the symbol from the query', () => {
    const body = fixture('rest_get_depth_usdm.json');
    const reading = readRest('/fapi/v1/depth?symbol=BTCUSDT&limit=1000', body);
    expect(reading).toMatchObject({ kind: 'depth', wireSymbol: 'BTCUSDT', seq: 158, venueMs: 1795000000090 });
    expect(readRest('/usdm/fapi/v1/depth', body)).toMatchObject({ kind: 'depth', wireSymbol: null });
  });

  it('reads a refusal by the table of its product', () => {
    const body = { code: -1121, msg: 'Invalid symbol.' };
    expect(readRest('/api/v3/depth', body)).toEqual({ kind: 'refusal', code: 'INSTRUMENT_UNKNOWN' });
  });

  it('leaves endpoints the product does not read alone', () => {
    expect(readRest('/fapi/v1/openInterest', { symbol: 'BTCUSDT', openInterest: '1' })).toBeNull();
    expect(readRest('/sapi/v1/account/status', {})).toBeNull();
  });
});

describe('single readings', () => {
  it('refuse a body with a part that can not be read, rather than hand on the rest', () => {
    expect(
      parseDepth(
        {
          lastUpdateId: 1,
          bids: [
            ['1', '1'],
            ['x', '1'],
          ],
          asks: [],
        },
        null,
      ),
    ).toBeNull();
    expect(parseDepth({ lastUpdateId: 1, bids: [['1', '-1']], asks: [] }, null)).toBeNull();
    expect(parseTrades([{ id: 1, price: '1', qty: '1', time: 5 }])).toBeNull();
    expect(readCandleRows([[1, '1', '1', '1', '1']])).toBeNull();
    expect(parseDayTickers([{ symbol: 'BTCUSDT' }])).toBeNull();
  });

  it('turn the percent of the day into a fraction and an empty funding rate into null', () => {
    const ticker = { symbol: 'BTCUSDT', lastPrice: '100', priceChangePercent: '-2.5', quoteVolume: '9' };
    expect(parseDayTickers(ticker)?.tickers).toEqual([
      { wireSymbol: 'BTCUSDT', lastPx: 100, changeFrac: -0.025, volumeQuote: 9 },
    ]);
    const mark = { symbol: 'BTCUSDT_261225', markPrice: '1', indexPrice: '2', lastFundingRate: '' };
    expect(parseMarks(mark)?.marks[0]?.fundingRateFrac).toBeNull();
  });

  it('take m as "the buyer is the maker", in both spellings', () => {
    const trades = parseTrades([
      { id: 1, price: '1', qty: '2', time: 5, isBuyerMaker: true },
      { a: 2, p: '1', q: '2', T: 6, m: false },
    ]);
    expect(trades?.trades.map(({ id, takerSide }) => [id, takerSide])).toEqual([
      ['1', 'SELL'],
      ['2', 'BUY'],
    ]);
  });
});

describe('socket fixtures', () => {
  const names = readdirSync(folder).filter((name) => name.startsWith('ws_'));
  it.each(names)('%s is read whole', (name) => {
    const product = name.includes('spot') ? 'spot' : 'usdm';
    const { said, counters } = decodeLearning(product, JSON.stringify(fixture(name)));
    expect(said).toHaveLength(1);
    expect(said[0]?.kind).not.toBe('unknown');
    expect(counters.malformed + counters.unknown).toBe(0);
  });
});
