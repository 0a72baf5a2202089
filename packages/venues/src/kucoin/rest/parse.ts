import { instrumentId, type DayTicker, type Instrument, type PriceBand } from '@riptide/core/domain';
import {
  bandFields,
  downFrac,
  isRecord,
  leverageField,
  numberOf,
  numberOrNull,
  readLevels,
  upFrac,
  type RestReading,
} from '../../kit/index.ts';
import { contractKindOf, takerSideOf, type KucoinProduct } from '../enums.ts';
import { isSuccessCode, restError } from '../errors.ts';
import { plainDecimal, plainText } from '../extra/plain-decimal.ts';
import { canonicalAsset, fromWireBase } from '../symbols.ts';
import type {
  BookData,
  BulletData,
  ContractRow,
  FundingRateData,
  SpotSymbolRow,
  SpotTickerRow,
  TradeRow,
} from './wire.ts';

const MS_PER_HOUR = 3_600_000;
/** A double holds ns since 1970 to 128 ns; this much is added before cutting to ms so that whole milliseconds stay whole. */
const NS_READING_SLACK_MS = 0.000_2;

type Reader = (data: unknown) => RestReading | null;

/** Public paths the product reads. A path parameter is `[^/]+`. */
const ROUTES: readonly (readonly [path: RegExp, product: KucoinProduct, read: Reader])[] = [
  [/^\/api\/v[12]\/symbols$/, 'spot', (data) => readInstruments(data, readSpotInstrument)],
  [/^\/api\/v2\/symbols\/[^/]+$/, 'spot', (data) => readInstruments([data], readSpotInstrument)],
  [/^\/api\/v1\/market\/allTickers$/, 'spot', readSpotTickers],
  [/^\/api\/v1\/market\/orderbook\/level2_(?:20|100|\{size\})$/, 'spot', readBook],
  [/^\/api\/v3\/market\/orderbook\/level2$/, 'spot', readBook],
  [/^\/api\/v1\/market\/histories$/, 'spot', readTrades],
  [/^\/api\/v1\/market\/candles$/, 'spot', (data) => readCandles(data, 'spot')],
  [/^\/api\/v1\/timestamp$/, 'futures', readTime],
  [/^\/api\/v1\/contracts\/active$/, 'futures', (data) => readInstruments(data, readContract)],
  [/^\/api\/v1\/contracts\/[^/]+$/, 'futures', (data) => readInstruments([data], readContract)],
  [/^\/api\/v1\/level2\/(?:snapshot|depth20|depth100)$/, 'futures', readBook],
  [/^\/api\/v1\/trade\/history$/, 'futures', readTrades],
  [/^\/api\/v1\/kline\/query$/, 'futures', (data) => readCandles(data, 'futures')],
  [/^\/api\/v1\/mark-price\/[^/]+\/current$/, 'futures', readMarkPrice],
  [/^\/api\/v1\/funding-rate\/[^/]+\/current$/, 'futures', readFundingMark],
];

/**
 * Reads a public answer by its path; null for endpoints the product does not read or a body of another shape.
 * Never throws. A refusal carries the domain's code.
 */
export function readRest(path: string, body: unknown): RestReading | null {
  const plainPath = path.split('?')[0]!.replace(/^\/(?:spot|futures)(?=\/api\/)/, '');
  const route = ROUTES.find(([pattern]) => pattern.test(plainPath));
  if (route === undefined || !isRecord(body)) return null;
  const [, product, read] = route;
  if (!isSuccessCode(body['code'])) return { kind: 'refusal', code: restError(product, String(body['code'])).code };
  return read(body['data']);
}

/** Returns the 24 h summaries in a `contracts/active` answer, of perpetuals only. */
export function readContractTickers(body: unknown): readonly DayTicker[] | null {
  const rows = isRecord(body) ? body['data'] : null;
  if (!Array.isArray(rows)) return null;
  return (rows as readonly ContractRow[]).flatMap((row) => {
    const lastPx = numberOf(row.lastTradePrice);
    if (contractKindOf(row.type) !== 'perp' || typeof row.symbol !== 'string' || !(lastPx > 0)) return [];
    const { factor } = fromWireBase(String(row.baseCurrency), 'futures');
    const volumeQuote = row.isInverse === true ? null : numberOrNull(row.turnoverOf24h);
    return [
      { wireSymbol: row.symbol, lastPx: lastPx / factor, changeFrac: numberOrNull(row.priceChgPct), volumeQuote },
    ];
  });
}

/** When a perpetual settles next, and at which rate and interval. Unknown numbers are NaN. */
export interface FundingSchedule {
  readonly fundingRateFrac: number;
  /** The venue's estimate for the interval after this one. */
  readonly followingFundingRateFrac: number;
  readonly nextFundingMs: number;
  readonly fundingIntervalHours: number;
}

/** Reads the answer of `funding-rate/{symbol}/current`; null when it is none. */
export function readFundingSchedule(body: unknown): FundingSchedule | null {
  const data = isRecord(body) ? body['data'] : null;
  if (!isRecord(data)) return null;
  const { value, predictedValue, fundingTime, granularity } = data as FundingRateData;
  return {
    fundingRateFrac: numberOf(value),
    followingFundingRateFrac: numberOf(predictedValue),
    nextFundingMs: numberOf(fundingTime),
    fundingIntervalHours: numberOf(granularity) / MS_PER_HOUR,
  };
}

/** Reads a socket token answer; null when it names no socket. */
export function readBullet(
  body: unknown,
): { readonly token: string; readonly endpoint: string; readonly pingIntervalMs: number } | null {
  const data = isRecord(body) ? (body['data'] as BulletData | undefined) : undefined;
  const server = data?.instanceServers?.[0];
  if (typeof data?.token !== 'string' || typeof server?.endpoint !== 'string') return null;
  return { token: data.token, endpoint: server.endpoint, pingIntervalMs: numberOf(server.pingInterval) };
}

function readInstruments(data: unknown, read: (row: never) => Instrument | null): RestReading | null {
  if (!Array.isArray(data)) return null;
  const byId = new Map<string, Instrument>();
  for (const row of data) {
    const instrument = isRecord(row) ? read(row as never) : null;
    if (instrument !== null && !byId.has(instrument.id)) byId.set(instrument.id, instrument);
  }
  return { kind: 'instruments', instruments: [...byId.values()], skipped: data.length - byId.size };
}

function readSpotInstrument(row: SpotSymbolRow): Instrument | null {
  const { symbol, baseCurrency, quoteCurrency } = row;
  const pxTick = positive(row.priceIncrement);
  const qtyStep = positive(row.baseIncrement);
  const qtyMin = positive(row.baseMinSize);
  if (typeof symbol !== 'string' || typeof baseCurrency !== 'string' || typeof quoteCurrency !== 'string') return null;
  if (pxTick === null || qtyStep === null || qtyMin === null) return null;
  // `symbol` never changes while the currency fields follow a rename, so the key is `symbol` and the assets are the fields.
  const { asset, factor } = fromWireBase(baseCurrency, 'spot');
  const quoteAsset = canonicalAsset(quoteCurrency);
  return {
    id: instrumentId(asset + quoteAsset, 'spot', 'KUCOIN'),
    venue: 'KUCOIN',
    kind: 'spot',
    symbol: asset + quoteAsset,
    wireSymbol: symbol,
    baseAsset: asset,
    quoteAsset,
    settleAsset: quoteAsset,
    isInverse: false,
    qtyScale: factor,
    pxDivisor: factor,
    pxTick,
    qtyStep,
    qtyMin,
    qtyMax: positive(row.baseMaxSize),
    notionalMin: positive(row.minFunds),
    isTrading: row.enableTrading === true,
    listedMs: epochOrNull(row.tradingStartTime),
    fundingIntervalHours: null,
  };
}

function readContract(row: ContractRow): Instrument | null {
  const kind = contractKindOf(row.type);
  const { symbol, baseCurrency, quoteCurrency, settleCurrency } = row;
  const pxTick = positive(row.tickSize);
  const lot = positive(row.lotSize);
  const multiplier = numberOf(row.multiplier);
  if (
    kind === null ||
    typeof symbol !== 'string' ||
    typeof baseCurrency !== 'string' ||
    typeof quoteCurrency !== 'string'
  )
    return null;
  if (pxTick === null || lot === null || Number.isNaN(multiplier) || multiplier === 0) return null;
  const { asset, factor } = fromWireBase(baseCurrency, 'futures');
  const quoteAsset = canonicalAsset(quoteCurrency);
  const canonical = asset + quoteAsset + (kind === 'future' ? `-${expiryText(row.expireDate)}` : '');
  const isInverse = row.isInverse === true;
  const intervalMs = numberOf(row.currentFundingRateGranularity ?? row.fundingRateGranularity);
  return {
    id: instrumentId(canonical, kind, 'KUCOIN'),
    venue: 'KUCOIN',
    kind,
    symbol: canonical,
    wireSymbol: symbol,
    baseAsset: asset,
    quoteAsset,
    settleAsset: typeof settleCurrency === 'string' ? canonicalAsset(settleCurrency) : quoteAsset,
    isInverse,
    // Inverse lots say -1: one lot is one unit of quote, so there is no fixed base per lot and 1 stands for the quote.
    qtyScale: isInverse ? Math.abs(multiplier) : Number((multiplier * factor).toPrecision(15)),
    pxDivisor: factor,
    pxTick,
    qtyStep: lot,
    qtyMin: lot,
    qtyMax: positive(row.maxOrderQty),
    notionalMin: null,
    isTrading: row.status === 'Open',
    listedMs: epochOrNull(row.firstOpenDate),
    fundingIntervalHours: kind === 'perp' && intervalMs > 0 ? intervalMs / MS_PER_HOUR : null,
    ...bandFields(contractBand(row)),
    ...leverageField(kind, row.maxLeverage),
  };
}

/** The limits of the moment against the mark of the same row: what a buy may pay and a sale may take. */
function contractBand({ buyLimit, sellLimit, markPrice }: ContractRow): PriceBand {
  const markPx = numberOf(markPrice);
  return {
    buyUpFrac: upFrac(numberOf(buyLimit) / markPx),
    buyDownFrac: null,
    sellUpFrac: null,
    sellDownFrac: downFrac(numberOf(sellLimit) / markPx),
  };
}

function readSpotTickers(data: unknown): RestReading | null {
  const rows = isRecord(data) ? data['ticker'] : null;
  if (!Array.isArray(rows)) return null;
  const tickers = (rows as readonly SpotTickerRow[]).flatMap((row) => {
    const lastPx = numberOf(row.last);
    if (typeof row.symbol !== 'string' || !(lastPx > 0)) return [];
    return [
      {
        wireSymbol: row.symbol,
        lastPx,
        changeFrac: numberOrNull(row.changeRate),
        volumeQuote: numberOrNull(row.volValue),
      },
    ];
  });
  return { kind: 'tickers', tickers };
}

function readBook(data: unknown): RestReading | null {
  if (!isRecord(data)) return null;
  const { symbol, sequence, bids, asks, time, ts } = data as BookData;
  const seq = numberOf(sequence);
  const bidLevels = readLevels(bids ?? []);
  const askLevels = readLevels(asks ?? []);
  if (!Number.isSafeInteger(seq) || bidLevels === null || askLevels === null) return null;
  return {
    kind: 'depth',
    wireSymbol: typeof symbol === 'string' ? symbol : null,
    seq,
    venueMs: ts === undefined ? numberOf(time) : Math.floor(numberOf(ts) / 1e6 + NS_READING_SLACK_MS),
    bids: bidLevels,
    asks: askLevels,
  };
}

function readTrades(data: unknown): RestReading | null {
  if (!Array.isArray(data)) return null;
  const trades = (data as readonly TradeRow[]).flatMap((row) => {
    const px = numberOf(row.price);
    const qty = numberOf(row.size);
    const takerSide = takerSideOf(row.side);
    const ns = numberOf(row.ts ?? row.time);
    if (!(px > 0) || !(qty > 0) || takerSide === null || Number.isNaN(ns)) return [];
    return [
      {
        px,
        qty,
        takerSide,
        id: plainText(row.tradeId ?? row.sequence),
        venueMs: Math.floor(ns / 1e6 + NS_READING_SLACK_MS),
      },
    ];
  });
  return { kind: 'trades', trades };
}

/** Rows are `[s, open, close, high, low, base, quote]` newest first on spot, `[ms, open, high, low, close, lots]` oldest first on futures. */
function readCandles(data: unknown, product: KucoinProduct): RestReading | null {
  if (!Array.isArray(data)) return null;
  const candles = (data as readonly unknown[]).flatMap((row) => {
    const [time, a, b, c, d, volumeQty] = Array.isArray(row) ? row.map(numberOf) : [];
    if (
      time === undefined ||
      a === undefined ||
      b === undefined ||
      c === undefined ||
      d === undefined ||
      volumeQty === undefined
    )
      return [];
    if (product === 'spot') return [{ openMs: time * 1000, open: a, close: b, high: c, low: d, volumeQty }];
    return [{ openMs: time, open: a, high: b, low: c, close: d, volumeQty }];
  });
  candles.sort((x, y) => x.openMs - y.openMs);
  return { kind: 'candles', candles };
}

function readMarkPrice(data: unknown): RestReading | null {
  if (!isRecord(data) || typeof data['symbol'] !== 'string') return null;
  const markPx = numberOrNull(data['value']);
  const indexPx = numberOrNull(data['indexPrice']);
  return { kind: 'marks', marks: [{ wireSymbol: data['symbol'], markPx, indexPx, fundingRateFrac: null }] };
}

function readFundingMark(data: unknown): RestReading | null {
  const name = isRecord(data) ? /^\.(.+?)FPI(?:\d+H)?$/.exec(String(data['symbol'])) : null;
  if (!isRecord(data) || name === null) return null;
  const fundingRateFrac = numberOrNull(data['value']);
  return { kind: 'marks', marks: [{ wireSymbol: name[1]!, markPx: null, indexPx: null, fundingRateFrac }] };
}

function readTime(data: unknown): RestReading | null {
  const venueMs = numberOf(data);
  return Number.isInteger(venueMs) ? { kind: 'time', venueMs } : null;
}

function expiryText(expireDate: unknown): string {
  const ms = numberOf(expireDate);
  return ms > 0 ? new Date(ms).toISOString().slice(0, 10).replaceAll('-', '') : 'unknown';
}

function epochOrNull(value: unknown): Instrument['listedMs'] {
  const ms = numberOf(value);
  return Number.isInteger(ms) && ms >= 1e12 && ms < 1e13 ? (ms as NonNullable<Instrument['listedMs']>) : null;
}

function positive(value: unknown): string | null {
  const text = plainDecimal(value);
  return text !== null && Number(text) > 0 ? text : null;
}
