import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verifyRecordings, type VerifyReport } from './verify-recordings.ts';

const START_MS = 1_733_011_200_000;

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

interface BookFrame {
  readonly type: 'snapshot' | 'delta';
  readonly u: number;
  readonly bids: readonly (readonly [px: string, qty: string])[];
  readonly asks: readonly (readonly [px: string, qty: string])[];
}

const SNAPSHOT: BookFrame = { type: 'snapshot', u: 10, bids: [['1.9531', '62']], asks: [['1.9532', '24']] };

function delta(u: number, bids: BookFrame['bids'], asks: BookFrame['asks'] = []): BookFrame {
  return { type: 'delta', u, bids, asks };
}

function bybitLine({ asks, bids, type, u }: BookFrame, at: number): string {
  const atMs = START_MS + at * 100;
  const data = { s: 'XRPUSDT', b: bids, a: asks, u, seq: u * 7 };
  return JSON.stringify({ topic: 'orderbook.500.XRPUSDT', type, ts: atMs, data, cts: atMs - 1 });
}

async function verifyBook(frames: readonly BookFrame[]): Promise<VerifyReport> {
  const folder = await mkdtemp(join(tmpdir(), 'verify-books-'));
  folders.push(folder);
  await writeFile(join(folder, 'XRPUSDT_ob500.jsonl'), frames.map(bybitLine).join('\n'));
  return verifyRecordings(folder);
}

describe('a recording of one book', { timeout: 30_000 }, () => {
  it('is good when its snapshot and every update are applied', async () => {
    const report = await verifyBook([SNAPSHOT, delta(11, [['1.9530', '5']]), delta(12, [['1.9530', '0']])]);
    expect(report.problems).toEqual([]);
    expect(report.recordings[0]?.instruments[0]).toMatchObject({ updatesApplied: 3, levelsHandedOn: 3 });
  });

  it('is a problem of its instrument when updates were sent and none was applied', async () => {
    const report = await verifyBook([delta(11, [['1.9530', '5']]), delta(12, [['1.9530', '7']])]);
    expect(report.isGood).toBe(false);
    expect(report.problems.join('\n')).toContain(
      'BYBIT perp XRPUSDT: 2 book frames sent, none applied: no book was built',
    );
  });

  it('is a problem of its instrument when levels were sent and none is left', async () => {
    const report = await verifyBook([SNAPSHOT, delta(11, [['1.9531', '0']], [['1.9532', '0']])]);
    expect(report.isGood).toBe(false);
    expect(report.problems.join('\n')).toContain('BYBIT perp XRPUSDT: the book ends empty after 2 levels');
  });

  it('names the sequence and the time of the message that crosses it', async () => {
    const report = await verifyBook([SNAPSHOT, delta(11, [['1.9530', '5']]), delta(12, [['1.9540', '5']])]);
    expect(report.problems.join('\n')).toContain(
      'BYBIT perp XRPUSDT: 1 crossed books, the first by sequence 12 at 2024-12-01T00:00:00.199Z',
    );
  });

  it('names the last sequence before a gap and its time', async () => {
    const report = await verifyBook([SNAPSHOT, delta(11, [['1.9530', '5']]), delta(13, [['1.9529', '5']])]);
    expect(report.problems.join('\n')).toContain(
      'BYBIT perp XRPUSDT: 1 sequence gaps, the first after sequence 11 at 2024-12-01T00:00:00.099Z',
    );
  });
});
