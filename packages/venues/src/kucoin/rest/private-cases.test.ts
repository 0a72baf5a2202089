import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRecord, listOf, parseExactJson, recordOf, type JsonRecord } from '../../kit/index.ts';
import { BTC_USDT, XBT } from '../extra/build-kucoin.fixture.ts';
import { readFuturesBalance, readKey, readPosition, readSpotBalances } from '../extra/parse-account.ts';
import { hmacBase64 } from '../sign.ts';
import { readPrivateFrame, type PrivateReading } from '../ws/parse-private.ts';
import { readFuturesFill, readFuturesOrder, readSpotFill, readSpotOrder } from './parse-private.ts';

const DATA = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../../../../shared/data');
const CASES = join(DATA, 'cases');
const VECTORS = join(DATA, 'requests/signing-vectors.jsonl');
const ROWS_AT_LEAST = 20;
const FRAMES_AT_LEAST = 10;

interface Case {
  readonly id: string;
  readonly raw: unknown;
}

/** Lines are read as the adapter reads: numbers stay text. */
function cases(): readonly Case[] {
  const files = readdirSync(CASES).filter((name) => /^(?:jkorf-kucoin|kucoin-universal-sdk)/.test(name));
  return files
    .flatMap((name) => readFileSync(join(CASES, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .flatMap((line) => {
      const row = recordOf(parseExactJson(line));
      return row === null ? [] : [{ id: String(row['id']), raw: row['raw'] }];
    });
}

/** Reads a row of a private answer by its path. undefined: a path nobody asks for. */
function readRow(path: string, row: JsonRecord): unknown {
  const isContract = String(row['symbol']).endsWith('M');
  if (/\/hf\/orders\/(?:active$|done|[0-9a-f]+$)/.test(path) && 'opType' in row) return readSpotOrder(row, BTC_USDT);
  if (/\/(?:orders|stopOrders|recentDoneOrders)(?:\/|$)/.test(path) && isContract && 'closeOrder' in row)
    return readFuturesOrder(row, XBT);
  if (/fills$/i.test(path) && 'tradeId' in row)
    return isContract ? readFuturesFill(row, XBT) : readSpotFill(row, BTC_USDT);
  if (/\/positions?$/.test(path) && 'currentQty' in row) return readPosition(row, XBT);
  if (path.endsWith('/account-overview')) return readFuturesBalance(row, 1_795_000_000_000);
  if (path.endsWith('/user/api-key')) return readKey(row);
  return path.endsWith('/api/v1/accounts') ? readSpotBalances([row], 1_795_000_000_000) : undefined;
}

function rowsOf({ raw }: Case): readonly unknown[] {
  const answer = recordOf(recordOf(raw)?.['response']);
  const path = String(recordOf(raw)?.['path']);
  const data = answer?.['data'];
  const rows = (listOf(data) ?? listOf(recordOf(data)?.['items']) ?? [data]).filter(isRecord);
  return rows.map((row) => readRow(path, row)).filter((reading) => reading !== undefined);
}

function framesOf({ raw }: Case): readonly (readonly PrivateReading[])[] {
  const steps = listOf(raw)?.map((step) => recordOf(step)?.['msg']) ?? [
    typeof raw === 'string' ? parseExactJson(raw) : raw,
  ];
  const isOurs = (frame: JsonRecord): boolean =>
    frame['data'] !== undefined &&
    /^\/(?:spotMarket|account|contractAccount|contract\/(?:position|margin|cross)|contractMarket\/(?:trade|advanced)Orders)/.test(
      String(frame['topic']),
    );
  const look = {
    instrumentOf: (symbol: unknown) => (String(symbol).endsWith('M') ? XBT : BTC_USDT),
    traitsOf: () => null,
    nowMs: 1_795_000_000_000,
  };
  return steps
    .filter(isRecord)
    .filter(isOurs)
    .map((frame) => readPrivateFrame(frame, look));
}

describe.skipIf(!existsSync(CASES))('private payloads that others wrote down', () => {
  it('reads every row of orders, fills, positions, balances and keys', () => {
    const readings = cases().map((one) => ({ id: one.id, rows: rowsOf(one) }));
    expect(readings.filter(({ rows }) => rows.includes(null)).map(({ id }) => id)).toEqual([]);
    expect(readings.flatMap(({ rows }) => rows).length).toBeGreaterThanOrEqual(ROWS_AT_LEAST);
  });

  it('reads every private frame', () => {
    const readings = cases().map((one) => ({ id: one.id, frames: framesOf(one) }));
    const malformed = readings.filter(({ frames }) => frames.flat().some(({ kind }) => kind === 'malformed'));
    expect(malformed.map(({ id }) => id)).toEqual([]);
    expect(readings.flatMap(({ frames }) => frames).length).toBeGreaterThanOrEqual(FRAMES_AT_LEAST);
  });

  it('leaves no field unread as NaN', () => {
    for (const row of cases().flatMap(rowsOf).filter(isRecord)) {
      const isUnread = Object.values(row).some((value) => Number.isNaN(value) || value === undefined);
      expect(isUnread, JSON.stringify(row)).toBe(false);
    }
  });
});

describe.skipIf(!existsSync(VECTORS))('signing vectors that others published', () => {
  it('are met', () => {
    const vectors = readFileSync(VECTORS, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"venue": "kucoin"'))
      .map((line) => JSON.parse(line) as Readonly<Record<'secret' | 'string_to_sign' | 'expected_signature', string>>);
    expect(vectors.length).toBeGreaterThan(0);
    for (const { secret, string_to_sign, expected_signature } of vectors) {
      expect(hmacBase64(secret, string_to_sign)).toBe(expected_signature);
    }
  });
});
