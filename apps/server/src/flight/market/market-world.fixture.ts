import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instrument } from '@riptide/core/domain';
import type { HotBatch, InstrumentView } from '@riptide/core/engine';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { buildInstrument } from '../../../../../packages/core/src/domain/build-instrument.fixture.ts';
import { MarketRecorder, type MarketRecorderOptions } from './market-recorder.ts';

export const T0 = 1_800_000_000_000;
export const PERPS: readonly Instrument[] = [
  buildInstrument({ venue: 'BINANCE', kind: 'perp' }),
  buildInstrument({ venue: 'BYBIT', kind: 'perp' }),
  buildInstrument({ venue: 'OKX', kind: 'perp', qtyScale: 0.01, qtyStep: '1' }),
];

/** A view of one instrument; what is not given is unknown. */
export function viewOf(ix: number, over: Partial<InstrumentView> = {}): InstrumentView {
  const unknown = Number.NaN;
  return {
    ix,
    bidPx: unknown,
    bidQtyBase: unknown,
    askPx: unknown,
    askQtyBase: unknown,
    lastPx: unknown,
    markPx: unknown,
    indexPx: unknown,
    fundingRateFrac: unknown,
    fundingIntervalHours: unknown,
    nextFundingMs: unknown,
    changeFrac: unknown,
    volumeQuote: unknown,
    venueMs: unknown,
    recvMs: unknown,
    bookMs: unknown,
    bookLive: true,
    bookResetReason: null,
    ...over,
  };
}

export function batchOf(atMs: number, instruments: readonly InstrumentView[]): HotBatch {
  const lists = { opportunities: [], removed: [], liquidations: [], candles: [], venues: null };
  return { seq: 1, atMs, instruments, ...lists, scanner: {} as HotBatch['scanner'] };
}

/** A recorder over a folder of its own and a clock that stands still. */
export class MarketWorld {
  readonly clock = new VirtualClock(T0);
  readonly folder: string;
  readonly recorder: MarketRecorder;

  constructor(over: Partial<MarketRecorderOptions> = {}) {
    this.folder = over.folder ?? mkdtempSync(join(tmpdir(), 'riptide-flight-'));
    this.recorder = new MarketRecorder({
      folder: this.folder,
      keepMs: 48 * 3_600_000,
      bytesMax: 512e6,
      clock: this.clock,
      log: silentLog(),
      freeBytes: () => 1e12,
      ...over,
    });
    this.recorder.begin(PERPS);
  }

  /** Lets 100 ms pass and takes a batch. */
  beat(instruments: readonly InstrumentView[] = []): void {
    this.clock.advance(100);
    this.recorder.take(batchOf(this.clock.nowMs(), instruments));
  }
}
