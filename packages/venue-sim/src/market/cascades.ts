import type { Random } from '@riptide/core/kernel';
import type { CascadePlan } from './account-port.ts';
import type { SimAsset } from './assets.ts';
import { FAIR_STEP_MS, type FairPrices } from './fair-prices.ts';
import type { ListingState } from './listing-state.ts';

/** One asset being pushed by forced orders. */
interface Cascade {
  readonly assetAt: number;
  readonly liquidatedSide: 'LONG' | 'SHORT';
  readonly endsMs: number;
  /** After the end the price stays at its extreme for so long. */
  readonly holdMs: number;
  readonly pushPerStepFrac: number;
  /** Log units to give back after the end, over `revertMs`; 0 for a move that stays. */
  readonly revertFrac: number;
  readonly revertMs: number;
  readonly sizeUsd: number;
}

/** Executes one forced order on a listing; false when its book is too thin. */
export type Liquidate = (state: ListingState, liquidatedSide: 'LONG' | 'SHORT', usd: number) => boolean;

const FIRST_MS = 4_000;
const CASCADE_GAP_MS = { min: 12_000, max: 38_000 } as const;
const SINGLE_GAP_MS = { min: 2_000, max: 9_000 } as const;
const PUSH_FRAC = { 1: 0.0022, 2: 0.0045, 3: 0.008 } as const;
const SIZE_USD = { 1: 60_000, 2: 12_000, 3: 3_000 } as const;
const REVERT_CHANCE = 0.6;

/**
 * Forced liquidations: single ones now and then, and cascades that push an asset for some seconds, overshoot,
 * and in six of ten cases give a part of the move back.
 */
export class Cascades {
  private readonly assets: readonly SimAsset[];
  private readonly perpsOf: readonly (readonly ListingState[])[];
  private readonly fair: FairPrices;
  private readonly random: Random;
  private running: Cascade[] = [];
  private nextCascadeMs: number;
  private nextSingleMs: number;

  constructor(
    assets: readonly SimAsset[],
    perps: readonly ListingState[],
    drive: { readonly fair: FairPrices; readonly random: Random; readonly startMs: number },
  ) {
    this.assets = assets;
    this.perpsOf = assets.map((_, at) => perps.filter(({ assetAt }) => assetAt === at));
    this.fair = drive.fair;
    this.random = drive.random;
    this.nextCascadeMs = drive.startMs + FIRST_MS;
    this.nextSingleMs = drive.startMs + FIRST_MS / 2;
  }

  /** Starts a cascade as asked for, beside those that come by themselves. Returns false for an unknown asset. */
  begin(plan: CascadePlan, nowMs: number): boolean {
    const assetAt = this.assets.findIndex(({ key }) => key === plan.asset);
    if (assetAt < 0) return false;
    const sign = plan.liquidatedSide === 'LONG' ? -1 : 1;
    this.running.push({
      assetAt,
      liquidatedSide: plan.liquidatedSide,
      endsMs: nowMs + plan.durationMs,
      holdMs: plan.holdMs ?? 0,
      pushPerStepFrac: (sign * plan.pushFrac * FAIR_STEP_MS) / Math.max(FAIR_STEP_MS, plan.durationMs),
      revertFrac: sign * plan.revertFrac,
      revertMs: Math.max(FAIR_STEP_MS, plan.revertMs),
      sizeUsd: plan.usd,
    });
    return true;
  }

  /** One step of 50 ms. */
  step(nowMs: number, liquidate: Liquidate): void {
    this.running = this.running.filter((cascade) => this.advance(cascade, nowMs, liquidate));
    if (nowMs >= this.nextCascadeMs) {
      this.nextCascadeMs = nowMs + this.between(CASCADE_GAP_MS);
      this.running.push(this.draw(nowMs));
    }
    if (nowMs >= this.nextSingleMs) {
      this.nextSingleMs = nowMs + this.between(SINGLE_GAP_MS);
      const assetAt = this.pickAsset();
      this.hit(assetAt, this.random() < 0.5 ? 'LONG' : 'SHORT', SIZE_USD[this.tierOf(assetAt)] * 0.2, liquidate);
    }
  }

  /** Returns false when the cascade and its reversal are over. */
  private advance(cascade: Cascade, nowMs: number, liquidate: Liquidate): boolean {
    const turnsMs = cascade.endsMs + cascade.holdMs;
    if (nowMs <= turnsMs) {
      if (nowMs <= cascade.endsMs) this.fair.push(cascade.assetAt, cascade.pushPerStepFrac);
      if (this.random() < 0.22) this.hit(cascade.assetAt, cascade.liquidatedSide, cascade.sizeUsd, liquidate);
      return true;
    }
    if (cascade.revertFrac === 0 || nowMs > turnsMs + cascade.revertMs) return false;
    this.fair.push(cascade.assetAt, -(cascade.revertFrac * FAIR_STEP_MS) / cascade.revertMs);
    return true;
  }

  private draw(nowMs: number): Cascade {
    const assetAt = this.pickAsset();
    const tier = this.tierOf(assetAt);
    const liquidatedSide = this.random() < 0.55 ? 'LONG' : 'SHORT';
    const durationMs = 1_500 + this.random() * 4_500;
    const total = PUSH_FRAC[tier] * (0.4 + 1.2 * this.random()) * (liquidatedSide === 'LONG' ? -1 : 1);
    const reverts = this.random() < REVERT_CHANCE;
    return {
      assetAt,
      liquidatedSide,
      endsMs: nowMs + durationMs,
      holdMs: 0,
      pushPerStepFrac: (total * FAIR_STEP_MS) / durationMs,
      revertFrac: reverts ? total * (0.3 + 0.5 * this.random()) : 0,
      revertMs: 3_000 + this.random() * 22_000,
      sizeUsd: SIZE_USD[tier],
    };
  }

  private hit(assetAt: number, side: 'LONG' | 'SHORT', medianUsd: number, liquidate: Liquidate): void {
    const perps = this.perpsOf[assetAt] ?? [];
    const state = perps[Math.floor(this.random() * perps.length)];
    if (state !== undefined) liquidate(state, side, medianUsd * Math.exp(1.2 * (this.random() * 2 - 1)));
  }

  private pickAsset(): number {
    const skewed = Math.floor(this.assets.length * this.random() ** 1.8);
    return Math.min(this.assets.length - 1, skewed);
  }

  private tierOf(assetAt: number): 1 | 2 | 3 {
    return this.assets[assetAt]?.tier ?? 3;
  }

  private between(gap: { readonly min: number; readonly max: number }): number {
    return gap.min + this.random() * (gap.max - gap.min);
  }
}
