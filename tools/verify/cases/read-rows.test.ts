import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyCases } from './verify-cases.ts';

const ROW = {
  id: 'a',
  source_repo: 'x/y',
  venue: 'binance',
  market: 'usdt-perp',
  channel: 'trade',
  kind: 'ws-push',
  test: '',
  expected_form: 'none',
  raw: { e: 'trade', E: 1, T: 1, s: 'BTCUSDT', t: 7, p: '7627.60', q: '0.044', m: false },
};

describe('verifyCases over what is no row', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rows-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function fileWith(name: string, lines: readonly string[]): Promise<string> {
    await writeFile(join(folder, name), lines.join('\n'));
    return join(folder, name);
  }

  it.each([
    ['a line that is no JSON', '{"id": "b", ', 'no JSON'],
    ['a list', '[1]', 'no object'],
    ['a null', 'null', 'no object'],
    ['a text', '"binance"', 'no object'],
    ['an unknown venue', JSON.stringify({ ...ROW, venue: 'kraken' }), 'venue "kraken" is not known'],
    ['no venue', JSON.stringify({ ...ROW, venue: undefined }), 'venue missing is not known'],
    ['no id', JSON.stringify({ ...ROW, id: undefined }), 'no id'],
  ])('lists %s by file and line, judges the other rows and fails', async (_what, line, reason) => {
    const file = await fileWith('rows.jsonl', [JSON.stringify(ROW), '', line, JSON.stringify({ ...ROW, id: 'z' })]);
    const report = await verifyCases([file]);
    expect(report).toMatchObject({ isGood: false, rows: 2, tallies: [{ agree: 2 }], disagreeing: [] });
    expect(report.unreadable).toEqual([{ file, line: 3, reason: expect.stringContaining(reason) as string }]);
  });

  it('lists a missing file, judges the other files and fails', async () => {
    const missing = join(folder, 'none.jsonl');
    const report = await verifyCases([missing, await fileWith('rows.jsonl', [JSON.stringify(ROW)])]);
    expect(report).toMatchObject({ isGood: false, rows: 1, tallies: [{ agree: 1 }] });
    expect(report.unreadable).toEqual([
      { file: missing, line: null, reason: expect.stringContaining('ENOENT') as string },
    ]);
  });
});
