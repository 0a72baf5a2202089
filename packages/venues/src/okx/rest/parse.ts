import {
  instrumentId,
  parseDecimal,
  toDecimalString,
  type DecimalString,
  type EpochMs,
  type Instrument,
} from '@riptide/core/domain';
import {
  isPositive,
  isRecord,
  leverageField,
  numberOrNull,
  readCandleRows,
  readLevels,
  type RestReading,
} from '../../kit/index.ts';
import { kindOf, takerSideOf } from '../enums.ts';
import { fromWireSymbol } from '../symbols.ts';
import type { OkxBookRow, OkxInstrumentRow, OkxTickerRow } from './wire.ts';

type Reader = (rows: readonly unknown[], query: URLSearchParams) => RestReading | null;

const READERS: Readonly<Record<string, Reader>> = {
  '/api/v5/public/time': (rows) => readTime(rows),
  '/api/v5/public/instruments': (rows) => readInstruments(rows),
  '/api/v5/market/books': (rows, query) => readBook(rows, query),
  '/api/v5/market/trades': (rows) => readTrades(rows),
  '/api/v5/market/candles': readCandleRows,
  '/api/v5/market/history-candles': readCandleRows,
  '/api/v5/market/ticker': (rows) => readTickers(rows),
  '/api/v5/market/tickers': (rows) => readTickers(rows),
  '/api/v5/market/index-tickers': (rows) => readMarks(rows),
  '/api/v5/public/mark-price': (rows) => readMarks(rows),
  '/api/v5/public/funding-rate': (rows) => readMarks(rows),
};

/** Groups of real-world assets (stocks, metals): same tickers, other things. */
const OTHER_ASSET_GROUPS: ReadonlySet<string> = new Set(['6', '7']);
const HOUR_MS = 3_600_000;

/** Reads a public answer by its path; null for endpoints that are not read and for bodies of another shape. */
export function readOkxRest(path: string, body: unknown): RestReading | null {
  const [bare = '', query = ''] = path.split('?');
  const read = READERS[bare];
  if (read === undefined || !isRecord(body)) return null;
  const { code, data } = body;
  if (code === undefined) return null;
  if (String(code) !== '0') return { kind: 'refusal', code: String(code) };
  return Array.isArray(data) ? read(data, new URLSearchParams(query)) : null;
}

/**
 * Builds an instrument from its row; null for rows without a usable name, tick or lot.
 *
 * QUIRK(okx): quoteCcy is empty for derivatives, so the assets come from the name. Sizes of derivatives are contracts of
 * ctVal x ctMult coins; of inverse contracts the value is in USD, and they are never scanned.
 */
function toInstrument(row: OkxInstrumentRow): Instrument | null {
  const kind = kindOf(row.instType);
  const named = fromWireSymbol(row.instId);
  if (kind === null || named === null || named.kind !== kind) return null;
  if (!isPositive(row.tickSz) || !isPositive(row.lotSz) || !isPositive(row.minSz)) return null;
  const qtyScale = kind === 'spot' ? named.multiplier : contractBase(row, named.multiplier);
  if (qtyScale === null) return null;
  const isLinearName = row.ctType !== 'inverse';
  return {
    id: instrumentId(named.symbol, kind, 'OKX'),
    venue: 'OKX',
    kind,
    symbol: named.symbol,
    wireSymbol: row.instId,
    baseAsset: named.baseAsset,
    quoteAsset: named.quoteAsset,
    settleAsset: kind === 'spot' ? named.quoteAsset : row.settleCcy,
    isInverse: !isLinearName,
    qtyScale,
    pxDivisor: named.multiplier,
    pxTick: row.tickSz,
    qtyStep: row.lotSz,
    qtyMin: row.minSz,
    qtyMax: isPositive(row.maxLmtSz) ? (row.maxLmtSz as DecimalString) : null,
    notionalMin: null,
    isTrading: isTradable(row),
    listedMs: isPositive(row.listTime) ? (Number(row.listTime) as EpochMs) : null,
    fundingIntervalHours: null,
    ...leverageField(kind, row.lever),
  };
}

/** Base units in one contract, without a trace of float arithmetic: order sizes are divided by it. */
function contractBase(row: OkxInstrumentRow, multiplier: number): number | null {
  const value = parseDecimal(row.ctVal);
  const mult = parseDecimal(row.ctMult || '1');
  if (value === null || mult === null) return null;
  const base = value.times(mult).times(multiplier);
  return base.gt(0) ? Number(toDecimalString(base)) : null;
}

/** Returns the hours between two settlements by instrument, from `public/funding-rate` rows. */
export function readFundingHours(body: unknown): ReadonlyMap<string, number> {
  const hours = new Map<string, number>();
  const rows: readonly unknown[] = isRecord(body) && Array.isArray(body['data']) ? body['data'] : [];
  for (const row of rows) {
    if (!isRecord(row)) continue;
    const gapMs = Number(row['nextFundingTime']) - Number(row['fundingTime']);
    if (gapMs > 0 && typeof row['instId'] === 'string') hours.set(row['instId'], gapMs / HOUR_MS);
  }
  return hours;
}

/** Tells whether a row of the instruments, asked for or pushed, may be traded here. */
export function isTradable(row: Pick<OkxInstrumentRow, 'state' | 'ruleType' | 'instType' | 'groupId'>): boolean {
  if (row.state !== 'live' || (row.ruleType ?? 'normal') !== 'normal') return false;
  return row.instType !== 'SWAP' || !OTHER_ASSET_GROUPS.has(row.groupId ?? '');
}

function readTime(rows: readonly unknown[]): RestReading | null {
  const [first] = rows;
  const venueMs = isRecord(first) ? Number(first['ts']) : Number.NaN;
  return Number.isFinite(venueMs) ? { kind: 'time', venueMs } : null;
}

function readInstruments(rows: readonly unknown[]): RestReading {
  const instruments: Instrument[] = [];
  for (const row of rows) {
    const instrument =
      isRecord(row) && typeof row['instId'] === 'string' ? toInstrument(row as unknown as OkxInstrumentRow) : null;
    if (instrument !== null) instruments.push(instrument);
  }
  return { kind: 'instruments', instruments, skipped: rows.length - instruments.length };
}

function readBook(rows: readonly unknown[], query: URLSearchParams): RestReading | null {
  const [first] = rows;
  if (!isRecord(first)) return null;
  const { asks, bids, seqId, ts } = first as unknown as OkxBookRow;
  const askLevels = readLevels(asks);
  const bidLevels = readLevels(bids);
  if (askLevels === null || bidLevels === null) return null;
  const seq = typeof seqId === 'number' ? seqId : -1;
  return { kind: 'depth', wireSymbol: query.get('instId'), seq, venueMs: Number(ts), bids: bidLevels, asks: askLevels };
}

function readTrades(rows: readonly unknown[]): RestReading | null {
  const trades: Extract<RestReading, { kind: 'trades' }>['trades'][number][] = [];
  for (const row of rows) {
    if (!isRecord(row)) return null;
    const takerSide = takerSideOf(String(row['side']));
    if (takerSide === null) return null;
    trades.push({
      px: Number(row['px']),
      qty: Number(row['sz']),
      takerSide,
      id: String(row['tradeId']),
      venueMs: Number(row['ts']),
    });
  }
  return { kind: 'trades', trades };
}

function readTickers(rows: readonly unknown[]): RestReading | null {
  const tickers: Extract<RestReading, { kind: 'tickers' }>['tickers'][number][] = [];
  for (const row of rows) {
    if (!isRecord(row)) return null;
    const ticker = row as unknown as OkxTickerRow;
    const lastPx = numberOrNull(ticker.last) ?? Number.NaN;
    const openPx = numberOrNull(ticker.open24h);
    const changeFrac = openPx === null || !(openPx > 0) || Number.isNaN(lastPx) ? null : lastPx / openPx - 1;
    tickers.push({ wireSymbol: ticker.instId, lastPx, changeFrac, volumeQuote: volumeQuote(ticker, lastPx) });
  }
  return { kind: 'tickers', tickers };
}

/** SPOT states its turnover in quote. Derivatives state it in coins, which the last price turns into quote. */
function volumeQuote(ticker: OkxTickerRow, lastPx: number): number | null {
  const volume = numberOrNull(ticker.volCcy24h);
  if (volume === null) return null;
  if (ticker.instType === 'SPOT') return volume;
  return Number.isNaN(lastPx) ? null : volume * lastPx;
}

function readMarks(rows: readonly unknown[]): RestReading | null {
  const marks: Extract<RestReading, { kind: 'marks' }>['marks'][number][] = [];
  for (const row of rows) {
    if (!isRecord(row)) return null;
    marks.push({
      wireSymbol: String(row['instId']),
      markPx: numberOrNull(row['markPx']),
      indexPx: numberOrNull(row['idxPx']),
      fundingRateFrac: numberOrNull(row['fundingRate']),
    });
  }
  return { kind: 'marks', marks };
}
