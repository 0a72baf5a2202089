import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { buildInstrument } from '../../packages/core/src/domain/build-instrument.fixture.ts';
import { HOT_FRAME, packFrames, type Corpus } from './corpus.ts';

const BTC = buildInstrument();

/** Reads a recorded USD-M file of BTCUSDT: lines of receive time and combined-stream frame, one of them the REST snapshot. */
export function binanceRecording(path: string): Corpus {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
  const raws = lines.map((line) => line.slice(line.indexOf(' ') + 1));
  const at = raws.findIndex((raw) => raw.startsWith('{"lastUpdateId"'));
  const book = JSON.parse(raws[at] ?? '{}') as { lastUpdateId: number; bids: string[][]; asks: string[][] };
  const side = (rows: readonly string[][]) => rows.map(([px, qty]) => [Number(px), Number(qty)] as const);
  const texts = raws.filter((raw) => HOT_FRAME.BINANCE.test(raw)).map((text) => ({ text, product: 'usdm' }));
  return {
    name: 'BINANCE recorded 2024-07-18',
    venue: 'BINANCE',
    instruments: [BTC],
    snapshots: [{ instrument: BTC, seq: book.lastUpdateId, bids: side(book.bids), asks: side(book.asks) }],
    ...packFrames(texts),
  };
}
