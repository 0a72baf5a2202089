import { ABSTAIN, type Decision, type SnipingEngine } from '../domain/index.ts';
import { SnipingCore, SnipingFold, TradingCore, type CreateChooser } from '../engine/index.ts';
import { silentLog, type TimerHandle } from '../kernel/index.ts';
import type { NormalisedLiquidation, PublicTrade } from '../market-data/index.ts';
import { armOf, type PasSettings } from '../strategies/index.ts';
import type { LabWorld } from './lab-run.ts';
import type { LabSignal, LabStrategy } from './lab-strategy.ts';
import { LabJournal } from './memory-journal.ts';

const TICK_MS = 1_000;

export interface SnipingStrategyOptions {
  readonly engine: SnipingEngine;
  readonly settings: PasSettings;
  readonly paperUsdt: string;
  /** Absent: nothing is learnt, and Oraculis abstains always. */
  readonly createChooser?: CreateChooser;
}

/**
 * The product's own engines on a tape: trading core on paper, risk, execution, ledger and the sniping engines, as they run live, over a
 * journal in memory.
 */
export class SnipingStrategy implements LabStrategy {
  private readonly journal = new LabJournal();
  private readonly world: LabWorld;
  private readonly options: SnipingStrategyOptions;
  private readonly core: TradingCore;
  private readonly sniping: SnipingCore;
  private timer: TimerHandle | null = null;
  private taken = 0;

  constructor(world: LabWorld, options: SnipingStrategyOptions) {
    this.world = world;
    this.options = options;
    const { store } = world.engine;
    const fold = new SnipingFold(options.createChooser);
    this.core = new TradingCore({
      clock: world.clock,
      random: world.random,
      log: silentLog(),
      store,
      journal: this.journal,
      restored: { snapshot: null, records: [], lastSeq: 0 },
      market: 'replay',
      execution: 'paper',
      paperUsdt: options.paperUsdt,
      keys: {},
      createLiveClient: () => {
        throw new Error('Invariant: a replay has no live account');
      },
      onWritten: () => undefined,
      folds: [fold],
    });
    this.sniping = new SnipingCore({ core: this.core, fold, store, market: 'replay' });
  }

  get activity(): number {
    return this.journal.lastSeq;
  }

  async onStart(): Promise<void> {
    this.timer = this.world.clock.every(TICK_MS, () => this.core.tick());
    this.sniping.start();
    await this.core.start();
    const { engine, settings } = this.options;
    const started = await this.sniping.call('start-engine', {
      engine,
      settings: { ...settings, mode: 'auto' },
      by: 'lab',
    });
    if (!started.ok) throw new Error(`the engine did not start: ${started.error.code} ${started.error.detail}`);
  }

  onBook(ix: number, recvMs: number): void {
    this.sniping.listener.onBook(ix, recvMs);
  }

  onTraded(ix: number, trade: PublicTrade, recvMs: number): void {
    this.sniping.listener.onTraded(ix, trade, recvMs);
  }

  onLiquidation(event: NormalisedLiquidation): void {
    this.sniping.listener.onLiquidation?.(event);
  }

  async onEnd(): Promise<void> {
    this.timer?.cancel();
    this.sniping.stop();
    await this.core.stop();
  }

  takeSignals(): readonly LabSignal[] {
    const fresh = this.journal.decisions.slice(this.taken);
    this.taken = this.journal.decisions.length;
    return fresh.flatMap((decision) => this.signalOf(decision) ?? []);
  }

  decisions(): readonly Decision[] {
    return this.journal.decisions;
  }

  /** What the engine traded. A blocked trigger and an abstention are no signals. */
  private signalOf(decision: Decision): LabSignal | null {
    const arm = armOf(decision.chosenArmId);
    const ix = this.core.context.eyes.ixOf(decision.instrumentId);
    if (decision.action !== 'traded' || decision.chosenArmId === ABSTAIN || arm === null || ix === null) return null;
    const { riskUsd, maxNotionalUsd } = this.options.settings;
    return {
      decisionId: decision.decisionId,
      clusterId: `${decision.symbol}${decision.liquidatedSide}${decision.trigger.clusterId}`,
      atMs: decision.atMs,
      ix,
      liquidatedSide: decision.liquidatedSide,
      arm,
      notionalUsd: Math.min(maxNotionalUsd, riskUsd / (arm.stopLossBps / 1e4)),
    };
  }
}
