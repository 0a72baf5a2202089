import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KucoinCall } from '../extra/private-api.ts';
import * as account from './account.ts';
import * as futures from './trading-futures.ts';
import * as spot from './trading-spot.ts';

const DATA = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../../../../shared/data');
const REQUESTS = join(DATA, 'requests/kucoin-sdk-request.jsonl');

type Fields = Readonly<Record<string, string>>;

/** What we send for a request of the SDK, from that request's own values. */
const CALLS: Readonly<Record<string, (fields: Fields) => KucoinCall>> = {
  GetOrderByClientOid: ({ clientOid }) => futures.buildGetOrderByClientOid(clientOid ?? ''),
  GetPositionDetails: ({ symbol }) => account.buildGetPositionDetails(symbol ?? ''),
  GetCrossMarginLeverage: ({ symbol }) => account.buildGetCrossMarginLeverage(symbol ?? ''),
  ModifyMarginLeverage: ({ symbol, leverage }) =>
    account.buildModifyCrossMarginLeverage(symbol ?? '', Number(leverage)),
  GetFuturesAccount: ({ currency }) => account.buildGetAccountOverview(currency ?? ''),
  GetFuturesActualFee: ({ symbol }) => account.buildGetFuturesActualFee(symbol ?? ''),
  CancelOrderByOrderId: ({ symbol, orderId }) => spot.buildCancelHfOrderById(symbol ?? '', orderId ?? ''),
  CancelOrderByClientOid: ({ symbol, clientOid }) => spot.buildCancelHfOrderByClientOid(symbol ?? '', clientOid ?? ''),
  SetDCP: ({ timeout, symbols }) => spot.buildSetDcp(Number(timeout), (symbols ?? '').split(',')),
};

interface Row {
  readonly name: string;
  readonly endpoint: string;
  readonly request: Fields;
}

const rows: readonly Row[] = existsSync(REQUESTS)
  ? readFileSync(REQUESTS, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row)
      .filter(({ name }) => name in CALLS)
  : [];

describe.skipIf(rows.length === 0)('requests as the official SDK makes them', () => {
  it('are ours too, path and parameters', () => {
    for (const { name, endpoint, request } of rows) {
      const call = CALLS[name]!(request);
      const inPath = [...endpoint.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
      expect(call.path, name).toBe(endpoint.replaceAll(/\{(\w+)\}/g, (_match, field: string) => request[field] ?? ''));
      const rest = Object.entries(request).filter(([field]) => !inPath.includes(field));
      expect({ ...call.params }, name).toEqual(Object.fromEntries(rest));
    }
    expect(new Set(rows.map(({ name }) => name)).size).toBe(Object.keys(CALLS).length);
  });
});
