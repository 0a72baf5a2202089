import { existsSync } from 'node:fs';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { join } from 'node:path';
import { captureCorpora } from './feed/capture.ts';
import { CcxtPath } from './feed/ccxt-path.ts';
import type { Corpus } from './feed/corpus.ts';
import { referenceBooks } from './feed/map-reference.ts';
import { OrderbooksPath } from './feed/orderbooks-path.ts';
import { createBooks, createEngine, OwnPath } from './feed/own-path.ts';
import { PROTOTYPE, PrototypePath } from './feed/prototype-path.ts';
import { inPrototypeSpelling } from './feed/prototype-spelling.ts';
import { binanceRecording } from './feed/recorded.ts';
import { TardisPath } from './feed/tardis-path.ts';
import { isShort, pairedRatios, printResult, sideBySide, type Candidate } from './harness.ts';

/**
 * Per venue, from the raw frame to the scan: our decoder, sequence check, book and scanner, against what peers do with the same
 * frames and against JSON.parse of them. Books are compared with a plain reference first; a peer whose books differ is not counted.
 */
const FRAMES_EACH = isShort ? 4_000 : 36_000;
const CAPTURE_WITHIN_MS = isShort ? 10_000 : 45_000;
const ROUNDS = isShort ? 5 : 9;
/** Frames to handle before anything counts: code is compiled by then. */
const WARM_FRAMES = isShort ? 4_000 : 10_000;
/** The package re-sorts a whole book for each frame. */
const ORDERBOOKS_FRAMES = isShort ? 300 : 2_000;
const BOOKS = 'own: decode, sequence, book';
const CCXT = 'ccxt pro, handler only';
const TARDIS = 'tardis-dev, mappers and books';
const ORDERBOOKS = 'JSON.parse and orderbooks';
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

if (isShort) process.stdout.write('a short run: not compared with the prototype\n');
else if (!PROTOTYPE.isThere) process.stdout.write(`${PROTOTYPE.folder} is absent: not compared with the prototype\n`);
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
  const orderbooksFrames = Math.min(ORDERBOOKS_FRAMES, perLoop);
  const peers: readonly Candidate[] = [
    { name: CCXT, setup: () => new CcxtPath(corpus), run: (path) => (path as CcxtPath).run() },
    { name: TARDIS, setup: () => new TardisPath(corpus), run: (path) => (path as TardisPath).run() },
    {
      name: ORDERBOOKS,
      operations: orderbooksFrames,
      setup: () => new OrderbooksPath(corpus),
      run: (path) => (path as OrderbooksPath).run(orderbooksFrames),
    },
  ];
  const equal = equalPeers(corpus);
  const candidates: readonly Candidate[] = [
    { name: 'JSON.parse', setup: () => null, run: parse },
    { name: BOOKS, ...ours(own.books) },
    { name: 'own: decode, sequence, book, scan', ...ours(own.scanning) },
    // A short run leaves out the slowest.
    ...peers.filter((peer) => equal.has(peer.name) && !(isShort && peer.name === ORDERBOOKS)),
  ];
  const title = `feed: ${name}, ${frames.length} frames of ${Math.round(bytes.length / frames.length)} B`;
  const options = {
    unit: 'frame',
    operations: perLoop,
    rounds: ROUNDS,
    warmUps: warmUpsFor(perLoop),
    baseline: 'JSON.parse',
  };
  const result = await sideBySide(candidates, { title, ...options });
  printResult(result);
  for (const { name: peer } of peers) {
    const ratios = pairedRatios(result, peer, BOOKS);
    if (ratios === null) continue;
    const { max, median, min } = ratios;
    process.stdout.write(`${peer} / ${BOOKS}: ${median.toFixed(1)} (${min.toFixed(1)}..${max.toFixed(1)})\n`);
  }
  const { major, minor } = await collectionsPer100k(own.scanning, perLoop);
  process.stdout.write(
    `collections per 100,000 frames, own with scan: ${minor.toFixed(1)} minor, ${major.toFixed(1)} major\n`,
  );
  process.stdout.write(
    `${JSON.stringify({ title: `feed: ${name}, collections`, per100kFrames: { minor, major }, slowFrames: 0 })}\n`,
  );
}

function warmUpsFor(frames: number): number {
  return Math.min(12, Math.max(isShort ? 1 : 3, Math.ceil(WARM_FRAMES / frames)));
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
  const options = { unit: 'frame', operations, rounds: ROUNDS, warmUps: warmUpsFor(operations), baseline: 'prototype' };
  printResult(await sideBySide(candidates, { title, ...options }));
}

function parsedLength(bytes: Buffer, start: number, end: number): number {
  return typeof JSON.parse(bytes.toString('latin1', start, end)) === 'object' ? 1 : 0;
}

/** Compares every book of ours with the plain reference. @throws Error when one differs, or a frame takes the slow path. */
function verify(corpus: Corpus, own: OwnPath): void {
  const reference = referenceBooks(corpus);
  const before = { ...own.counters, gaps: own.gaps };
  own.restart().run();
  const read = own.counters.fast - before.fast + own.counters.keyed - before.keyed;
  if (read !== corpus.frames.length)
    throw new Error(`Invariant: ${corpus.name}: ${corpus.frames.length - read} frames off the fast path`);
  if (own.gaps !== before.gaps) throw new Error(`Invariant: ${corpus.name}: sequence gaps`);
  let levels = 0;
  for (const instrument of corpus.instruments) {
    const wanted = reference(instrument);
    levels += wanted.bids.length + wanted.asks.length;
    if (JSON.stringify(own.levels(instrument)) !== JSON.stringify(wanted))
      throw new Error(`Invariant: another book of ${instrument.id} than the reference`);
  }
  const share = (own.counters.fast - before.fast) / corpus.frames.length;
  process.stdout.write(
    `\n${corpus.name}: ${corpus.instruments.length} books equal, ${levels} levels; ${(share * 100).toFixed(1)} % of frames by byte template\n`,
  );
}

/** Returns the peers whose books all equal the plain reference, and tells of those whose don't. */
function equalPeers(corpus: Corpus): ReadonlySet<string> {
  const reference = referenceBooks(corpus);
  const paths = [
    [CCXT, new CcxtPath(corpus)],
    [TARDIS, new TardisPath(corpus)],
    [ORDERBOOKS, new OrderbooksPath(corpus)],
  ] as const;
  const equal = new Set<string>();
  for (const [name, path] of paths) {
    path.run();
    const wrong = corpus.instruments.filter(
      (instrument) => JSON.stringify(path.levels(instrument)) !== JSON.stringify(reference(instrument)),
    );
    if (wrong.length === 0) equal.add(name);
    else process.stdout.write(`${name}: ${wrong.length} books differ, e.g. ${wrong[0]?.id ?? ''}: not counted\n`);
  }
  return equal;
}

async function collectionsPer100k(
  own: OwnPath,
  frames: number,
): Promise<{ readonly minor: number; readonly major: number }> {
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
  const per100k = 100_000 / (loops * frames);
  return { minor: minor * per100k, major: major * per100k };
}
