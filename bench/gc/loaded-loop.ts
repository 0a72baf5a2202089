import { constants, PerformanceObserver } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { StageMeter, systemClock } from '@riptide/core/kernel';
import type { Corpus } from '../feed/corpus.ts';
import { createEngine, OwnPath } from '../feed/own-path.ts';
import { quantile } from '../harness.ts';

/** What the loop is started with. */
export interface LoopStart {
  readonly corpus: Corpus;
  readonly runMs: number;
  /** Objects that live as long as the thread: orders, records, terms. */
  readonly liveObjects: number;
}

/** What a run of the loop was like. */
export interface LoopResult {
  /** How long a slice of frames waited and ran, µs. */
  readonly p50Us: number;
  readonly p99Us: number;
  readonly p999Us: number;
  readonly minor: number;
  readonly major: number;
  readonly gcMs: number;
  readonly gcMaxMs: number;
}

const SLICE_MS = 2;
const FRAMES_A_SLICE = 20;
const VIEW_EVERY_SLICES = 25;
const VIEW_ROWS = 400;

interface Prepared {
  readonly path: OwnPath;
  readonly live: Map<string, { at: number; px: string; state: string }>;
  readonly runMs: number;
}

/** Builds what the hot thread has; a call of the result plays one run: frames into books and the scanner all the time, and a view copied to the other thread 20 times a second. */
function prepare({ corpus, runMs, liveObjects }: LoopStart): () => void {
  const clock = systemClock();
  const engine = createEngine([corpus], new StageMeter({ clock, everyChunks: 16 }));
  const path = new OwnPath(corpus, engine);
  const live = new Map(
    Array.from({ length: liveObjects }, (_, at) => [`order-${at}`, { at, px: String(at), state: 'open' }]),
  );
  path.restart().run();
  path.restart();
  return () => play({ path, live, runMs });
}

function play({ path, live, runMs }: Prepared): void {
  const clock = systemClock();
  const gc = { minor: 0, major: 0, ms: 0, maxMs: 0 };
  const observer = new PerformanceObserver((list) => {
    for (const { duration, detail } of list.getEntries() as unknown as {
      duration: number;
      detail: { kind: number };
    }[]) {
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MINOR) gc.minor += 1;
      else gc.major += 1;
      gc.ms += duration;
      gc.maxMs = Math.max(gc.maxMs, duration);
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  const took: number[] = [];
  let slices = 0;
  let dueNs = clock.nowNs() + SLICE_MS * 1e6;
  const endMs = clock.nowMs() + runMs;
  const timer = setInterval(() => {
    if (path.runSlice(FRAMES_A_SLICE) === 0) path.restart();
    slices += 1;
    if (slices % VIEW_EVERY_SLICES === 0) tell(view(slices, live));
    const nowNs = clock.nowNs();
    took.push((nowNs - dueNs) / 1e3);
    dueNs = nowNs + SLICE_MS * 1e6;
    if (clock.nowMs() < endMs) return;
    clearInterval(timer);
    setTimeout(() => {
      observer.disconnect();
      const [p50Us, p99Us, p999Us] = [0.5, 0.99, 0.999].map((frac) => quantile(took, frac)) as [number, number, number];
      const result: LoopResult = {
        p50Us,
        p99Us,
        p999Us,
        minor: gc.minor,
        major: gc.major,
        gcMs: gc.ms,
        gcMaxMs: gc.maxMs,
      };
      tell({ result });
    }, 50);
  }, SLICE_MS);
}

function tell(message: object): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- house-ok: a worker has no origin
  parentPort?.postMessage(message);
}

/** As a view of the core is: rows built anew, texts and numbers. */
function view(slices: number, live: Map<string, { at: number; px: string; state: string }>): object {
  live.set(`order-${slices % live.size}`, { at: slices, px: String(slices), state: 'filled' });
  return {
    rows: Array.from({ length: VIEW_ROWS }, (_, at) => ({
      id: `BTCUSDT.PERP.${at}`,
      bid: at * 1.5,
      ask: at * 1.6,
      text: `row ${at} of slice ${slices}`,
      gates: [at, slices, at + slices].map(String),
    })),
  };
}

const playOnce = prepare(workerData as LoopStart);
parentPort?.on('message', playOnce);
tell({ isReady: true });
