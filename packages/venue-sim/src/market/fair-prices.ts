import { normal, type Random } from '@riptide/core/kernel';
import type { SimAsset } from './assets.ts';

export const FAIR_STEP_MS = 50;
const LAG_STEPS_MAX = 16;
const YEAR_MS = 365.25 * 86_400_000;
/** The pull back to the start price, so that a week of simulation stays in sight of it. */
const PULL_MS = 3 * 86_400_000;

interface Regime {
  readonly name: 'calm' | 'normal' | 'wild';
  readonly scale: number;
  readonly meanMs: number;
}

const REGIMES: readonly [Regime, Regime, Regime] = [
  { name: 'calm', scale: 0.5, meanMs: 120_000 },
  { name: 'normal', scale: 1, meanMs: 180_000 },
  { name: 'wild', scale: 2.2, meanMs: 40_000 },
];
const JUMP_MEAN_MS = 400_000;
const JUMP_SIZE_FRAC = 0.0012;

/**
 * One fair price per asset: a log price moved by a market-wide factor and its own noise, with volatility regimes,
 * jumps, and pushes from liquidation cascades. Remembers the last 800 ms for venues that lag.
 */
export class FairPrices {
  private readonly assets: readonly SimAsset[];
  private readonly random: Random;
  private readonly startLog: Float64Array;
  private readonly log: Float64Array;
  /** `LAG_STEPS_MAX` rows of one price per asset. */
  private readonly ring: Float64Array;
  /** Prices that are the ratio of two others; they stand last. */
  private readonly ratios: readonly { readonly at: number; readonly baseAt: number; readonly quoteAt: number }[];
  private readonly ownCount: number;
  private stepCount = 0;
  private regime: Regime = REGIMES[1];
  private regimeLeftMs: number;

  constructor(assets: readonly SimAsset[], random: Random) {
    this.assets = assets;
    this.random = random;
    this.startLog = Float64Array.from(assets, ({ startPx }) => Math.log(startPx));
    this.log = Float64Array.from(this.startLog);
    this.ring = new Float64Array(LAG_STEPS_MAX * assets.length);
    for (let row = 0; row < LAG_STEPS_MAX; row += 1) {
      assets.forEach(({ startPx }, at) => (this.ring[row * assets.length + at] = startPx));
    }
    this.ratios = assets.flatMap(({ cross }, at) => {
      if (cross === undefined) return [];
      const placeOf = (wanted: string): number => assets.findIndex(({ key }) => key === wanted);
      return [{ at, baseAt: placeOf(cross.base), quoteAt: placeOf(cross.quote) }];
    });
    this.ownCount = assets.length - this.ratios.length;
    this.regimeLeftMs = this.drawDuration(this.regime.meanMs);
  }

  get regimeName(): Regime['name'] {
    return this.regime.name;
  }

  /** Moves every price by one step of 50 ms. */
  step(): void {
    this.turnRegime();
    const scale = this.regime.scale * Math.sqrt(FAIR_STEP_MS / YEAR_MS);
    const factor = normal(this.random);
    const marketJump = this.jump(0.6);
    this.stepCount += 1;
    const row = (this.stepCount % LAG_STEPS_MAX) * this.assets.length;
    for (let at = 0; at < this.ownCount; at += 1) {
      const asset = this.assets[at] as SimAsset;
      const share = asset.marketShareFrac;
      const shock = share * factor + Math.sqrt(1 - share * share) * normal(this.random);
      const pull = ((this.startLog[at] as number) - (this.log[at] as number)) * (FAIR_STEP_MS / PULL_MS);
      const jumps = share * marketJump + this.jump(asset.volatilityFrac);
      this.log[at] = (this.log[at] as number) + asset.volatilityFrac * scale * shock + pull + jumps;
      this.ring[row + at] = Math.exp(this.log[at] as number);
    }
    for (const { at, baseAt, quoteAt } of this.ratios) {
      this.ring[row + at] = (this.ring[row + baseAt] as number) / (this.ring[row + quoteAt] as number);
    }
  }

  /** Moves one price for good by `moveFrac` (log units), as a cascade does. */
  push(assetAt: number, moveFrac: number): void {
    this.log[assetAt] = (this.log[assetAt] as number) + moveFrac;
  }

  /** Price now, in USDT per base unit. */
  px(assetAt: number): number {
    return this.lagged(assetAt, 0);
  }

  /** Price as a venue that is `lagMs` late sees it; at most 750 ms. */
  lagged(assetAt: number, lagMs: number): number {
    const back = Math.min(LAG_STEPS_MAX - 1, Math.round(lagMs / FAIR_STEP_MS));
    const row = (this.stepCount - back + LAG_STEPS_MAX * 2) % LAG_STEPS_MAX;
    return this.ring[row * this.assets.length + assetAt] as number;
  }

  private jump(size: number): number {
    return this.random() < FAIR_STEP_MS / JUMP_MEAN_MS ? normal(this.random) * JUMP_SIZE_FRAC * size : 0;
  }

  private turnRegime(): void {
    this.regimeLeftMs -= FAIR_STEP_MS;
    if (this.regimeLeftMs > 0) return;
    const draw = this.random();
    this.regime = draw < 0.35 ? REGIMES[0] : draw < 0.85 ? REGIMES[1] : REGIMES[2];
    this.regimeLeftMs = this.drawDuration(this.regime.meanMs);
  }

  private drawDuration(meanMs: number): number {
    return -Math.log(1 - this.random()) * meanMs;
  }
}
