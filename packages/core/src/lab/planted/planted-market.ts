import {
  DepthMessage,
  LiquidationMessage,
  MarkMessage,
  TickerMessage,
  TradeMessage,
  instrumentId,
  type EpochMs,
  type Instrument,
} from '../../domain/index.ts';
import { normal, seededRandom, type Random } from '../../kernel/index.ts';
import type { Tape, TapeReader, TapeTarget } from '../tape.ts';

export interface PlantedOptions {
  readonly seed: number;
  /** How much of a cascade's push comes back, in bps of the price at its end; 0 plants no edge. */
  readonly reversalBps: number;
  readonly hours: number;
  readonly pushBps: number;
  readonly revertMs: number;
  /** Mean of the quiet between two cascades, past the reversal. */
  readonly quietMs: number;
  /** Standard deviation of one second's move. */
  readonly noiseBps: number;
  readonly spreadBps: number;
  /** Shown on each of ten levels, 2 bps apart. */
  readonly levelUsd: number;
  readonly startMs: number;
}

export const PLANTED_DEFAULTS: Omit<PlantedOptions, 'seed' | 'reversalBps'> = {
  hours: 24,
  pushBps: 60,
  revertMs: 120_000,
  quietMs: 480_000,
  noiseBps: 0.8,
  spreadBps: 1,
  levelUsd: 150_000,
  startMs: 1_800_000_000_000,
};

const START_PX = 60_000;
const PX_TICK = 0.1;
const LEVELS = 10;
const LEVEL_STEP_BPS = 2;
const QUIET_STEP_MS = 5_000;
/** WHY: a push of many steps would be a trend, which stops nearer than targets earn from; one jump leaves nothing to know. */
const PUSH_MS = 250;
const REVERT_STEP_MS = 1_000;
/** Forced orders of one cascade, all at the end of its push: the fall comes first, and what it costs is known when they print. */
const BURST = 6;
const BURST_STEP_MS = 40;
const BURST_USD = 100_000;
const FUNDING_MS = 8 * 3_600_000;
const FUNDING_FRAC = 0.0001;
const MARK_EVERY_MS = 60_000;
const TRADE_CHANCE = 0.7;
const DAY_VOLUME_USD = 1e9;

const INSTRUMENT: Instrument = {
  id: instrumentId('BTCUSDT', 'perp', 'BINANCE'),
  venue: 'BINANCE',
  kind: 'perp',
  symbol: 'BTCUSDT',
  wireSymbol: 'BTCUSDT',
  baseAsset: 'BTC',
  quoteAsset: 'USDT',
  settleAsset: 'USDT',
  isInverse: false,
  qtyScale: 1,
  pxDivisor: 1,
  pxTick: String(PX_TICK),
  qtyStep: '0.001',
  qtyMin: '0.001',
  qtyMax: null,
  notionalMin: '5',
  isTrading: true,
  listedMs: 0 as EpochMs,
  fundingIntervalHours: 8,
};

/** A stretch in which the price gives a push back: the only thing in the market that anybody could know ahead. */
interface Reversal {
  readonly startMs: number;
  readonly endMs: number;
  /** +1 while the price rises. */
  readonly sign: 1 | -1;
}

/**
 * A seeded market of one perp with liquidation cascades and an edge of known size, or none.
 *
 * The price is a random walk. At random times it jumps to one side at random, forced orders print at once, and then it drifts back by
 * `reversalBps`. Apart from that drift nothing can be known ahead, so that any trade earns in expectation exactly the
 * drift between its entry and its exit, less its costs (optional stopping), whatever its exits are.
 */
export class PlantedMarket implements Tape {
  readonly name: string;
  readonly instruments = [INSTRUMENT];
  readonly startMs: number;
  private readonly options: PlantedOptions;
  private reversals: Reversal[] = [];

  constructor(options: Partial<PlantedOptions> & Pick<PlantedOptions, 'seed' | 'reversalBps'>) {
    this.options = { ...PLANTED_DEFAULTS, ...options };
    this.startMs = this.options.startMs;
    this.name = `planted-${this.options.reversalBps}bps-seed${this.options.seed}`;
  }

  open(target: TapeTarget): TapeReader {
    this.reversals = [];
    return new PlantedReader(this.options, target, this.reversals);
  }

  /** Returns the drift planted between two times of the last pass, in bps, in favour of a side. */
  driftBps(side: 'long' | 'short', fromMs: number, toMs: number): number {
    const { reversalBps } = this.options;
    const sum = this.reversals.reduce((total, { startMs, endMs, sign }) => {
      const sharedMs = Math.min(toMs, endMs) - Math.max(fromMs, startMs);
      return sharedMs <= 0 ? total : total + (sign * reversalBps * sharedMs) / (endMs - startMs);
    }, 0);
    return side === 'long' ? sum : -sum;
  }
}

interface Shape {
  readonly atMs: number;
  readonly midPx: number;
  readonly isStressed: boolean;
}

type Message =
  | (Shape & { readonly kind: 'book'; readonly bidSize: number; readonly askSize: number })
  | (Shape & { readonly kind: 'mark' })
  | (Shape & { readonly kind: 'ticker' })
  | (Shape & { readonly kind: 'trade'; readonly isBuy: boolean; readonly qty: number })
  | (Shape & { readonly kind: 'liquidation'; readonly liquidatedSide: 'LONG' | 'SHORT' });
type Of<Kind extends Message['kind']> = Extract<Message, { readonly kind: Kind }>;

class PlantedReader implements TapeReader {
  private readonly options: PlantedOptions;
  private readonly target: TapeTarget;
  private readonly reversals: Reversal[];
  private readonly random: Random;
  private readonly endMs: number;
  private readonly depth = new DepthMessage();
  private readonly trade = new TradeMessage();
  private readonly mark = new MarkMessage();
  private readonly ticker = new TickerMessage();
  private readonly liquidation = new LiquidationMessage();
  private queue: Message[] = [];
  private at = 0;
  private nowMs: number;
  /** The logarithm of the mid against the start, in bps. */
  private logBps = 0;
  private pushSign: 1 | -1 = 1;
  private phase: 'quiet' | 'push' | 'revert' = 'quiet';
  private phaseEndMs: number;
  private markDueMs: number;

  constructor(options: PlantedOptions, target: TapeTarget, reversals: Reversal[]) {
    this.options = options;
    this.target = target;
    this.reversals = reversals;
    this.random = seededRandom(options.seed);
    this.nowMs = options.startMs;
    this.markDueMs = options.startMs;
    this.endMs = options.startMs + options.hours * 3_600_000;
    this.phaseEndMs = this.nowMs + this.quietFor();
    this.tellBook();
  }

  get nextMs(): number {
    return this.queue[this.at]?.atMs ?? Number.NaN;
  }

  load(): Promise<boolean> {
    this.queue = [];
    this.at = 0;
    if (this.nowMs >= this.endMs) return Promise.resolve(false);
    // One promise for many steps: it would cost more than they do.
    while (this.queue.length < 1_024 && this.nowMs < this.endMs) this.step();
    return Promise.resolve(true);
  }

  deliver(): void {
    const message = this.queue[this.at] as Message;
    this.at += 1;
    const { sink } = this.target;
    switch (message.kind) {
      case 'book':
        this.fillDepth(message);
        return sink.onBookSnapshot(0, this.depth, message.atMs);
      case 'trade':
        this.fillTrade(message);
        return sink.onTrade(0, this.trade, message.atMs);
      case 'mark':
        return sink.onMark(0, this.markAt(message), message.atMs);
      case 'ticker':
        return sink.onTicker(0, this.tickerAt(message), message.atMs);
      case 'liquidation':
        this.fillLiquidation(message);
        return sink.onLiquidation(0, this.liquidation, message.atMs);
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private step(): void {
    if (this.nowMs >= this.phaseEndMs) this.nextPhase();
    const stepMs = this.phase === 'push' ? PUSH_MS : this.phase === 'revert' ? REVERT_STEP_MS : QUIET_STEP_MS;
    const dtMs = Math.max(1, Math.min(stepMs, this.phaseEndMs - this.nowMs));
    this.nowMs += dtMs;
    this.logBps += this.driftBps(dtMs) + this.options.noiseBps * Math.sqrt(dtMs / 1_000) * normal(this.random);
    this.tellBook();
    if (this.random() < TRADE_CHANCE) this.tellTrade();
    if (this.nowMs >= this.markDueMs) {
      this.markDueMs = this.nowMs + MARK_EVERY_MS;
      this.queue.push({ kind: 'mark', ...this.shape() }, { kind: 'ticker', ...this.shape() });
    }
  }

  private driftBps(dtMs: number): number {
    const { pushBps, reversalBps, revertMs } = this.options;
    if (this.phase === 'push') return (this.pushSign * pushBps * dtMs) / PUSH_MS;
    if (this.phase === 'revert') return (-this.pushSign * reversalBps * dtMs) / revertMs;
    return 0;
  }

  private nextPhase(): void {
    if (this.phase === 'quiet') {
      this.phase = 'push';
      this.pushSign = this.random() < 0.5 ? 1 : -1;
      this.phaseEndMs = this.nowMs + PUSH_MS;
    } else if (this.phase === 'push') {
      this.tellBurst();
      this.phase = 'revert';
      this.phaseEndMs = this.nowMs + this.options.revertMs;
      this.reversals.push({ startMs: this.nowMs, endMs: this.phaseEndMs, sign: this.pushSign === 1 ? -1 : 1 });
    } else {
      this.phase = 'quiet';
      this.phaseEndMs = this.nowMs + this.quietFor();
    }
  }

  private quietFor(): number {
    return Math.round(30_000 - this.options.quietMs * Math.log(1 - this.random()));
  }

  private shape(): Shape {
    return { atMs: this.nowMs, midPx: START_PX * Math.exp(this.logBps / 1e4), isStressed: this.phase !== 'quiet' };
  }

  private tellBook(): void {
    const bidSize = 0.5 + this.random();
    const askSize = 0.5 + this.random();
    this.queue.push({ kind: 'book', bidSize, askSize, ...this.shape() });
  }

  private tellTrade(): void {
    const isBuy = this.phase === 'push' ? this.pushSign === 1 : this.random() < 0.5;
    const qty = (this.options.levelUsd * 0.2 * this.random()) / START_PX;
    this.queue.push({ kind: 'trade', isBuy, qty, ...this.shape() });
  }

  private tellBurst(): void {
    for (let n = 0; n < BURST; n += 1) {
      this.nowMs += BURST_STEP_MS;
      const liquidatedSide = this.pushSign === 1 ? 'SHORT' : 'LONG';
      this.queue.push({ kind: 'liquidation', liquidatedSide, ...this.shape() });
    }
  }

  private halfSpreadBps(isStressed: boolean): number {
    return (this.options.spreadBps / 2) * (isStressed ? 2 : 1);
  }

  private fillDepth({ midPx, isStressed, bidSize, askSize }: Of<'book'>): void {
    const { depth } = this;
    const half = this.halfSpreadBps(isStressed);
    const levelBase = (this.options.levelUsd * (isStressed ? 0.5 : 1)) / START_PX;
    depth.reset();
    depth.venueMs = Number.NaN;
    for (let level = 0; level < LEVELS; level += 1) {
      const away = (half + level * LEVEL_STEP_BPS) / 1e4;
      depth.pushBid(Math.floor((midPx * (1 - away)) / PX_TICK), levelBase * bidSize);
      depth.pushAsk(Math.ceil((midPx * (1 + away)) / PX_TICK), levelBase * askSize);
    }
  }

  private fillTrade({ midPx, isStressed, isBuy, qty, atMs }: Of<'trade'>): void {
    const { trade } = this;
    const away = this.halfSpreadBps(isStressed) / 1e4;
    trade.pxTicks = isBuy ? Math.ceil((midPx * (1 + away)) / PX_TICK) : Math.floor((midPx * (1 - away)) / PX_TICK);
    trade.qty = qty;
    trade.takerSide = isBuy ? 'BUY' : 'SELL';
    trade.venueMs = atMs;
  }

  private markAt({ midPx, atMs }: Of<'mark'>): MarkMessage {
    this.mark.markPx = midPx;
    this.mark.indexPx = midPx;
    this.mark.fundingRateFrac = FUNDING_FRAC;
    this.mark.nextFundingMs = (Math.floor(atMs / FUNDING_MS) + 1) * FUNDING_MS;
    return this.mark;
  }

  private tickerAt({ midPx }: Of<'ticker'>): TickerMessage {
    this.ticker.lastPx = midPx;
    this.ticker.changeFrac = midPx / START_PX - 1;
    this.ticker.volumeQuote = DAY_VOLUME_USD;
    return this.ticker;
  }

  private fillLiquidation({ midPx, liquidatedSide, atMs }: Of<'liquidation'>): void {
    this.liquidation.venueMs = atMs;
    this.liquidation.liquidatedSide = liquidatedSide;
    this.liquidation.px = midPx;
    this.liquidation.qty = BURST_USD / midPx;
  }
}
