import type { Clock, Random } from '../../kernel/index.ts';
import type { MarketStore, PublicTrade } from '../../market-data/index.ts';
import type { LabSignal } from '../lab-strategy.ts';
import { planTrials } from './plan-placebos.ts';
import { TrialMarket } from './trial-market.ts';
import type { TrialPlan, TrialResult, TrialRules } from './trial-model.ts';
import { Trial, type TrialParts } from './trial.ts';

export interface TrialDeskOptions {
  readonly clock: Clock;
  readonly store: MarketStore;
  readonly random: Random;
  readonly rules: TrialRules;
}

/** Runs the trials of every signal beside each other, and keeps their results in the order in which they ended. */
export class TrialDesk {
  readonly results: TrialResult[] = [];
  private readonly options: TrialDeskOptions;
  private readonly parts: TrialParts;
  private readonly runningAt: Trial[][];
  private readonly waiting = new Set<TrialPlan>();
  private unresolved = 0;

  constructor(options: TrialDeskOptions) {
    this.options = options;
    this.runningAt = options.store.instruments.map(() => []);
    this.parts = {
      clock: options.clock,
      market: new TrialMarket(options.store),
      rules: options.rules,
      onEnded: (trial) => this.onEnded(trial),
    };
  }

  /** Trials that the tape left without an end. */
  get open(): number {
    return this.unresolved;
  }

  take(signal: LabSignal): void {
    const { clock, rules, random } = this.options;
    for (const plan of planTrials(signal, rules, random)) {
      const delayMs = plan.startMs - clock.nowMs();
      if (delayMs <= 0) {
        this.begin(plan);
        continue;
      }
      this.waiting.add(plan);
      clock.after(delayMs, () => {
        this.waiting.delete(plan);
        this.begin(plan);
      });
    }
  }

  /** HOT: the best prices of an instrument moved. */
  onBook(ix: number): void {
    const running = this.runningAt[ix] as Trial[];
    // Backwards, for what ends is taken out.
    for (let at = running.length - 1; at >= 0; at -= 1) running[at]?.onBook();
  }

  /** HOT: an instrument traded. */
  onTraded(ix: number, trade: PublicTrade): void {
    const running = this.runningAt[ix] as Trial[];
    for (let at = running.length - 1; at >= 0; at -= 1) running[at]?.onTrade(trade);
  }

  /** Ends what still runs, without a result. */
  finish(): void {
    this.unresolved = this.waiting.size;
    for (const running of this.runningAt) {
      this.unresolved += running.length;
      for (const trial of running.splice(0)) trial.abandon();
    }
    this.waiting.clear();
  }

  private begin(plan: TrialPlan): void {
    const trial = new Trial(plan, this.parts);
    this.runningAt[plan.ix]?.push(trial);
    trial.begin();
  }

  private onEnded(trial: Trial): void {
    const running = this.runningAt[trial.plan.ix] as Trial[];
    const at = running.indexOf(trial);
    if (at >= 0) running.splice(at, 1);
    if (trial.result !== null) this.results.push(trial.result);
  }
}
