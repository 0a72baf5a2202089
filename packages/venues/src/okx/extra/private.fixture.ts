import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instrument, PlaceOrder } from '@riptide/core/domain';
import { isRecord, listOf, recordOf, type JsonRecord } from '../../kit/index.ts';
import { readOkxRest } from '../rest/parse.ts';

/** Reads a fixture of OKX. */
export function okxFixture(name: string): JsonRecord {
  const text = readFileSync(join(import.meta.dirname, '../../../fixtures/okx', `${name}.json`), 'utf8');
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new Error(`${name} is no object`);
  return value;
}

/** Returns the rows of a fixture. */
export function okxRows(name: string): readonly JsonRecord[] {
  return (listOf(okxFixture(name)['data']) ?? []).map((row) => recordOf(row) ?? {});
}

function listed(kind: 'spot' | 'swap'): readonly Instrument[] {
  const body = okxFixture(`rest_get_instruments_${kind}`);
  const reading = readOkxRest('/api/v5/public/instruments', body);
  return reading?.kind === 'instruments' ? reading.instruments : [];
}

/** The instruments of the fixtures: a swap of 0.1 ETH a contract, its spot pair, an inverse swap. */
export const OKX_LISTED: readonly Instrument[] = [...listed('swap'), ...listed('spot')];

/** Finds a fixture's instrument by its wire symbol. */
export function okxListed(wireSymbol: string): Instrument {
  const found = OKX_LISTED.find((one) => one.wireSymbol === wireSymbol);
  if (found === undefined) throw new Error(`no ${wireSymbol} in the fixtures`);
  return found;
}

/** Returns the fixture's instrument of a wire symbol; null for others. */
export const findListed = (wireSymbol: string): Instrument | null =>
  OKX_LISTED.find((one) => one.wireSymbol === wireSymbol) ?? null;

/** Builds a market buy of 0.25 ETH on the swap; `over` replaces what matters. */
export function buildPlaceOrder(over: Partial<PlaceOrder> = {}): PlaceOrder {
  return {
    clientOrderId: 'PA1',
    instrument: okxListed('ETH-USDT-SWAP'),
    side: 'BUY',
    type: 'market',
    tif: 'GTC',
    qtyBase: '0.25',
    px: null,
    triggerPx: null,
    triggerBy: 'mark',
    isReduceOnly: false,
    closesPosition: false,
    leverage: null,
    role: 'entry',
    ...over,
  };
}
