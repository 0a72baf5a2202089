import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verifyCases, type CasesReport } from './verify-cases.ts';

const ROW = { id: 'a', source_repo: 'x/y', market: 'usdt-perp', channel: 'trade', kind: 'ws-push', test: '' };
const TRADE = { e: 'trade', E: 1, T: 1, s: 'BTCUSDT', t: 7, p: '7627.60', q: '0.044', m: false };
const EXPECTED = [
  ['tardis-normalized', [{ type: 'trade', price: 7627.6, amount: 0.044 }]],
  ['unicorn-fy-fields', { symbol: 'BTCUSDT', price: '7627.60' }],
  ['asserts', [{ what: 'trade.price', equals: 7627.6 }]],
] as const;
const VENUES = ['binance', 'bybit', 'okx', 'kucoin'];

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function verifyRow(row: Readonly<Record<string, unknown>>): Promise<CasesReport> {
  const folder = await mkdtemp(join(tmpdir(), 'expected-'));
  folders.push(folder);
  await writeFile(join(folder, 'rows.jsonl'), JSON.stringify({ ...ROW, ...row }));
  return verifyCases([join(folder, 'rows.jsonl')]);
}

describe('a push of which something is stated', () => {
  it.each(EXPECTED)('agrees in the form %s when it says so', async (expected_form, expected) => {
    const report = await verifyRow({ venue: 'binance', raw: TRADE, expected_form, expected });
    expect(report).toMatchObject({ isGood: true, tallies: [{ agree: 1 }] });
  });

  it.each(EXPECTED.flatMap(([form, expected]) => VENUES.map((venue) => ({ form, expected, venue }))))(
    'disagrees when it is no frame of $venue ($form)',
    async ({ expected, form, venue }) => {
      for (const raw of [{ garbage: 1 }, {}, [], 'garbage', 1]) {
        const report = await verifyRow({ venue, raw, expected_form: form, expected });
        expect(report.isGood).toBe(false);
        expect(report.disagreeing.map(({ reason }) => reason)).toEqual(['frame not recognised']);
      }
    },
  );

  it.each(EXPECTED)('disagrees in the form %s when the statement is missing', async (expected_form) => {
    for (const expected of [undefined, null]) {
      const report = await verifyRow({ venue: 'binance', raw: TRADE, expected_form, expected });
      expect(report.disagreeing.map(({ reason }) => reason)).toEqual(['expected is missing']);
    }
  });

  it.each(EXPECTED)('disagrees in the form %s when the statement has another shape', async (expected_form) => {
    const report = await verifyRow({ venue: 'binance', raw: TRADE, expected_form, expected: 'text' });
    expect(report.disagreeing[0]?.reason).toBe(`expected is not of the form ${expected_form}`);
  });

  it.each(['bybit', 'okx', 'kucoin'])(
    'stays unsupported as a part of a frame of %s in a form that quotes source text',
    async (venue) => {
      const report = await verifyRow({ venue, raw: { px: '1' }, expected_form: 'rust-source', expected: 'dec!(1)' });
      expect(report.unsupported[0]?.reason).toContain('a part of a frame');
    },
  );

  it.each([{ raw: TRADE }, { raw: { garbage: 1 } }])('is unsupported in an unknown form: %j', async ({ raw }) => {
    const report = await verifyRow({ venue: 'binance', raw, expected_form: 'haiku', expected: [1] });
    expect(report.unsupported.map(({ reason }) => reason)).toEqual(['expected form haiku is not known']);
  });

  it('disagrees in an unknown form when the frame itself is read wrongly', async () => {
    const raw = { ...TRADE, p: { wrong: true } };
    const report = await verifyRow({ venue: 'binance', raw, expected_form: 'haiku', expected: [1] });
    expect(report.disagreeing).toHaveLength(1);
  });
});
