import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { listRecordings } from '../jobs/list-recordings.ts';
import { RecordingWriter } from './recording-writer.ts';
import { closeAbandoned } from './segment-marker.ts';

/** Above what any system numbers its processes with. */
const DEAD_PID = 2 ** 30;
const NAME = '2026-11-28-07.gz';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'segments-'));
  await mkdir(join(folder, 'okx'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const incomplete = async () => (await listRecordings(folder)).map((venue) => venue.incomplete);
const leave = async (pid: number): Promise<void> => {
  await writeFile(join(folder, 'okx', NAME), 'half');
  await writeFile(join(folder, 'okx', `${NAME}.open`), `${pid}\n`);
};

describe('segments', () => {
  it('cut off by a kill count as incomplete, before and after the next start', async () => {
    await leave(DEAD_PID);
    expect(await incomplete()).toEqual([1]);
    expect(await closeAbandoned(folder)).toBe(1);
    expect((await readdir(join(folder, 'okx'))).toSorted()).toEqual([NAME, `${NAME}.incomplete`]);
    expect(await incomplete()).toEqual([1]);
  });

  it('of a killed process whose number is taken again are found at the start', async () => {
    await leave(process.pid);
    expect(await closeAbandoned(folder)).toBe(1);
    expect(await incomplete()).toEqual([1]);
  });

  it('that another process is writing are left alone', async () => {
    await leave(process.ppid);
    expect(await incomplete()).toEqual([0]);
    expect(await closeAbandoned(folder)).toBe(0);
    expect(existsSync(join(folder, 'okx', `${NAME}.open`))).toBe(true);
  });

  it('are marked while they are written and whole once they are closed', async () => {
    const writer = new RecordingWriter({
      folder,
      bytesMax: 1e9,
      clock: new VirtualClock(1_800_000_000_000),
      log: silentLog(),
      instrumentsOf: () => [],
      onSegment: () => undefined,
      onTaken: () => undefined,
    });
    await writer.prepare(['OKX']);
    writer.write({ venue: 'OKX', bytes: Buffer.from('1800000000000 okx {}\n'), dropped: 0 });
    await expect.poll(() => readdir(join(folder, 'okx'))).toContainEqual(expect.stringMatching(/\.gz\.open$/));
    await writer.close();
    expect((await readdir(join(folder, 'okx'))).filter((name) => !name.endsWith('.gz'))).toEqual([]);
    expect(await incomplete()).toEqual([0]);
  });
});
