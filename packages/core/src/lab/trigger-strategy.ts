import { ABSTAIN, type Arm, type Decision, type Instrument } from '../domain/index.ts';
import type { NormalisedLiquidation } from '../market-data/index.ts';
import type { LabSignal, LabStrategy } from './lab-strategy.ts';
import type { LabWorld } from './lab-run.ts';

export interface TriggerSettings {
  readonly arm: Arm;
  readonly windowMs: number;
  readonly thresholdUsd: number;
  readonly countMin: number;
  readonly cooldownMs: number;
  readonly notionalUsd: number;
}

export const TRIGGER_SETTINGS: TriggerSettings = {
  arm: {
    armId: 'fade-15-35x25-ioc',
    direction: 'fade',
    offsetBps: 15,
    takeProfitBps: 35,
    stopLossBps: 25,
    execution: 'ioc',
  },
  windowMs: 60_000,
  thresholdUsd: 100_000,
  countMin: 2,
  cooldownMs: 30_000,
  notionalUsd: 1_000,
};

interface Window {
  readonly events: { readonly atMs: number; readonly usd: number }[];
  clusters: number;
  lastMs: number;
  quietUntilMs: number;
}

/**
 * The bare rule the engines are built around, and nothing else: enough forced orders of one side within a window take one arm.
 * What the planted markets are measured with, so that the lab is proven apart from the engines it judges.
 */
export class TriggerStrategy implements LabStrategy {
  activity = 0;
  readonly countsFromMs = Number.NEGATIVE_INFINITY;
  private readonly world: LabWorld;
  private readonly settings: TriggerSettings;
  private readonly windows = new Map<string, Window>();
  private readonly rows: Decision[] = [];
  private signals: LabSignal[] = [];

  constructor(world: LabWorld, settings: Partial<TriggerSettings> = {}) {
    this.world = world;
    this.settings = { ...TRIGGER_SETTINGS, ...settings };
  }

  onStart(): Promise<void> {
    return Promise.resolve();
  }

  onEnd(): Promise<void> {
    return Promise.resolve();
  }

  onBook(): void {
    // Only forced orders matter here.
  }

  onTraded(): void {
    // Only forced orders matter here.
  }

  onLiquidation(event: NormalisedLiquidation): void {
    const { windowMs, thresholdUsd, countMin, cooldownMs } = this.settings;
    const { ix, recvMs: atMs, liquidatedSide, usd } = event;
    const window = this.windowOf(`${ix} ${liquidatedSide}`);
    if (atMs - window.lastMs > windowMs) window.clusters += 1;
    window.lastMs = atMs;
    window.events.push({ atMs, usd });
    while (window.events[0] !== undefined && window.events[0].atMs <= atMs - windowMs) window.events.shift();
    const windowUsd = window.events.reduce((sum, one) => sum + one.usd, 0);
    if (atMs < window.quietUntilMs || windowUsd < thresholdUsd || window.events.length < countMin) return;
    window.quietUntilMs = atMs + cooldownMs;
    this.decide(event, { windowUsd, count: window.events.length, cluster: window.clusters });
  }

  takeSignals(): readonly LabSignal[] {
    const taken = this.signals;
    this.signals = [];
    return taken;
  }

  decisions(): readonly Decision[] {
    return this.rows;
  }

  learnt(): null {
    return null;
  }

  private decide(
    { ix, recvMs: atMs, liquidatedSide, isLowerBound }: NormalisedLiquidation,
    seen: { readonly windowUsd: number; readonly count: number; readonly cluster: number },
  ): void {
    const instrument = this.world.engine.instruments[ix] as Instrument;
    const { bidPx, askPx } = this.world.engine.store.figures;
    const midPx = ((bidPx[ix] ?? Number.NaN) + (askPx[ix] ?? Number.NaN)) / 2;
    const isKnown = midPx > 0;
    const { arm, notionalUsd, thresholdUsd } = this.settings;
    const clusterId = `${instrument.symbol}${liquidatedSide[0] ?? ''}${seen.cluster}`;
    const decisionId = `D${this.rows.length + 1}`;
    this.activity += 1;
    this.rows.push({
      decisionId,
      atMs,
      engine: null,
      mode: 'monitor',
      venue: instrument.venue,
      instrumentId: instrument.id,
      symbol: instrument.symbol,
      liquidatedSide,
      trigger: {
        windowUsd: seen.windowUsd,
        thresholdUsd,
        thresholdBy: 'fixed',
        count: seen.count,
        isLowerBound,
        eventIds: [],
        clusterId,
      },
      values: { midPx: isKnown ? midPx : null },
      context: [],
      gates: [{ gate: 'price-known', ok: isKnown, detail: `mid ${midPx}`, value: isKnown ? midPx : null, bound: null }],
      arms: [],
      chosenArmId: isKnown ? arm.armId : ABSTAIN,
      chosenBy: 'fixed',
      propensity: 1,
      action: isKnown ? 'watched' : 'blocked',
      reason: isKnown ? 'enough forced orders of one side' : 'no price is known',
      snipeId: null,
    });
    if (isKnown) this.signals.push({ decisionId, clusterId, atMs, ix, liquidatedSide, arm, notionalUsd });
  }

  private windowOf(key: string): Window {
    const known = this.windows.get(key);
    if (known !== undefined) return known;
    const made: Window = { events: [], clusters: 0, lastMs: Number.NEGATIVE_INFINITY, quietUntilMs: 0 };
    this.windows.set(key, made);
    return made;
  }
}
