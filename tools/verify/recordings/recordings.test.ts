import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { InstrumentReport, RecordingReport } from './report.ts';
import { verifyRecordings, type VerifyReport } from './verify-recordings.ts';

const DATA = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../../shared/data');
const REPLAY = join(DATA, 'replay');
const hasData = existsSync(join(REPLAY, 'ORACLES.json'));
if (!hasData) console.log(`recordings.test: ${REPLAY} is absent, recordings are not verified`);

type Oracle = Record<string, Record<string, number | boolean | string> | string>;

function oracle(start: string): Oracle {
  const all = JSON.parse(readFileSync(join(REPLAY, 'ORACLES.json'), 'utf8')) as Record<string, Oracle>;
  const key = Object.keys(all).find((name) => name.startsWith(start));
  if (key === undefined) throw new Error(`no oracle ${start}`);
  return all[key] as Oracle;
}

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'verify-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

describe.skipIf(!hasData)('every oracle comes out of our sockets, adapters and books', { timeout: 180_000 }, () => {
  let report: VerifyReport;
  beforeAll(async () => {
    report = await verifyRecordings(REPLAY);
  }, 180_000);

  const recording = (name: string): RecordingReport => {
    const found = report.recordings.find((one) => one.recording === name);
    if (found === undefined) throw new Error(`no recording ${name}`);
    return found;
  };
  const total = (name: string, of: (one: InstrumentReport) => number): number =>
    recording(name).instruments.reduce((sum, one) => sum + of(one), 0);

  it('has nothing to object to', () => {
    expect(report.problems).toEqual([]);
    expect(report.isGood).toBe(true);
  });

  it('agrees with every best quote of the long Binance recordings', () => {
    const perps = Object.entries(oracle('binance (hftbacktest'));
    for (const [name, wanted] of perps) {
      const [folder = '', , symbol = ''] = name.split(' ');
      const found = recording(folder).instruments.find(
        (one) => one.market === 'perp' && one.wireSymbol === symbol.toUpperCase(),
      );
      expect({
        bookTicker_equal_u_checked: found?.quoteChecks.checks,
        mismatches: found?.quoteChecks.mismatches,
        diffs_applied: found?.updatesApplied,
        crossed_books: found?.crossed,
        diffs_before_snapshot: found?.framesBeforeSnapshot,
      }).toEqual(wanted);
    }
    expect(perps.length).toBe(3);
  });

  it('finds no gap in the short Binance recordings and joins every snapshot', () => {
    for (const [name, wanted] of Object.entries(oracle('binance (cryptofeed'))) {
      const { instruments } = recording(name);
      const frames = total(name, ({ bookFrames }) => bookFrames);
      const gaps = total(name, (one) => one.gaps);
      expect(`${instruments.length} symbols, ${frames} diffs, ${gaps} gaps`).toBe(wanted);
      expect(total(name, ({ coldStarts }) => coldStarts)).toBe(0);
    }
  });

  it('computes every checksum of OKX', () => {
    for (const [name, wanted] of Object.entries(oracle('okx'))) {
      expect({ ok: total(name, (one) => one.checksumsOk), bad: total(name, (one) => one.checksumsBad) }).toEqual(
        wanted,
      );
    }
  });

  it('finds no gap and no wrong ticker in the part of the KuCoin recording that is there', () => {
    const whole = oracle('kucoin')['level2 frames'] as unknown as number;
    const name = 'kucoin-spot-2021-04';
    const frames = total(name, ({ bookFrames }) => bookFrames);
    expect(frames).toBeGreaterThan(2_700);
    expect(frames).toBeLessThanOrEqual(whole);
    expect(total(name, (one) => one.gaps + one.quoteChecks.mismatches)).toBe(0);
    expect(total(name, (one) => one.quoteChecks.checks)).toBeGreaterThan(400);
  });

  it('applies every frame of the Bybit recording that is there', () => {
    const [frames = ''] = Object.values(
      JSON.parse(readFileSync(join(REPLAY, 'MANIFEST.json'), 'utf8')) as { file: string; total: number }[],
    )
      .filter(({ file }) => file.startsWith('bybit'))
      .map((one) => one.total);
    expect(total('bybit-linear-2024-12-01', (one) => one.updatesApplied)).toBe(frames);
  });

  it('shows the basis of BTCUSDT from the real spot and perp books', () => {
    const [basis] = recording('binance-2023-04-04').basis;
    expect(basis?.symbol).toBe('BTCUSDT');
    expect(basis?.samples).toBeGreaterThan(10_000);
    expect(Math.abs(basis?.medianBps ?? Number.NaN)).toBeLessThan(20);
  });

  it('decodes as many frames as were sent, with nothing by JSON.parse', () => {
    for (const { venues } of report.recordings) {
      for (const venue of venues)
        expect(venue).toMatchObject({ framesDecoded: venue.framesSent, decoder: { slow: 0 } });
    }
  });

  it('fails on a wrong checksum, a lost diff, a lost line and a wrong best quote', async () => {
    const text = (file: string): string[] =>
      gunzipSync(readFileSync(join(REPLAY, file)))
        .toString('utf8')
        .split('\n');
    const okx = text('okx-2022-05/OKX.ws.1.0.gz');
    const at = okx.findIndex((line) => line.includes('"action":"update"'));
    okx[at] = (okx[at] ?? '').replace(/"checksum":-?\d+/, '"checksum":12345');
    const wrongSum = await verifyRecordings(await folderWith({ 'OKX.ws': okx.join('\n') }));
    expect(wrongSum.problems.join('\n')).toMatch(
      /OKX .*: 1 wrong checksums, the first of sequence (\d+|—) at 2022-\d\d-\d\dT[\d:.]+Z/,
    );

    const binance = text('binance-2023-04-04/usdm_btcusdt_20230404.gz').slice(0, 6_000);
    const lost = binance.filter((line, n) => !(n > 4_000 && n < 4_040 && line.includes('@depth')));
    const gapped = await verifyRecordings(await folderWith({ usdm_a: lost.join('\n') }));
    expect(gapped.problems.join('\n')).toMatch(
      /BINANCE perp BTCUSDT: \d+ sequence gaps, the first after sequence \d+ at 2023-04-04T[\d:.]+Z/,
    );
    expect(gapped.recordings[0]?.instruments[0]?.segments).toBe(2);
    const cut = binance.with(3_000, (binance[3_000] ?? '').slice(0, 60));
    expect((await verifyRecordings(await folderWith({ usdm_b: cut.join('\n') }))).isGood).toBe(false);
    const wrong = binance.map((line) => line.replace(/("b":"\d+\.\d)0("|\d)/, '$17$2').replace(/("B":")\d/, '$19'));
    expect((await verifyRecordings(await folderWith({ usdm_c: wrong.join('\n') }))).problems.join('\n')).toContain(
      'differ from the book',
    );
  });
});

describe('verifyRecordings', () => {
  it('says that nothing could be read in a folder without recordings', async () => {
    const report = await verifyRecordings(await folderWith({ 'notes.txt': 'nothing here' }));
    expect(report).toMatchObject({ isGood: false, recordings: [] });
    expect(report.problems).toContain('nothing could be read');
  });
});
