import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StageMeter, systemClock } from '@riptide/core/kernel';
import { captureCorpora } from './feed/capture.ts';
import { createEngine, OwnPath } from './feed/own-path.ts';
import { binanceRecording } from './feed/recorded.ts';
import { printResult, sideBySide, type Candidate } from './harness.ts';

/** What measuring the stages costs a frame on its way from the decoder to the scan, by how many chunks go by unmeasured. */
const FRAMES_EACH = 12_000;
const CAPTURE_WITHIN_MS = 30_000;
const EVERY = [1, 4, 16, 64] as const;
const DATA = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../shared/data');
const RECORDED = join(DATA, 'replay/binance-2024-07-18/usdm_btcusdt_20240718.gz');
const BASELINE = 'not measured';

const corpora = existsSync(RECORDED)
  ? [binanceRecording(RECORDED)]
  : (await captureCorpora(FRAMES_EACH, CAPTURE_WITHIN_MS)).slice(0, 1);
for (const corpus of corpora) {
  const plain = new OwnPath(corpus, createEngine([corpus]));
  const measured = EVERY.map((everyChunks): Candidate => {
    const stages = new StageMeter({ clock: systemClock(), everyChunks });
    const path = new OwnPath(corpus, createEngine([corpus], stages));
    return { name: `one of ${everyChunks}`, setup: () => path.restart(), run: () => path.runMeasured(stages) };
  });
  printResult(
    await sideBySide([{ name: BASELINE, setup: () => plain.restart(), run: () => plain.run() }, ...measured], {
      title: `stage-meter: ${corpus.name}, ${corpus.frames.length} frames`,
      unit: 'frame',
      operations: corpus.frames.length,
      rounds: 21,
      warmUps: 5,
      baseline: BASELINE,
    }),
  );
}
