import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../../../core/src/domain/build-instrument.fixture.ts';
import { isRecord, listOf, recordOf, type JsonRecord } from '../../kit/index.ts';
import type { InstrumentBook } from '../extra/instrument-book.ts';
import { readBybitPrivateFrame } from '../ws/parse-private.ts';
import { readPosition, readTransaction, readWallet } from '../extra/parse-account.ts';
import { readExecution, readOrder } from './parse-private.ts';

const DATA = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../../../../shared/data');
const CASES = join(DATA, 'cases');
/** Templates with placeholders where a venue has values. */
const TEMPLATES = /^hummingbot-/;
const ROWS_AT_LEAST = 35;

/** Every name is listed here: these cases are about shapes, not about instruments. */
const everything = {
  find: (category: unknown, wireSymbol: unknown) =>
    buildInstrument({ venue: 'BYBIT', kind: category === 'spot' ? 'spot' : 'perp', wireSymbol: String(wireSymbol) }),
} as unknown as InstrumentBook;

interface Case {
  readonly id: string;
  readonly venue: string;
  readonly kind: string;
  readonly raw: unknown;
}

function cases(): readonly Case[] {
  return readdirSync(CASES)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(CASES, name), 'utf8').split('\n'))
    .filter((line) => line.includes('"bybit"'))
    .map((line) => JSON.parse(line) as Case)
    .filter(({ id, venue }) => venue === 'bybit' && !TEMPLATES.test(id));
}

/** Reads a row by what stands in it. Returns nothing for rows of public lists. */
function readRow(row: JsonRecord, category: string): readonly unknown[] {
  if ('execId' in row && 'execFee' in row) return [readExecution(row, category, everything)];
  if ('orderStatus' in row) return [readOrder(row, category, everything)];
  const context = { category, marginMode: null, atMs: 1_795_000_000_000 };
  if ('positionIdx' in row && 'size' in row) return [readPosition(row, everything, context)];
  if (Array.isArray(row['coin'])) return readWallet(row, 1_795_000_000_000);
  return 'cashFlow' in row ? [readTransaction(row, everything)] : [];
}

function readingsOf({ kind, raw }: Case): readonly unknown[] {
  const frames = kind === 'ws-dialogue' && Array.isArray(raw) ? raw.map((step) => recordOf(step)?.['msg']) : [raw];
  if (kind.startsWith('ws-')) {
    return frames.flatMap((frame) => {
      const read = readBybitPrivateFrame(JSON.stringify(frame));
      return read.kind === 'push' ? read.rows.flatMap((row) => readRow(row, '')) : [];
    });
  }
  const body = recordOf(recordOf(raw)?.['response']) ?? recordOf(raw);
  const result = recordOf(body?.['result']) ?? body;
  const rows = (listOf(result?.['list']) ?? []).filter(isRecord);
  return rows.flatMap((row) => readRow(row, String(result?.['category'] ?? 'linear')));
}

describe.skipIf(!existsSync(CASES))('private payloads that others wrote down', () => {
  it('reads every row of orders, executions, positions, wallets and transactions', () => {
    const readings = cases().map((one) => ({ id: one.id, rows: readingsOf(one) }));
    const malformed = readings.filter(({ rows }) => rows.includes('malformed')).map(({ id }) => id);
    expect(malformed).toEqual([]);
    expect(readings.flatMap(({ rows }) => rows).length).toBeGreaterThanOrEqual(ROWS_AT_LEAST);
  });

  it('leaves no field of a row unread as NaN', () => {
    const rows = cases().flatMap(readingsOf);
    for (const row of rows.filter((one) => isRecord(one))) {
      expect(
        Object.values(row).some((value) => Number.isNaN(value) || value === undefined),
        JSON.stringify(row),
      ).toBe(false);
    }
  });
});
