import { instrumentId, type DecimalString, type EpochMs, type Instrument, type PriceBand } from '@riptide/core/domain';
import {
  bandFields,
  isPositive,
  isRecord,
  leverageField,
  numberOf,
  numberOrNull,
  readCandleRows,
  readLevels,
  type JsonRecord,
  type RestReading,
} from '../../kit/index.ts';
import { kindOf, takerSideOf } from '../enums.ts';
import { fromWireAsset, fromWireSymbol } from '../symbols.ts';
import type { BybitEnvelope, BybitInstrumentRow } from './wire.ts';

type Reader = (result: JsonRecord, envelope: BybitEnvelope) => RestReading | null;

const READERS: Readonly<Record<string, Reader>> = {
  '/v5/market/time': readTime,
  '/v5/market/instruments-info': readInstruments,
  '/v5/market/orderbook': readBook,
  '/v5/market/tickers': readTickers,
  // Newest first as sent.
  '/v5/market/kline': (result) => readCandleRows(result['list']),
  '/v5/market/recent-trade': readTrades,
};

/** Symbol types that are no coins: same tickers, other things. */
const OTHER_ASSETS: ReadonlySet<string> = new Set(['stock', 'xstocks', 'commodity', 'forex', 'index']);
const MINUTES_PER_HOUR = 60;

/** Reads a public answer by its path; null for endpoints that are not read and for bodies of another shape. */
export function readBybitRest(path: string, body: unknown): RestReading | null {
  const read = READERS[path.split('?')[0] ?? ''];
  if (read === undefined || !isRecord(body) || body['retCode'] === undefined) return null;
  if (String(body['retCode']) !== '0') return { kind: 'refusal', code: String(body['retCode']) };
  const { result } = body;
  return isRecord(result) ? read(result, body as unknown as BybitEnvelope) : null;
}

/** Returns where the next page starts; null on the last one. */
export function nextCursorOf(body: unknown): string | null {
  const result = isRecord(body) ? body['result'] : null;
  const cursor = isRecord(result) ? result['nextPageCursor'] : null;
  return typeof cursor === 'string' && cursor !== '' ? cursor : null;
}

/**
 * Builds an instrument from its row; null for rows without a usable kind, tick or step.
 *
 * QUIRK(bybit): spot has no qtyStep, its step is basePrecision; sizes are base units everywhere but on inverse contracts.
 */
function toInstrument(row: BybitInstrumentRow): Instrument | null {
  const kind = kindOf(row.contractType);
  const { lotSizeFilter: lot, priceFilter } = row;
  const qtyStep = lot?.qtyStep ?? lot?.basePrecision;
  if (kind === null || !isPositive(priceFilter?.tickSize) || !isPositive(qtyStep)) return null;
  const { asset, multiplier } = fromWireAsset(row.baseCoin);
  const symbol = fromWireSymbol({ wireSymbol: row.symbol, baseCoin: row.baseCoin, quoteCoin: row.quoteCoin, kind });
  return {
    id: instrumentId(symbol, kind, 'BYBIT'),
    venue: 'BYBIT',
    kind,
    symbol,
    wireSymbol: row.symbol,
    baseAsset: asset,
    quoteAsset: row.quoteCoin,
    settleAsset: row.settleCoin ?? row.quoteCoin,
    isInverse: row.contractType?.startsWith('Inverse') ?? false,
    qtyScale: multiplier,
    pxDivisor: multiplier,
    pxTick: priceFilter.tickSize,
    qtyStep: qtyStep as DecimalString,
    // minOrderQty of spot is deprecated; the smallest size there is one step.
    qtyMin:
      kind !== 'spot' && isPositive(lot.minOrderQty) ? (lot.minOrderQty as DecimalString) : (qtyStep as DecimalString),
    qtyMax: firstPositive(lot.maxLimitOrderQty, lot.maxOrderQty),
    notionalMin: firstPositive(lot.minNotionalValue, lot.minOrderAmt),
    isTrading: row.status === 'Trading' && !OTHER_ASSETS.has(row.symbolType ?? ''),
    listedMs: isPositive(row.launchTime) ? (Number(row.launchTime) as EpochMs) : null,
    fundingIntervalHours:
      kind === 'perp' && Number(row.fundingInterval) > 0 ? Number(row.fundingInterval) / MINUTES_PER_HOUR : null,
    ...bandFields(bandOf(row)),
    ...leverageField(kind, row.leverageFilter?.maxLeverage),
  };
}

/**
 * No limit price passes the outer bound; between it and the inner one the premium decides, which the limits in force tell.
 *
 * @source docs/venues/bybit.md#price-bands
 */
function bandOf({ riskParameters }: BybitInstrumentRow): PriceBand {
  const ratio = numberOrNull(riskParameters?.priceLimitRatioY);
  const frac = ratio !== null && ratio > 0 ? ratio : null;
  return { buyUpFrac: frac, buyDownFrac: null, sellUpFrac: null, sellDownFrac: frac };
}

function readTime(result: JsonRecord, envelope: BybitEnvelope): RestReading | null {
  const nanos = Number(result['timeNano']);
  const venueMs = Number.isFinite(nanos) && nanos > 0 ? Math.floor(nanos / 1e6) : numberOf(envelope.time);
  return Number.isFinite(venueMs) ? { kind: 'time', venueMs } : null;
}

function readInstruments(result: JsonRecord): RestReading | null {
  const rows = listOf(result);
  if (rows === null) return null;
  const instruments: Instrument[] = [];
  for (const row of rows) {
    const instrument =
      typeof row['symbol'] === 'string' && typeof row['baseCoin'] === 'string'
        ? toInstrument(row as unknown as BybitInstrumentRow)
        : null;
    if (instrument !== null) instruments.push(instrument);
  }
  return { kind: 'instruments', instruments, skipped: rows.length - instruments.length };
}

function readBook(result: JsonRecord): RestReading | null {
  const bids = readLevels(result['b']);
  const asks = readLevels(result['a']);
  if (bids === null || asks === null) return null;
  const wireSymbol = typeof result['s'] === 'string' ? result['s'] : null;
  const venueMs = Number(result['cts'] ?? result['ts']);
  return { kind: 'depth', wireSymbol, seq: Number(result['u']), venueMs, bids, asks };
}

function readTrades(result: JsonRecord): RestReading | null {
  const trades: Extract<RestReading, { kind: 'trades' }>['trades'][number][] = [];
  for (const row of listOf(result) ?? []) {
    const takerSide = takerSideOf(String(row['side']));
    if (takerSide === null) return null;
    trades.push({
      px: Number(row['price']),
      qty: Number(row['size']),
      takerSide,
      id: String(row['execId']),
      venueMs: Number(row['time']),
    });
  }
  return { kind: 'trades', trades };
}

/** QUIRK(bybit): price24hPcnt is a fraction, where other venues send percent. */
function readTickers(result: JsonRecord): RestReading | null {
  const rows = listOf(result);
  if (rows === null) return null;
  const tickers = rows.map((row) => ({
    wireSymbol: String(row['symbol']),
    lastPx: numberOrNull(row['lastPrice']) ?? Number.NaN,
    changeFrac: numberOrNull(row['price24hPcnt']),
    volumeQuote: numberOrNull(row['turnover24h']),
  }));
  return { kind: 'tickers', tickers };
}

function listOf(result: JsonRecord): readonly JsonRecord[] | null {
  const { list } = result as { readonly list?: unknown };
  return Array.isArray(list) && list.every(isRecord) ? list : null;
}

function firstPositive(...texts: readonly (string | undefined)[]): DecimalString | null {
  return texts.find(isPositive) ?? null;
}
