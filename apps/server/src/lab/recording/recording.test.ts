import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHotEngine } from '@riptide/core/engine';
import { runLab, TriggerStrategy } from '@riptide/core/lab';
import { silentLog, systemClock } from '@riptide/core/kernel';
import { buildInstrument } from '../../../../../packages/core/src/domain/build-instrument.fixture.ts';
import { RecordedTape } from '../tape/recorded-tape.ts';
import { FrameRecorder, type FrameBatch } from './frame-recorder.ts';
import { HotRecording } from './hot-recording.ts';
import { RecordingHost } from './recording-host.ts';
import { keepUnder } from './recording-writer.ts';

const BTC = buildInstrument();
const SNAPSHOT = '{"lastUpdateId":100,"E":1,"bids":[["60000.0","1"]],"asks":[["60000.1","1"]]}';
const frameAt = (n: number): Buffer =>
  Buffer.from(
    `{"stream":"btcusdt@depth@0ms","data":{"e":"depthUpdate","E":1721347020984,"T":1721347020983,"s":"BTCUSDT","U":${n},"u":${n},"pu":${n - 1},"b":[["59999.9","${n}"]],"a":[]}}`,
  );

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('recording', () => {
  it('plays back what the adapters heard: snapshot, frames in order, and nothing else', async () => {
    const clock = systemClock();
    const lineName = `recording-test-${folder}`;
    const hot = new HotRecording(clock, lineName);
    const host = new RecordingHost({ folder, bytesMax: 1e9, clock, log: silentLog(), lineName });
    try {
      hot.attach(createHotEngine({ instruments: [BTC], clock }));
      await host.start();
      const tap = hot.tapOf('BINANCE');
      const atMs = clock.nowMs();
      // The line between the threads needs a moment; frames before it are not recorded.
      await vi.waitFor(() => {
        tap.onAnswer('http://127.0.0.1/usdm/fapi/v1/depth?symbol=BTCUSDT&limit=1000', SNAPSHOT, atMs);
        expect(host.state.figures?.bytes).toBeGreaterThan(0);
      });
      for (let n = 101; n <= 150; n += 1) {
        const frame = frameAt(n);
        tap.onFrame('binance-perp-public-1', frame, 0, frame.length, atMs + n);
      }
      const before = host.state.figures?.bytes ?? 0;
      await vi.waitFor(() => expect(host.state.figures?.bytes).toBeGreaterThan(before));
    } finally {
      hot.stop();
      await host.close();
    }
    const tape = await RecordedTape.open(folder);
    expect(tape.instruments.map(({ id }) => id)).toEqual([BTC.id]);
    const seen: { qty: number; seq: number }[] = [];
    await runLab({
      tape,
      seed: 1,
      createStrategy: (world) => {
        const strategy = new TriggerStrategy(world);
        strategy.onBook = () => {
          const book = world.engine.store.books[0];
          seen.push({ qty: book?.bids.bestQty ?? 0, seq: book?.lastSeq ?? 0 });
        };
        return strategy;
      },
    });
    expect(tape.report?.damage).toEqual([]);
    expect(tape.report?.venues.BINANCE).toMatchObject({ frames: 50, gaps: 0, malformed: 0, snapshots: 1 });
    expect(seen[0]).toEqual({ qty: 1, seq: 100 });
  });

  it('is played although a process was killed before a segment held a whole line, and tells so', async () => {
    const line = `1721347020984 instruments ${JSON.stringify([BTC])}\n`;
    const venue = join(folder, 'binance');
    await mkdir(venue);
    await writeFile(join(venue, '2026-01-01-01.gz'), gzipSync(line));
    await writeFile(join(venue, '2026-01-01-01.2.gz'), '');
    await writeFile(join(venue, '2026-01-01-02.gz'), gzipSync(line).subarray(0, 40));
    const tape = await RecordedTape.open(folder);
    const run = await runLab({ tape, seed: 1, createStrategy: (world) => new TriggerStrategy(world) });
    expect(run.isComplete).toBe(true);
    expect(tape.report?.damage).toMatchObject([/01\.2\.gz/u, /02\.gz/u].map((name) => expect.stringMatching(name)));
    await rm(join(venue, '2026-01-01-01.gz'));
    await expect(RecordedTape.open(folder)).rejects.toThrow('holds a whole line');
  });

  it('drops frames and counts them while the writer is behind, and goes on once it is not', () => {
    const batches: FrameBatch[] = [];
    const recorder = new FrameRecorder((batch) => batches.push(batch));
    recorder.start();
    const frame = Buffer.alloc(600_000, 120);
    const tap = recorder.tapOf('OKX');
    for (let n = 0; n < 40; n += 1) tap.onFrame('okx-public-1', frame, 0, frame.length, 1_800_000_000_000);
    expect(batches).toHaveLength(16);
    for (let n = 0; n < 16; n += 1) recorder.taken('OKX');
    tap.onFrame('okx-public-1', frame, 0, frame.length, 1_800_000_000_000);
    recorder.flush();
    expect(batches.reduce((sum, { dropped }) => sum + dropped, 0)).toBe(23);
  });

  it('records nothing before it is started and after it was stopped', () => {
    const batches: FrameBatch[] = [];
    const recorder = new FrameRecorder((batch) => batches.push(batch));
    const frame = frameAt(1);
    const tap = recorder.tapOf('BINANCE');
    tap.onFrame('binance-perp-public-1', frame, 0, frame.length, 1);
    recorder.start();
    recorder.stop();
    tap.onFrame('binance-perp-public-1', frame, 0, frame.length, 1);
    recorder.flush();
    expect(batches).toEqual([]);
  });

  it('takes the oldest files away until the folder is under its bound, and never one being written', async () => {
    for (const hour of ['01', '02', '03']) await writeFile(join(folder, `2026-01-01-${hour}.gz`), Buffer.alloc(1_000));
    await keepUnder(folder, 1_500, new Set([join(folder, '2026-01-01-01.gz')]));
    expect(await readdir(folder)).toEqual(['2026-01-01-01.gz']);
  });
});
