import { SIZE_BUCKETS_USD, VENUES, type ArbSample, type LegSample, type Venue } from '../../../domain/index.ts';
import { normal, seededRandom, type Random } from '../../../kernel/index.ts';

/** What is true of a venue, for the smallest size. */
export interface PlantedVenue {
  readonly slippageBps: number;
  readonly latencyMs: number;
  readonly fill: number;
}

/** One chance to trade as it is planned, and what would come of it. */
export interface PlantedTry {
  readonly buy: Venue;
  readonly sell: Venue;
  readonly bucket: number;
  readonly notionalUsd: number;
  readonly predictedBps: number;
  /** The truth: both fill, and what trades that fill cost on average here. */
  readonly trueFill: number;
  readonly trueCostBps: number;
  readonly atMs: number;
  /** Plays it; `learnedBps` is what was predicted with learning. */
  play(learnedBps: number | null): ArbSample;
}

export interface PlantedOptions {
  readonly seed: number;
  /** Share of the edge beyond 8 bps that is not there when the orders come: what looks best is often the stalest. */
  readonly curseFrac?: number;
  /** After so many tries slippage is another: the best venue's four times as much, the worst one's a third. */
  readonly changesAt?: number;
}

const BASE: Readonly<Record<Venue, PlantedVenue>> = {
  BINANCE: { slippageBps: 0.4, latencyMs: 45, fill: 0.985 },
  BYBIT: { slippageBps: 0.8, latencyMs: 70, fill: 0.97 },
  OKX: { slippageBps: 1.1, latencyMs: 95, fill: 0.95 },
  KUCOIN: { slippageBps: 2.6, latencyMs: 170, fill: 0.87 },
};
/** How often a venue and a size come up. */
const VENUE_SHARES = [0.4, 0.3, 0.2, 0.1];
const BUCKET_SHARES = [0.3, 0.4, 0.2, 0.1];
const RESERVE_BPS = 1;
const START_MS = 1_790_000_000_000;
const STEP_MS = 90_000;
const COST_BPS_PER_MS = 0.008;
const NOISE_BPS = 1.5;
const OUTLIER_SHARE = 0.01;
const OUTLIER_BPS = 25;

/**
 * Four venues whose slippage, delay and chance of a fill, per venue and size, are planted: drawn by the seed around four kinds of venue.
 * A pair has a cost of its own besides, and one fill in a hundred is wild.
 */
export class PlantedVenues {
  private venues: ReadonlyMap<Venue, PlantedVenue>;
  private readonly random: Random;
  private readonly pairBps: ReadonlyMap<string, number>;
  private readonly curseFrac: number;
  private readonly changesAt: number;
  private tries = 0;

  constructor({ seed, curseFrac = 0, changesAt = Infinity }: PlantedOptions) {
    this.random = seededRandom(seed);
    this.curseFrac = curseFrac;
    this.changesAt = changesAt;
    const scaled = (): number => 0.7 + 0.6 * this.random();
    this.venues = new Map(
      VENUES.map((venue) => {
        const { slippageBps, latencyMs, fill } = BASE[venue];
        const missed = (1 - fill) * scaled();
        return [venue, { slippageBps: slippageBps * scaled(), latencyMs: latencyMs * scaled(), fill: 1 - missed }];
      }),
    );
    this.pairBps = new Map(
      VENUES.flatMap((buy) => VENUES.map((sell) => [`${buy}>${sell}`, 0.5 * normal(this.random)] as const)),
    );
  }

  next(): PlantedTry {
    const { random } = this;
    if (this.tries === this.changesAt) this.venues = changed(this.venues);
    const buy = VENUES[pick(VENUE_SHARES, random())] as Venue;
    const others = VENUES.filter((venue) => venue !== buy);
    const sell = others[pick(shareOf(others), random())] as Venue;
    const bucket = pick(BUCKET_SHARES, random());
    const notionalUsd = (SIZE_BUCKETS_USD[bucket] as number) * (0.4 + 0.6 * random());
    const predictedBps = 2 - 8 * Math.log(1 - random());
    const curseBps = this.curseFrac * Math.max(0, predictedBps - 8);
    const pairBps = (this.pairBps.get(`${buy}>${sell}`) as number) + curseBps;
    const atMs = START_MS + STEP_MS * (this.tries += 1);
    return {
      buy,
      sell,
      bucket,
      notionalUsd,
      predictedBps,
      trueFill: this.fillOf(buy, bucket) * this.fillOf(sell, bucket),
      trueCostBps: this.costBps(buy, bucket) + this.costBps(sell, bucket) + pairBps + 2 * OUTLIER_SHARE * OUTLIER_BPS,
      atMs,
      play: (learnedBps) => {
        const legs = [this.leg(buy, 'BUY', bucket, pairBps / 2), this.leg(sell, 'SELL', bucket, pairBps / 2)] as const;
        const [buySlippage, sellSlippage] = legs.map(({ slippageBps }) => slippageBps);
        const isFilled =
          buySlippage !== null && buySlippage !== undefined && sellSlippage !== null && sellSlippage !== undefined;
        return {
          pairId: `BTCUSDT.PERP.${buy}>BTCUSDT.PERP.${sell}`,
          symbol: 'BTCUSDT',
          mode: 'futures-futures',
          notionalUsd,
          isShadow: false,
          arbId: `a${String(this.tries).padStart(11, '0')}`,
          sequencing: 'parallel',
          legs,
          predictedBps,
          latencyReserveBps: RESERVE_BPS,
          learnedBps,
          realisedBps: isFilled ? predictedBps + RESERVE_BPS - buySlippage - sellSlippage : null,
        };
      },
    };
  }

  private leg(venue: Venue, side: 'BUY' | 'SELL', bucket: number, extraBps: number): LegSample {
    const { random } = this;
    const planted = this.venues.get(venue) as PlantedVenue;
    const latencyMs = planted.latencyMs * Math.exp(0.3 * normal(random) - 0.045);
    const latencyCostBps = COST_BPS_PER_MS * planted.latencyMs + 0.7 * normal(random);
    const wildBps = random() < OUTLIER_SHARE ? OUTLIER_BPS : 0;
    const slippageBps =
      planted.slippageBps * sizeFactor(bucket) + latencyCostBps + extraBps + NOISE_BPS * normal(random) + wildBps;
    const adverseBps = 0.5 + 2 * normal(random);
    const isFull = random() < this.fillOf(venue, bucket);
    return {
      venue,
      market: 'perp',
      side,
      filledFrac: isFull ? 1 : 0,
      slippageBps: isFull ? slippageBps : null,
      latencyMs,
      latencyCostBps: isFull ? latencyCostBps : null,
      adverseBps: isFull ? adverseBps : null,
    };
  }

  private costBps(venue: Venue, bucket: number): number {
    const planted = this.venues.get(venue) as PlantedVenue;
    return planted.slippageBps * sizeFactor(bucket) + COST_BPS_PER_MS * planted.latencyMs;
  }

  private fillOf(venue: Venue, bucket: number): number {
    return (this.venues.get(venue) as PlantedVenue).fill - 0.02 * bucket;
  }
}

function changed(venues: ReadonlyMap<Venue, PlantedVenue>): ReadonlyMap<Venue, PlantedVenue> {
  const factors: Readonly<Record<Venue, number>> = { BINANCE: 4, BYBIT: 2, OKX: 1, KUCOIN: 1 / 3 };
  return new Map(
    [...venues].map(([venue, planted]) => [venue, { ...planted, slippageBps: planted.slippageBps * factors[venue] }]),
  );
}

function sizeFactor(bucket: number): number {
  return 1 + 0.7 * bucket;
}

function shareOf(venues: readonly Venue[]): readonly number[] {
  return venues.map((venue) => VENUE_SHARES[VENUES.indexOf(venue)] as number);
}

function pick(shares: readonly number[], chance: number): number {
  let left = chance * shares.reduce((sum, share) => sum + share, 0);
  for (let at = 0; at < shares.length; at += 1) {
    left -= shares[at] as number;
    if (left < 0) return at;
  }
  return shares.length - 1;
}
