import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '@riptide/core/domain';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { buildLab, type LabParts } from './build-lab.ts';
import { startLab } from './start-lab.ts';

/** A worker that never answers: its jobs run until they are ended. */
const SILENT = new URL('data:text/javascript,setInterval(() => {}, 1000)');
const WISH = { strategy: 'trigger', settings: {}, seed: 1 };

let dataDir = '';
const labs: LabParts[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lab-'));
});
afterEach(async () => {
  for (let lab = labs[0]; lab !== undefined; lab = labs[0]) await end(lab);
  await rm(dataDir, { recursive: true, force: true });
});

/** An engine ends: nobody asked the recording to stop. */
async function end(lab: LabParts): Promise<void> {
  const { desk, recording } = lab;
  labs.splice(labs.indexOf(lab), 1);
  await desk.close();
  await recording.close();
}

async function start(isRecording = false): Promise<LabParts> {
  const lab = buildLab({
    config: { dataDir, recordBytesMax: 1e9 },
    clock: new VirtualClock(1_800_000_000_000),
    log: silentLog(),
    module: SILENT,
    cool: { handleCommand: () => Promise.resolve(ok(undefined)) } as never,
  });
  labs.push(lab);
  await startLab(lab, isRecording, silentLog());
  return lab;
}

describe('the lab after a restart', () => {
  it('goes on with a recording that was on, and leaves one alone that was stopped', async () => {
    const first = await start();
    expect(first.desk.recordingState.isRecording).toBe(false);
    await first.desk.startRecording();
    await end(first);
    const second = await start();
    expect(second.desk.recordingState.isRecording).toBe(true);
    await second.desk.stopRecording();
    await end(second);
    expect((await start()).desk.recordingState.isRecording).toBe(false);
  });

  it('lists jobs under way as interrupted, with the reason, and goes on counting', async () => {
    const first = await start();
    for (let n = 0; n < 3; n += 1) expect(first.desk.runVerdict(WISH).ok).toBe(true);
    await first.desk.stopJob('L3');
    await end(first);
    const second = await start();
    expect(second.desk.allJobs()).toMatchObject([
      { jobId: 'L3', state: 'stopped' },
      { jobId: 'L2', state: 'interrupted', error: 'the engine ended while the job waited: start it again' },
      { jobId: 'L1', state: 'interrupted', error: 'the engine ended while the job ran: start it again', endedMs: null },
    ]);
    expect(second.desk.runVerdict(WISH)).toMatchObject({ ok: true, value: { jobId: 'L4' } });
  });

  it('marks the segments that a kill cut off', async () => {
    const folder = join(dataDir, 'recordings', 'okx');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '2026-11-28-07.gz'), 'half');
    await writeFile(join(folder, '2026-11-28-07.gz.open'), `${process.pid}\n`);
    const { desk } = await start();
    expect(await readdir(folder)).toContain('2026-11-28-07.gz.incomplete');
    expect(await desk.recordings()).toMatchObject([{ venue: 'OKX', segments: 1, incomplete: 1 }]);
  });

  it('starts from nothing, and says so, when its files cannot be read', async () => {
    await mkdir(join(dataDir, 'lab'));
    for (const name of ['jobs.json', 'recording.json']) await writeFile(join(dataDir, 'lab', name), '{"broken');
    const { desk } = await start();
    expect(desk.allJobs()).toEqual([]);
    expect(desk.recordingState.isRecording).toBe(false);
  });
});
