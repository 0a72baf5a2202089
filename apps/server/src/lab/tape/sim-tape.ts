import type { Instrument } from '@riptide/core/domain';
import { VirtualClock } from '@riptide/core/kernel';
import type { Tape, TapeReader, TapeTarget } from '@riptide/core/lab';
import { createInProcessBinance, type InProcessBinance, type ServerSocket } from '@riptide/venue-sim';
import { binanceDecoding } from '@riptide/venues/binance';
import { REST_PREFIX } from './recorded-line.ts';
import { VenueReplay } from './venue-replay.ts';

export interface SimTapeOptions {
  readonly seed: number;
  /** Up to 1,380: after a day the venue cuts its sockets. */
  readonly minutes: number;
}

const START_MS = 1_800_000_000_000;
/** What a frame takes from the venue to us. */
const WAY_MS = 5;
/** The simulator runs ahead of the tape by so much at a time. */
const STEP_MS = 100;
/** Frames are on their way by then, so that the snapshots meet them. */
const SNAPSHOTS_AFTER_MS = 1_000;
const LISTING_PATH = '/fapi/v1/exchangeInfo';
const PREFIX = '/usdm';

/** The perps of the simulated Binance as a tape: its market, its wire and our decoders in one process, without sockets. */
export class SimTape implements Tape {
  readonly name: string;
  readonly instruments: readonly Instrument[];
  readonly startMs = START_MS;
  private readonly options: SimTapeOptions;

  private constructor(options: SimTapeOptions, instruments: readonly Instrument[]) {
    this.options = options;
    this.instruments = instruments;
    this.name = `simulated market ${options.seed}, ${options.minutes} minutes`;
  }

  /** Asks the simulated venue what it lists. @throws Error when its answer can't be read. */
  static async open(options: SimTapeOptions): Promise<SimTape> {
    const sim = createInProcessBinance({ seed: options.seed, clock: new VirtualClock(START_MS) });
    const reading = binanceDecoding.readRest(LISTING_PATH, JSON.parse(await answerOf(sim, LISTING_PATH)));
    if (reading?.kind !== 'instruments') throw new Error('the simulated venue lists nothing');
    return new SimTape(options, reading.instruments);
  }

  open(target: TapeTarget): TapeReader {
    return new SimReader(this.options, target);
  }
}

interface Line {
  readonly atMs: number;
  readonly source: string;
  readonly bytes: Buffer;
}

class SimReader implements TapeReader {
  nextMs = Number.NaN;
  private readonly clock = new VirtualClock(START_MS);
  private readonly sim: InProcessBinance;
  private readonly replay: VenueReplay;
  private readonly symbols: readonly string[];
  private readonly endMs: number;
  private lines: Line[] = [];
  private at = 0;
  private isSnapshotTaken = false;

  constructor({ seed, minutes }: SimTapeOptions, target: TapeTarget) {
    this.endMs = START_MS + minutes * 60_000;
    this.symbols = target.instruments.map(({ wireSymbol }) => wireSymbol);
    this.replay = new VenueReplay('BINANCE', target);
    this.sim = createInProcessBinance({ seed, clock: this.clock });
    this.sim.start();
    this.listen('public', ({ name }) => [`${name}@depth@100ms`, `${name}@bookTicker`]);
    this.listen('market', ({ name }) => [`${name}@aggTrade`, `${name}@markPrice@1s`, `${name}@ticker`], [
      '!forceOrder@arr',
    ]);
  }

  async load(): Promise<boolean> {
    this.lines = [];
    this.at = 0;
    while (this.lines.length === 0 && this.clock.nowMs() < this.endMs) {
      this.clock.advance(STEP_MS);
      if (!this.isSnapshotTaken && this.clock.nowMs() >= START_MS + SNAPSHOTS_AFTER_MS) await this.takeSnapshots();
    }
    this.nextMs = this.lines[0]?.atMs ?? Number.NaN;
    return this.lines.length > 0;
  }

  deliver(): void {
    const line = this.lines[this.at];
    if (line === undefined) throw new Error('Invariant: no message is at hand');
    this.replay.take(line, line.bytes, 0, line.bytes.length);
    this.at += 1;
    this.nextMs = this.lines[this.at]?.atMs ?? Number.NaN;
  }

  close(): Promise<void> {
    this.sim.stop();
    return Promise.resolve();
  }

  private async takeSnapshots(): Promise<void> {
    this.isSnapshotTaken = true;
    for (const symbol of this.symbols) {
      const address = `/fapi/v1/depth?symbol=${symbol}&limit=1000`;
      this.put(`${REST_PREFIX}${address}`, await answerOf(this.sim, address));
    }
  }

  private listen(
    route: 'public' | 'market',
    streamsOf: (listed: { readonly name: string }) => readonly string[],
    more: readonly string[] = [],
  ): void {
    const streams = [...more, ...this.symbols.flatMap((symbol) => streamsOf({ name: symbol.toLowerCase() }))];
    const { protocol } = this.sim;
    const source = `binance-perp-${route}-1`;
    const socket: ServerSocket = {
      id: route === 'public' ? 1 : 2,
      path: `${PREFIX}/${route}/stream`,
      query: new URLSearchParams({ streams: streams.join('/') }),
      subscriptions: new Set(),
      bufferedBytes: 0,
      // An acknowledgement has no topic.
      send: (text, topic) => (topic === '' ? undefined : this.put(source, text)),
      ping: () => protocol.onSocketPong(socket),
      close: (code, reason) => {
        throw new Error(`Invariant: the simulated venue cut its reader off: ${code} ${reason}`);
      },
    };
    protocol.onSocketOpen(socket);
  }

  private put(source: string, text: string): void {
    this.lines.push({ atMs: this.clock.nowMs() + WAY_MS, source, bytes: Buffer.from(text) });
  }
}

async function answerOf({ protocol }: InProcessBinance, address: string): Promise<string> {
  const { pathname, search, searchParams } = new URL(address, 'http://venue');
  const { status, body } = await protocol.handleRequest({
    method: 'GET',
    path: `${PREFIX}${pathname}`,
    query: searchParams,
    rawQuery: search.slice(1),
    headers: {},
    body: '',
    remote: '',
  });
  if (status !== 200) throw new Error(`the simulated venue answered ${status} to ${address}`);
  return body;
}
