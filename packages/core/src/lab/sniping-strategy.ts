import { ABSTAIN, type Decision, type SnipingEngine } from '../domain/index.ts';
import { SnipingCore, SnipingFold, TradingCore } from '../engine/index.ts';
import { silentLog, type TimerHandle } from '../kernel/index.ts';
import type { NormalisedLiquidation, PublicTrade } from '../market-data/index.ts';
import { armOf, Oraculis, type PasSettings } from '../strategies/index.ts';
import type { LabWorld } from './lab-run.ts';
import type { LabSignal, LabStrategy, LearnerStart } from './lab-strategy.ts';
import { LabJournal } from './memory-journal.ts';

const TICK_MS = 1_000;
/** WHY: the averages look back so far. Live they begin with the venue's candles; a tape has no past, and its own trades fill them. */
export const WARM_UP_MINUTES = 100;
const MINUTE_MS = 60_000;

export interface SnipingStrategyOptions {
  /** Started in this order, with the same settings. */
  readonly engines: readonly SnipingEngine[];
  readonly settings: PasSettings;
  readonly paperUsdt: string;
  /** What Oraculis begins with; default: nothing learnt, and never frozen. */
  readonly learner?: LearnerStart;
  /** Minutes of the tape before decisions count; default 100. */
  readonly warmUpMinutes?: number;
}

/**
 * The product's own engines on a tape: trading core on paper, risk, execution, ledger and the sniping engines, as they run live, over a
 * journal in memory.
 */
export class SnipingStrategy implements LabStrategy {
  readonly countsFromMs: number;
  private readonly journal = new LabJournal();
  private readonly world: LabWorld;
  private readonly options: SnipingStrategyOptions;
  private readonly core: TradingCore;
  private readonly sniping: SnipingCore;
  private readonly fold: SnipingFold;
  private readonly timers: TimerHandle[] = [];
  private taken = 0;

  constructor(world: LabWorld, options: SnipingStrategyOptions) {
    this.world = world;
    this.options = options;
    const { store } = world.engine;
    this.countsFromMs = world.clock.nowMs() + (options.warmUpMinutes ?? WARM_UP_MINUTES) * MINUTE_MS;
    const { learnt = null } = options.learner ?? {};
    const begun: unknown = learnt === null ? null : JSON.parse(learnt);
    const fold = new SnipingFold((saved) => new Oraculis(saved ?? begun));
    this.fold = fold;
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
    const { clock } = this.world;
    this.timers.push(clock.every(TICK_MS, () => this.core.tick()));
    this.sniping.start();
    await this.core.start();
    for (const engine of this.options.engines) await this.startEngine(engine);
    const { freezeAtMs = null } = this.options.learner ?? {};
    if (freezeAtMs === null) return;
    const delayMs = freezeAtMs - clock.nowMs();
    if (delayMs <= 0) await this.freeze();
    else this.timers.push(clock.after(delayMs, () => void this.freeze()));
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
    for (const timer of this.timers) timer.cancel();
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

  learnt(): string | null {
    return JSON.stringify(this.fold.state.learner.snapshot());
  }

  private async startEngine(engine: SnipingEngine): Promise<void> {
    const settings = { ...this.options.settings, mode: 'auto' };
    const started = await this.sniping.call('start-engine', { engine, settings, by: 'lab' });
    if (!started.ok) throw new Error(`the engine did not start: ${started.error.code} ${started.error.detail}`);
  }

  /** Throws out of the clock's task where it fails: a learner that goes on would judge itself. */
  private async freeze(): Promise<void> {
    const frozen = await this.sniping.call('learner-change', { change: { kind: 'freeze' }, by: 'lab' });
    if (!frozen.ok) throw new Error(`the learner was not frozen: ${frozen.error.code} ${frozen.error.detail}`);
  }

  /** What the engine traded. A blocked trigger, an abstention and what comes while the averages fill are no signals. */
  private signalOf(decision: Decision): LabSignal | null {
    const arm = armOf(decision.chosenArmId);
    const ix = this.core.context.eyes.ixOf(decision.instrumentId);
    if (decision.atMs < this.countsFromMs || decision.action !== 'traded') return null;
    if (decision.chosenArmId === ABSTAIN || arm === null || ix === null) return null;
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
