import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { FlightDesk } from './flight-desk.ts';
import type { FlightQuestion } from './flight-question.ts';

const QUESTION: FlightQuestion = {
  kind: 'moment',
  place: { seq: 1 },
  symbol: null,
  nowMs: 1_800_000_000_000,
  isEngineUp: true,
};
let folder: string;
let clock: VirtualClock;
let desk: FlightDesk;

/** A desk over a thread that does what a script says of each question. */
function deskOver(onMessage: string): FlightDesk {
  const path = join(folder, 'worker.mjs');
  const head = `import { parentPort, workerData } from 'node:worker_threads'; parentPort.postMessage({ id: null });`;
  writeFileSync(path, `${head} parentPort.on('message', ({ id, question }) => { ${onMessage} });`);
  return new FlightDesk({ dataDir: folder, module: pathToFileURL(path), clock, log: silentLog() });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'riptide-desk-'));
  clock = new VirtualClock(1_800_000_000_000);
});

afterEach(async () => {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the desk of moments', () => {
  it('passes questions on and each answer to whoever asked', async () => {
    desk = deskOver('parentPort.postMessage({ id, answer: { asked: question.place.seq } })');
    const asked = [1, 2, 3].map((seq) => desk.ask({ ...QUESTION, place: { seq } }));
    expect(await Promise.all(asked)).toEqual([1, 2, 3].map((seq) => ({ ok: true, value: { asked: seq } })));
  });

  it('takes eight questions at once and refuses the ninth', async () => {
    desk = deskOver('');
    const waiting = Array.from({ length: 8 }, () => desk.ask(QUESTION));
    expect(await desk.ask(QUESTION)).toMatchObject({ ok: false, error: { kind: 'busy' } });
    await desk.close();
    for (const answer of await Promise.all(waiting))
      expect(answer).toMatchObject({ ok: false, error: { kind: 'failed' } });
  });

  it('gives up a thread that takes too long, and the next question gets a fresh one', async () => {
    desk = deskOver('if (question.symbol === null) parentPort.postMessage({ id, answer: 1 })');
    const stuck = desk.ask({ ...QUESTION, symbol: 'BTCUSDT' });
    await Promise.resolve();
    clock.advance(45_000);
    expect(await stuck).toMatchObject({ ok: false, error: { kind: 'failed', detail: 'timeoutMs=45000' } });
    expect(await desk.ask(QUESTION)).toEqual({ ok: true, value: 1 });
  });

  it('tells a thread that died, and what it could not read', async () => {
    desk = deskOver(
      "if (question.symbol === null) process.exit(3); else parentPort.postMessage({ id, error: 'damaged' })",
    );
    expect(await desk.ask({ ...QUESTION, symbol: 'A1' })).toEqual({
      ok: false,
      error: { kind: 'failed', detail: 'damaged' },
    });
    expect(await desk.ask(QUESTION)).toMatchObject({ error: { detail: 'the thread ended with code 3' } });
  });

  it('lets the thread end when nobody asks for a minute', async () => {
    desk = deskOver('parentPort.postMessage({ id, answer: (globalThis.count = (globalThis.count ?? 0) + 1) })');
    await desk.ask(QUESTION);
    expect(await desk.ask(QUESTION)).toEqual({ ok: true, value: 2 });
    clock.advance(60_000);
    await vi.waitFor(async () => expect(await desk.ask(QUESTION)).toEqual({ ok: true, value: 1 }));
  });
});
