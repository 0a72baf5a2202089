import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Instrument, PlaceOrder } from '@riptide/core/domain';
import { listOf, parseExactJson, recordOf, type JsonRecord } from '../../kit/index.ts';

const FIXTURES = resolve(import.meta.dirname, '../../../fixtures/kucoin');

function instrument(over: Partial<Instrument>): Instrument {
  return {
    id: 'BTCUSDT.PERP.KUCOIN',
    venue: 'KUCOIN',
    kind: 'perp',
    symbol: 'BTCUSDT',
    wireSymbol: 'XBTUSDTM',
    baseAsset: 'BTC',
    quoteAsset: 'USDT',
    settleAsset: 'USDT',
    isInverse: false,
    qtyScale: 0.001,
    pxDivisor: 1,
    pxTick: '0.1',
    qtyStep: '1',
    qtyMin: '1',
    qtyMax: null,
    notionalMin: null,
    isTrading: true,
    listedMs: null,
    fundingIntervalHours: 8,
    ...over,
  };
}

/** A contract of 0.001 BTC a lot. */
export const XBT = instrument({});
/** A contract of ten thousand-packs a lot: both quantity and price carry the factor of the name. */
export const BONK = instrument({
  id: 'BONKUSDT.PERP.KUCOIN',
  symbol: 'BONKUSDT',
  wireSymbol: '1000BONKUSDTM',
  baseAsset: 'BONK',
  qtyScale: 10_000,
  pxDivisor: 1_000,
  pxTick: '0.00001',
});
/** A spot pair. */
export const BTC_USDT = instrument({
  id: 'BTCUSDT.SPOT.KUCOIN',
  kind: 'spot',
  wireSymbol: 'BTC-USDT',
  qtyScale: 1,
  qtyStep: '0.00000001',
  qtyMin: '0.00001',
  notionalMin: '0.1',
  fundingIntervalHours: null,
});

/** Builds a limit buy of 0.003 BTC on the contract; `over` replaces what matters. */
export function buildPlaceOrder(over: Partial<PlaceOrder> = {}): PlaceOrder {
  return {
    clientOrderId: 'pas0001',
    instrument: XBT,
    side: 'BUY',
    type: 'limit',
    tif: 'GTC',
    qtyBase: '0.003',
    px: '91250.5',
    triggerPx: null,
    triggerBy: 'mark',
    isReduceOnly: false,
    closesPosition: false,
    leverage: 5,
    role: 'entry',
    ...over,
  };
}

/** Reads a fixture with its numbers as text, as the adapter does. */
export function readFixture(name: string): JsonRecord {
  const frame = recordOf(parseExactJson(readFileSync(resolve(FIXTURES, `${name}.json`), 'utf8')));
  if (frame === null) throw new Error(`Invariant: ${name} is no object`);
  return frame;
}

/** Reads the rows of a REST fixture: `data`, `data.items` or `data.dataList`. */
export function readFixtureRows(name: string): readonly JsonRecord[] {
  const { data } = readFixture(name);
  const rows = listOf(data) ?? listOf(recordOf(data)?.['items']) ?? listOf(recordOf(data)?.['dataList']) ?? [data];
  return rows.map((row) => recordOf(row) ?? {});
}
