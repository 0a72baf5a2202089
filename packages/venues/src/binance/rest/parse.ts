import type { BinanceProduct } from '../config.ts';
import { takerSideOf } from '../enums.ts';
import { readRefusal, restErrorOf } from '../errors.ts';
import { parseInstruments } from '../extra/parse-instruments.ts';
import {
  listOf,
  numberOf,
  numberOrNull,
  readCandleRows,
  readLevels,
  recordOf,
  type RestReading,
} from '../../kit/index.ts';
import type { WireDayTicker, WireDepth, WirePremiumIndex, WireTrade } from './wire.ts';

type Reading<K extends RestReading['kind']> = Extract<RestReading, { kind: K }>;

/** Reads `{"serverTime":…}`; null when the body is none. */
export function parseTime(body: unknown): Reading<'time'> | null {
  const venueMs = recordOf(body)?.['serverTime'];
  return typeof venueMs === 'number' ? { kind: 'time', venueMs } : null;
}

/** Reads a depth snapshot; null when a level or the sequence can't be read. */
export function parseDepth(body: unknown, wireSymbol: string | null): Reading<'depth'> | null {
  const { lastUpdateId, E, bids, asks } = (recordOf(body) ?? {}) as WireDepth;
  const bidLevels = readLevels(bids);
  const askLevels = readLevels(asks);
  if (typeof lastUpdateId !== 'number' || bidLevels === null || askLevels === null) return null;
  return { kind: 'depth', wireSymbol, seq: lastUpdateId, venueMs: numberOf(E), bids: bidLevels, asks: askLevels };
}

/** Reads `trades` or `aggTrades`; null when one of them lacks a field. */
export function parseTrades(body: unknown): Reading<'trades'> | null {
  const rows = listOf(body);
  if (rows === null) return null;
  const trades: Reading<'trades'>['trades'][number][] = [];
  for (const row of rows) {
    const wire = (recordOf(row) ?? {}) as WireTrade;
    const isBuyerMaker = wire.isBuyerMaker ?? wire.m;
    const id = wire.id ?? wire.a;
    const px = numberOf(wire.price ?? wire.p);
    const qty = numberOf(wire.qty ?? wire.q);
    const venueMs = numberOf(wire.time ?? wire.T);
    if (typeof isBuyerMaker !== 'boolean' || typeof id !== 'number') return null;
    if (Number.isNaN(px + qty + venueMs)) return null;
    trades.push({ px, qty, takerSide: takerSideOf(isBuyerMaker), id: String(id), venueMs });
  }
  return { kind: 'trades', trades };
}

/** Reads `ticker/24hr`, of one symbol or of all; the change becomes a fraction. Null when the body is neither. */
export function parseDayTickers(body: unknown): Reading<'tickers'> | null {
  const tickers: Reading<'tickers'>['tickers'][number][] = [];
  for (const row of listOf(body) ?? [body]) {
    const wire = (recordOf(row) ?? {}) as WireDayTicker;
    const lastPx = numberOf(wire.lastPrice);
    if (typeof wire.symbol !== 'string' || Number.isNaN(lastPx)) return null;
    const changePct = numberOrNull(wire.priceChangePercent);
    tickers.push({
      wireSymbol: wire.symbol,
      lastPx,
      changeFrac: changePct === null ? null : changePct / 100,
      volumeQuote: numberOrNull(wire.quoteVolume),
    });
  }
  return { kind: 'tickers', tickers };
}

/** Reads `premiumIndex`, of one symbol or of all; delivery contracts send an empty funding rate. */
export function parseMarks(body: unknown): Reading<'marks'> | null {
  const marks: Reading<'marks'>['marks'][number][] = [];
  for (const row of listOf(body) ?? [body]) {
    const wire = (recordOf(row) ?? {}) as WirePremiumIndex;
    if (typeof wire.symbol !== 'string') return null;
    marks.push({
      wireSymbol: wire.symbol,
      markPx: numberOrNull(wire.markPrice),
      indexPx: numberOrNull(wire.indexPrice),
      fundingRateFrac: numberOrNull(wire.lastFundingRate),
    });
  }
  return { kind: 'marks', marks };
}

/**
 * Reads a public answer by its path (without host, query allowed).
 * Null for endpoints the product does not read and for bodies that are not what the path promises.
 */
export function readRest(path: string, body: unknown): RestReading | null {
  const [route = '', query = ''] = path.split('?');
  const match = /^\/(?:spot\/|usdm\/)?(api|fapi)\/v\d+\/(.+)$/.exec(route);
  if (match === null) return null;
  const product: BinanceProduct = match[1] === 'api' ? 'spot' : 'usdm';
  const refusal = readRefusal(body);
  if (refusal !== null && !(refusal.wireCode >= 0)) {
    return { kind: 'refusal', code: restErrorOf(product, refusal.wireCode).code };
  }
  switch (match[2] ?? '') {
    case 'time':
      return parseTime(body);
    case 'exchangeInfo': {
      const reading = parseInstruments(product, body);
      return reading === null ? null : { kind: 'instruments', ...reading };
    }
    case 'depth':
      return parseDepth(body, new URLSearchParams(query).get('symbol'));
    case 'trades':
    case 'aggTrades':
      return parseTrades(body);
    case 'klines':
      return readCandleRows(body);
    case 'ticker/24hr':
      return parseDayTickers(body);
    case 'premiumIndex':
      return parseMarks(body);
    default:
      return null;
  }
}
