import { existsSync } from 'node:fs';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { join } from 'node:path';
import { captureCorpora } from './feed/capture.ts';
import { CcxtPath } from './feed/ccxt-path.ts';
import type { Corpus } from './feed/corpus.ts';
import { referenceBooks } from './feed/map-reference.ts';
import { createBooks, createEngine, OwnPath } from './feed/own-path.ts';
import { PROTOTYPE, PrototypePath } from './feed/prototype-path.ts';
import { inPrototypeSpelling } from './feed/prototype-spelling.ts';
import { binanceRecording } from './feed/recorded.ts';
import { printResult, sideBySide, type Candidate } from './harness.ts';

/**
 * Per venue, from the raw frame to the scan: our decoder, sequence check, book and scanner, against ccxt pro's own handling and
 * against JSON.parse of the same frames. Books are compared with a plain reference first.
 */
const FRAMES_EACH = 36_000;
const CAPTURE_WITHIN_MS = 45_000;
const ROUNDS = 9;
const BOOKS = 'own: decode, sequence, book';
const CCXT = 'ccxt pro, handler only';
const DATA = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../shared/data');
const RECORDED = join(DATA, 'replay/binance-2024-07-18/usdm_btcusdt_20240718.gz');

const simulated = await captureCorpora(FRAMES_EACH, CAPTURE_WITHIN_MS);
const recorded = existsSync(RECORDED) ? [binanceRecording(RECORDED)] : [];
if (recorded.length === 0) process.stdout.write(`${RECORDED} is absent: simulated frames only\n`);
const engine = createEngine(simulated);
// Every venue's books stand before one venue's frames are timed.
const paths = simulated.map((corpus) => new OwnPath(corpus, engine));
for (const path of paths) path.restart().run();

for (const [at, corpus] of simulated.entries()) {
  await measure(corpus, { scanning: paths[at] as OwnPath, books: new OwnPath(corpus, createBooks([corpus])) });
}
for (const corpus of recorded) {
  await measure(corpus, {
    scanning: new OwnPath(corpus, createEngine([corpus])),
    books: new OwnPath(corpus, createBooks([corpus])),
  });
}

if (!PROTOTYPE.isThere) process.stdout.write(`${PROTOTYPE.folder} is absent: not compared with the prototype\n`);
else for (const corpus of simulated) await compareWithPrototype(inPrototypeSpelling(corpus));

interface OwnPaths {
  /** With the scanner, all venues' books standing. */
  readonly scanning: OwnPath;
  /** Decoder, sequence check and book alone: what a peer's handler does. */
  readonly books: OwnPath;
}

async function measure(corpus: Corpus, own: OwnPaths): Promise<void> {
  verify(corpus, own.books);
  verify(corpus, own.scanning);
  const { bytes, frames, name } = corpus;
  const perLoop = frames.length;
  const parse = (): number => frames.reduce((sum, { end, start }) => sum + parsedLength(bytes, start, end), 0);
  const ours = (path: OwnPath) => ({
    setup: () => path.restart(),
    run: () => path.run(),
  });
  const candidates: readonly Candidate[] = [
    { name: 'JSON.parse', setup: () => null, run: parse },
    { name: BOOKS, ...ours(own.books) },
    { name: 'own: decode, sequence, book, scan', ...ours(own.scanning) },
    { name: CCXT, setup: () => new CcxtPath(corpus), run: (path) => (path as CcxtPath).run() },
  ];
  const title = `feed: ${name}, ${frames.length} frames of ${Math.round(bytes.length / frames.length)} B`;
  const result = await sideBySide(candidates, {
    title,
    unit: 'frame',
    operations: perLoop,
    rounds: ROUNDS,
    baseline: 'JSON.parse',
  });
  printResult(result);
  const nsOf = (wanted: string): number => result.rows.find((row) => row.name === wanted)?.nsMedian ?? Number.NaN;
  process.stdout.write(`ccxt / own decode, sequence, book: ${(nsOf(CCXT) / nsOf(BOOKS)).toFixed(1)}\n`);
  process.stdout.write(
    `collections per 100,000 frames, own with scan: ${await collectionsPer100k(own.scanning, perLoop)}\n`,
  );
}

/** The prototype's decoder, sequence check and book beside ours, on frames in the one spelling it reads without JSON.parse. */
async function compareWithPrototype(corpus: Corpus): Promise<void> {
  const prototype = await PrototypePath.over(corpus);
  const own = new OwnPath(corpus, createBooks([corpus]));
  const reference = referenceBooks(corpus);
  prototype.restart().run();
  own.restart().run();
  if (prototype.slowCount > 0 || own.counters.fast !== corpus.frames.length)
    throw new Error(`Invariant: ${corpus.name}: a frame off the byte templates of the prototype or of ours`);
  for (const instrument of corpus.instruments) {
    const wanted = JSON.stringify(reference(instrument));
    for (const path of [prototype, own])
      if (JSON.stringify(path.levels(instrument)) !== wanted)
        throw new Error(`Invariant: another book of ${instrument.id} than the reference`);
  }
  const candidates: readonly Candidate[] = [
    { name: 'prototype', setup: () => prototype.restart(), run: () => prototype.run() },
    { name: BOOKS, setup: () => own.restart(), run: () => own.run() },
  ];
  const title = `feed: ${corpus.name} in the prototype's spelling, ${corpus.frames.length} frames`;
  const operations = corpus.frames.length;
  printResult(
    await sideBySide(candidates, { title, unit: 'frame', operations, rounds: ROUNDS, baseline: 'prototype' }),
  );
}

function parsedLength(bytes: Buffer, start: number, end: number): number {
  return typeof JSON.parse(bytes.toString('latin1', start, end)) === 'object' ? 1 : 0;
}

/** Compares every book of every way with the plain reference. @throws Error when one differs. */
function verify(corpus: Corpus, own: OwnPath): void {
  const reference = referenceBooks(corpus);
  const before = { ...own.counters, gaps: own.gaps };
  own.restart().run();
  const read = own.counters.fast - before.fast + own.counters.keyed - before.keyed;
  if (read !== corpus.frames.length)
    throw new Error(`Invariant: ${corpus.name}: ${corpus.frames.length - read} frames off the fast path`);
  if (own.gaps !== before.gaps) throw new Error(`Invariant: ${corpus.name}: sequence gaps`);
  const ccxt = new CcxtPath(corpus);
  ccxt.run();
  let levels = 0;
  for (const instrument of corpus.instruments) {
    const wanted = reference(instrument);
    levels += wanted.bids.length + wanted.asks.length;
    for (const [name, path] of [
      ['own', own],
      ['ccxt', ccxt],
    ] as const) {
      if (JSON.stringify(path.levels(instrument)) === JSON.stringify(wanted)) continue;
      throw new Error(`Invariant: ${name} holds another book of ${instrument.id} than the reference`);
    }
  }
  const share = (own.counters.fast - before.fast) / corpus.frames.length;
  process.stdout.write(
    `\n${corpus.name}: ${corpus.instruments.length} books equal, ${levels} levels; ${(share * 100).toFixed(1)} % of frames by byte template\n`,
  );
}

async function collectionsPer100k(own: OwnPath, frames: number): Promise<string> {
  let minor = 0;
  let major = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // The type of this entry's detail is not in the interface of the observer.
      const { kind } = (entry as unknown as { readonly detail: { readonly kind: number } }).detail;
      if (kind === constants.NODE_PERFORMANCE_GC_MINOR) minor += 1;
      else major += 1;
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  const loops = Math.ceil(100_000 / frames);
  for (let loop = 0; loop < loops; loop += 1) own.restart().run();
  await new Promise((resolve) => setTimeout(resolve, 20));
  observer.disconnect();
  return `${((minor * 100_000) / (loops * frames)).toFixed(1)} minor, ${((major * 100_000) / (loops * frames)).toFixed(1)} major`;
}
