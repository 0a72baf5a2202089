import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifyCases, type CasesReport } from './verify-cases.ts';

const DATA = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../../shared/data');
const CASES = join(DATA, 'cases');
const hasData = existsSync(CASES);
if (!hasData) console.log(`cases.test: ${CASES} is absent, no cases of other projects are verified`);
const files = hasData ? readdirSync(CASES).filter((name) => name.endsWith('.jsonl')) : [];

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function verifyRows(rows: readonly unknown[]): Promise<CasesReport> {
  const folder = await mkdtemp(join(tmpdir(), 'cases-'));
  folders.push(folder);
  await writeFile(join(folder, 'rows.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
  return verifyCases([join(folder, 'rows.jsonl')]);
}

/** Other projects' rows as JSON.parse gives them. */
type Row = ReturnType<typeof JSON.parse>;

function rowsOf(file: string): Row[] {
  return readFileSync(join(CASES, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const ROW = {
  source_repo: 'x/y',
  market: 'usdt-perp',
  channel: 'trade',
  kind: 'ws-push',
  test: '',
  expected_form: 'none',
};
const TRADE = { e: 'trade', E: 1, T: 1, s: 'BTCUSDT', t: 7, p: '7627.60', q: '0.044', m: false };

describe.skipIf(!hasData)('cases of other projects', { timeout: 60_000 }, () => {
  let report: CasesReport;
  beforeAll(async () => {
    report = await verifyCases(files.map((file) => join(CASES, file)));
  }, 60_000);

  it('agree, or are named with the reason', () => {
    expect(report.disagreeing).toEqual([]);
    expect(report.isGood).toBe(true);
    const counted = report.tallies.reduce(
      (sum, one) => sum + one.agree + one.disagree + one.unsupported + one.knownWrong,
      0,
    );
    expect(counted).toBe(report.rows);
    expect(report.unsupported.every(({ reason }) => reason !== '')).toBe(true);
    for (const form of ['tardis-normalized', 'unicorn-fy-fields', 'asserts']) {
      const agreeing = report.tallies.filter((one) => one.form === form).reduce((sum, one) => sum + one.agree, 0);
      expect(agreeing).toBeGreaterThan(10);
    }
  });

  it('leaves out only rows that are private, in parts, or of an endpoint that is not read', () => {
    const pushes = report.unsupported.filter(({ kind }) => kind === 'ws-push' || kind === 'ws-dialogue');
    const others = pushes.filter(
      ({ reason }) =>
        !/private|part of a frame|template|cut to their time|without prices|leaves the channel out|an arg without|as objects/.test(
          reason,
        ),
    );
    expect(others).toEqual([]);
  });

  it.each([
    [
      'a price',
      (row: Row) => {
        row.expected[0].price += 0.01;
      },
    ],
    [
      'a side',
      (row: Row) => {
        row.expected[0].side = row.expected[0].side === 'buy' ? 'sell' : 'buy';
      },
    ],
    [
      'a time',
      (row: Row) => {
        row.expected[0].timestamp = '2001-01-01T00:00:00.000Z';
      },
    ],
    [
      'a message more',
      (row: Row) => {
        row.expected.push(row.expected[0]);
      },
    ],
    [
      'a message less',
      (row: Row) => {
        row.expected.pop();
      },
    ],
  ])('finds a disagreement in %s of a sequence', async (_what, spoil) => {
    const rows = rowsOf('tardis-node.jsonl').filter(({ sequence }) =>
      String(sequence).startsWith('mappers > map binance futures'),
    );
    spoil(rows.find(({ expected }) => expected?.[0]?.type === 'trade'));
    expect((await verifyRows(rows)).disagreeing).toHaveLength(1);
  });

  it('finds a disagreement in every kind of assert it knows', async () => {
    const rows = rowsOf('crypto-msg-parser.jsonl').filter(({ expected_form }) => expected_form === 'asserts');
    const spoiled = rows.flatMap((row) =>
      row.expected.flatMap((one: Row, at: number) =>
        typeof one.equals === 'number'
          ? [{ ...row, id: `${row.id}-${at}`, expected: [{ ...one, equals: one.equals * 1.5 + 1 }] }]
          : [],
      ),
    );
    const report = await verifyRows(spoiled);
    const unread = report.tallies.reduce((sum, one) => sum + one.unsupportedFacts + one.unsupported, 0);
    expect(report.disagreeing.length).toBe(spoiled.length - unread);
    expect(unread).toBeLessThan(spoiled.length / 5);
  });

  it('finds a disagreement in a field of unicorn-fy', async () => {
    const rows = rowsOf('unicorn-fy.jsonl').filter(({ id }) => id === 'unicorn-fy-0001');
    const spoiled = rows.map((row) => ({ ...row, expected: { ...row.expected, is_market_maker: false } }));
    expect((await verifyRows(spoiled)).disagreeing[0]?.reason).toContain('is_market_maker');
  });
});

describe('verifyCases', () => {
  it('reads a push without loss', async () => {
    const report = await verifyRows([{ ...ROW, id: 'a', venue: 'binance', raw: TRADE }]);
    expect(report).toMatchObject({ isGood: true, rows: 1, tallies: [{ agree: 1 }] });
  });

  it('fails on a public channel nobody knows', async () => {
    const report = await verifyRows([
      { ...ROW, id: 'a', venue: 'okx', raw: { arg: { channel: 'no-such', instId: 'BTC-USDT' }, data: [{}] } },
    ]);
    expect(report.isGood).toBe(false);
    expect(report.disagreeing[0]?.reason).toContain('does not parse');
  });

  it('fails on a frame that is broken', async () => {
    const report = await verifyRows([{ ...ROW, id: 'a', venue: 'binance', raw: { ...TRADE, p: { wrong: true } } }]);
    expect(report.isGood).toBe(false);
  });

  it('counts an assert it does not know and takes it for nothing', async () => {
    const asserts = [{ what: 'moon.phase', equals: 3 }];
    const report = await verifyRows([
      { ...ROW, id: 'a', venue: 'binance', raw: TRADE, expected_form: 'asserts', expected: asserts },
    ]);
    expect(report.unsupportedFacts).toEqual({ 'moon.phase': 1 });
  });

  it('names private rows as unsupported', async () => {
    const report = await verifyRows([{ ...ROW, id: 'a', venue: 'okx', raw: { arg: { channel: 'orders' }, data: [] } }]);
    expect(report.unsupported[0]?.reason).toBe('private channel orders');
  });
});
