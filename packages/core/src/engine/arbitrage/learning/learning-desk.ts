import type { ArbSample, DomainError, Result, TradingRecord } from '../../../domain/index.ts';
import { ok } from '../../../domain/index.ts';
import type { LearnedCost, Pair } from '../../../strategies/index.ts';
import type { ArbitrageCalls, ArbLearnerView } from '../../arbitrage-views.ts';
import { learnerView } from './learner-view.ts';
import type { LearningContext } from './learning-context.ts';
import { ShadowWatch } from './shadow-watch.ts';
import { sampleOfRecords } from './sample-of-records.ts';
import { TradeWatch } from './trade-watch.ts';

/** Samples that wait to be written; the oldest go first. */
const WAITING_MAX = 200;
/** The view is built anew at most this often. */
const VIEW_MS = 1_000;
/** Trades that ended without having taught are looked for so often. */
const MISSED_MS = 1_000;

/**
 * Watches what arbitrage orders get, own ones and shadows, writes a sample of each, and tells the scanner and the planner what the
 * learner makes of them. With learning off nothing is watched and nothing is told.
 */
export class LearningDesk {
  /** Samples that could not be written, or came while too many waited. */
  unwritten = 0;
  private readonly context: LearningContext;
  private readonly trades: TradeWatch;
  private readonly shadows: ShadowWatch;
  private readonly waiting: ArbSample[] = [];
  private missedDueMs = 0;
  private seen: { readonly view: ArbLearnerView; readonly builtMs: number } | null = null;

  constructor(context: LearningContext) {
    this.context = context;
    this.trades = new TradeWatch(context, (sample) => this.take(sample));
    this.shadows = new ShadowWatch(context, (sample) => this.take(sample));
  }

  /** True while the setting is on and the scanner runs. */
  get isRunning(): boolean {
    return this.context.state.settings.isLearning && this.context.scanner.isScanning;
  }

  /** Hears of every record after it was folded; appends none. */
  onRecord(record: TradingRecord): void {
    if (record.kind === 'arb-learner' || record.kind === 'arb-settings') this.seen = null;
    if (this.context.state.settings.isLearning) this.trades.onRecord(record);
  }

  /** Call ten times a second. */
  tick(nowMs: number): void {
    const { state, core } = this.context;
    if (!state.settings.isLearning) return this.stop();
    this.trades.tick(nowMs);
    this.takeMissed(nowMs);
    if (this.isRunning && !state.learner.isFrozen) this.shadows.tick(nowMs);
    if (this.waiting.length === 0) return;
    const samples = this.waiting.splice(0);
    const written = core.facts.append(samples.map((sample) => ({ kind: 'arb-sample', sample })));
    if (!written.ok) this.unwritten += samples.length;
  }

  /** Drops what is being watched. */
  stop(): void {
    this.trades.stop();
    this.shadows.stop();
    this.waiting.length = 0;
  }

  /** What filling a pair is expected to cost, for the scanner; null while too little was seen, and while learning is off. */
  learned({ buy, sell, buyMarket, sellMarket }: Pair, notionalUsd: number): LearnedCost | null {
    const { settings, learner } = this.context.state;
    if (!settings.isLearning) return null;
    const places = { buy: { venue: buy.venue, market: buyMarket }, sell: { venue: sell.venue, market: sellMarket } };
    return learner.estimate({ ...places, notionalUsd });
  }

  /** Answers `arb-learner`. @errors the journal's; then nothing changed. */
  change({ change, by }: ArbitrageCalls['arb-learner']['request']): Result<ArbLearnerView, DomainError> {
    const written = this.context.core.facts.append([{ kind: 'arb-learner', change, by }]);
    return written.ok ? ok(this.view()) : written;
  }

  /** At most a second old. */
  view(): ArbLearnerView {
    const nowMs = this.context.core.clock.nowMs();
    const { isRunning } = this;
    if (this.seen !== null && nowMs - this.seen.builtMs < VIEW_MS && this.seen.view.isRunning === isRunning)
      return this.seen.view;
    const view = learnerView(this.context.state.learner.figures(), isRunning);
    this.seen = { view, builtMs: nowMs };
    return view;
  }

  /** A certified trade of which no sample was written: the process died, or the journal was full. The records tell what it got. */
  private takeMissed(nowMs: number): void {
    if (nowMs < this.missedDueMs) return;
    this.missedDueMs = nowMs + MISSED_MS;
    const { learner, trades, learningSinceMs } = this.context.state;
    for (const tracked of trades.finished()) {
      const { arbId, state, startedMs } = tracked.trade;
      if (state !== 'certified' || startedMs < learningSinceMs || learner.hasTaught(arbId)) continue;
      if (!this.trades.isWatched(arbId) && !this.waiting.some((sample) => sample.arbId === arbId)) {
        this.take(sampleOfRecords(tracked));
      }
    }
  }

  private take(sample: ArbSample): void {
    this.waiting.push(sample);
    if (this.waiting.length <= WAITING_MAX) return;
    this.waiting.shift();
    this.unwritten += 1;
  }
}
