import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DepthMessage,
  VENUES,
  type Instrument,
  type InstrumentId,
  type TradingFact,
  type Venue,
} from '@riptide/core/domain';
import { createHotEngine } from '@riptide/core/engine';
import { silentLog, systemClock, VirtualClock } from '@riptide/core/kernel';
import { FileJournal } from '../apps/server/src/storage/journal/file-journal.ts';
import { captureCorpora } from './feed/capture.ts';
import type { Corpus } from './feed/corpus.ts';
import { OwnPath } from './feed/own-path.ts';
import { binanceRecording } from './feed/recorded.ts';
import { printResult, sideBySide, type Candidate } from './harness.ts';

/**
 * What the engine pays for what it does not trade: a frame and a beat with ever more books that stand still, alone or four venues a coin and
 * so in pairs, a record behind ever more records. Streams and the audit database are another process's: `sse` and `audit` measure them.
 */
const RECV_MS = 1_700_000_000_000;
const STANDING = [0, 200, 2_000] as const;
const RECORDS = [0, 100_000] as const;
const APPENDS = 500;
const BEATS = 200;
const BEAT_MS = 100;
const FRAMES_A_BEAT = 200;
const DATA = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../shared/data');
const RECORDED = join(DATA, 'replay/binance-2024-07-18/usdm_btcusdt_20240718.gz');

const [corpus] = existsSync(RECORDED) ? [binanceRecording(RECORDED)] : await captureCorpora(8_000, 30_000);
if (corpus === undefined) throw new Error('Invariant: no frames');
await benchFrames(corpus);
await benchBeats(corpus, [corpus.venue]);
await benchBeats(corpus, VENUES);
await benchJournal();

/** `venues`: where each coin of the books that stand still is listed. */
function engineWith(of: Corpus, standing: number, venues: readonly Venue[]) {
  const [model] = of.instruments;
  if (model === undefined) throw new Error('Invariant: a corpus without instruments');
  const others = Array.from({ length: standing }, (_, at): Instrument => {
    const baseAsset = `Z${Math.floor(at / venues.length)}`;
    const symbol = `${baseAsset}USDT`;
    const venue = venues[at % venues.length] ?? model.venue;
    return { ...model, id: `${symbol}.PERP.${venue}` as InstrumentId, venue, symbol, wireSymbol: symbol, baseAsset };
  });
  const clock = new VirtualClock(RECV_MS);
  const engine = createHotEngine({
    instruments: [...of.instruments, ...others],
    clock,
    options: { scanner: { maxBookAgeMs: Number.POSITIVE_INFINITY, maxDataDelayMs: Number.POSITIVE_INFINITY } },
  });
  // Unknown clocks would make no book sound, and nothing would be compared.
  for (const venue of VENUES) engine.command({ kind: 'set-clock-offset', venue, offsetMs: 0 });
  engine.command({ kind: 'start-scanner', minEntryNetBps: 1, maxPositionUsd: 1_000, venues });
  for (const [ix, { id }] of engine.instruments.entries()) {
    if (!id.startsWith('Z')) continue;
    const depth = new DepthMessage();
    for (let level = 0; level < 50; level += 1) {
      depth.pushBid(100_000 - level, 1);
      depth.pushAsk(100_001 + level, 1);
    }
    engine.sink.onBookSnapshot(ix, depth, RECV_MS);
  }
  engine.takeBatch();
  return { engine, clock };
}

async function benchFrames(of: Corpus): Promise<void> {
  const all = STANDING.map((standing): Candidate => {
    const path = new OwnPath(of, engineWith(of, standing, [of.venue]).engine);
    return { name: `${standing} books that stand still`, setup: () => path.restart(), run: () => path.run() };
  });
  const title = `engine-growth: ${of.name}, decode to scan`;
  const baseline = `${STANDING[0]} books that stand still`;
  printResult(await sideBySide(all, { title, unit: 'frame', operations: of.frames.length, baseline }));
}

/** A tenth of a second: frames, the tick, and the batch for the other thread. */
async function benchBeats(of: Corpus, venues: readonly Venue[]): Promise<void> {
  const all = STANDING.map((standing): Candidate => {
    const { engine, clock } = engineWith(of, standing, venues);
    const path = new OwnPath(of, engine);
    const run = (): number => {
      let told = 0;
      for (let beat = 0; beat < BEATS; beat += 1) {
        if (path.runSlice(FRAMES_A_BEAT) === 0) path.restart();
        clock.advance(BEAT_MS);
        engine.tick();
        told += engine.takeBatch().instruments.length;
      }
      return told;
    };
    return { name: `${standing} books that stand still`, setup: () => path.restart(), run };
  });
  const title = `engine-growth: a beat of ${FRAMES_A_BEAT} frames, tick and batch; coins on ${venues.length} venues`;
  const baseline = `${STANDING[0]} books that stand still`;
  printResult(await sideBySide(all, { title, unit: 'beat', operations: BEATS, baseline }));
}

async function benchJournal(): Promise<void> {
  const clock = systemClock();
  const fact: TradingFact = {
    kind: 'event',
    event: 'bench',
    severity: 'INFO',
    symbol: 'BTCUSDT',
    venues: [],
    text: 'a record as long as an order is, or nearly so: '.repeat(5),
    data: {},
  };
  const folders: string[] = [];
  const all = RECORDS.map((before): Candidate => {
    const folder = mkdtempSync(join(tmpdir(), 'riptide-growth-'));
    folders.push(folder);
    const journal = new FileJournal({ folder, clock, log: silentLog() });
    if (!journal.begin(null, 0).ok) throw new Error('the journal could not be begun');
    const batch = Array.from({ length: 1_000 }, () => fact);
    for (let written = 0; written < before; written += batch.length) {
      if (!journal.append(batch, 0).ok) throw new Error('the journal could not be written');
    }
    const run = (): number => {
      let ok = 0;
      for (let nth = 0; nth < APPENDS; nth += 1) ok += journal.append([fact], 0).ok ? 1 : 0;
      return ok;
    };
    return { name: `behind ${before} records`, setup: () => null, run };
  });
  const title = 'engine-growth: one record written';
  const baseline = `behind ${RECORDS[0]} records`;
  printResult(await sideBySide(all, { title, unit: 'record', operations: APPENDS, baseline }));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  // The journals' timers would go on.
  process.exit(0);
}
