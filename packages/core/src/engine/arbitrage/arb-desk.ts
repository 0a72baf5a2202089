import {
  domainError,
  err,
  LEG_KEYS,
  ok,
  parseArbIntent,
  type ArbResult,
  type ArbTrade,
  type DomainError,
  type LegKey,
  type Result,
  type TradingFact,
  type TradingRecord,
} from '../../domain/index.ts';
import { parseClientOrderId } from '../../execution/index.ts';
import type { TimerHandle } from '../../kernel/index.ts';
import { StepQueue } from '../trading/step-queue.ts';
import { ArbLegDesk } from './arb-leg-desk.ts';
import { ArbOrders } from './arb-orders.ts';
import { ArbPlanner, type FullPlan } from './arb-planner.ts';
import type { ArbPlan, ArbTrades, PlanRequest } from './arb-trades.ts';
import { ArbTransitions, farStops } from './arb-transitions.ts';
import { unwatchedOf } from './arb-watch.ts';
import { eventFact, type ArbitrageContext } from './arbitrage-context.ts';
import { CertificateDesk } from './certificate-desk.ts';
import { HedgedDesk } from './hedged-desk.ts';
import { LegRepairs } from './leg-repairs.ts';
import { MakerDesk } from './maker-desk.ts';
import { NakedDesk } from './naked-desk.ts';
import { isFinished, markOf, type TrackedArb } from './trade-book.ts';
import { UnknownDesk } from './unknown-desk.ts';

const STEP_MS = 100;
/** How often the price of a fee that had none is looked for anew. */
const PRICE_AGAIN_MS = 10_000;

export type { ArbPlan, ArbTrades, PlanRequest } from './arb-trades.ts';

/**
 * The life of arbitrages. Every look works out from records alone what is due next, so that a restart at any moment goes on where it was:
 * nothing that was journalled is sent again, nothing that was not is forgotten.
 */
export class ArbDesk implements ArbTrades {
  private readonly context: ArbitrageContext;
  private readonly planner: ArbPlanner;
  private readonly orders: ArbOrders;
  private readonly transitions: ArbTransitions;
  private readonly certificates: CertificateDesk;
  private readonly unknowns: UnknownDesk;
  private readonly legs: ArbLegDesk;
  private readonly hedges: HedgedDesk;
  private readonly nakeds: NakedDesk;
  private readonly queue: StepQueue;
  private timer: TimerHandle | null = null;
  /** Funding of a trade, or the fee of a liquidation, may be told after its end. */
  private hasLateMoney = true;
  private pricedMs = 0;

  constructor(context: ArbitrageContext) {
    this.context = context;
    this.planner = new ArbPlanner(context);
    this.orders = new ArbOrders(context);
    this.transitions = new ArbTransitions(context);
    this.certificates = new CertificateDesk(context, this.orders, this.transitions);
    this.unknowns = new UnknownDesk(context, this.orders, this.transitions);
    this.legs = new ArbLegDesk(context, {
      orders: this.orders,
      transitions: this.transitions,
      unknowns: this.unknowns,
      repairs: new LegRepairs(context, this.orders),
      makers: new MakerDesk(context, this.orders),
    });
    this.hedges = new HedgedDesk(context, this.transitions, this.certificates);
    this.nakeds = new NakedDesk(context, this.transitions, this.certificates);
    this.queue = new StepQueue({
      clock: context.core.clock,
      step: (arbId) => this.stepOne(arbId),
      onFailed: (arbId, cause) => this.tellFailure(arbId, cause),
    });
  }

  start(): void {
    this.timer ??= this.context.core.clock.every(STEP_MS, () => this.stepAll());
    this.stepAll();
  }

  stop(): void {
    this.timer?.cancel();
    this.queue.stop();
    this.timer = null;
  }

  /** Reads ahead what the gates will ask of the accounts of a pair. */
  async prepare(pair: Pick<PlanRequest, 'buyId' | 'sellId'>): Promise<void> {
    await this.planner.prepare({ ...pair, leverage: null }, true);
  }

  async plan(request: PlanRequest): Promise<Result<ArbPlan, DomainError>> {
    const ready = await this.planner.prepare(request, false);
    return ready.ok ? this.planner.plan(request, false) : ready;
  }

  async open(request: PlanRequest): Promise<Result<ArbTrade, DomainError>> {
    const ready = await this.planner.prepare(request, true);
    if (!ready.ok) return ready;
    const planned = this.planner.plan(request, true);
    return planned.ok ? this.begin(planned.value) : planned;
  }

  /** Plans with what is known of the accounts now and sends at once; for rows that can't wait. @errors as `open`. */
  openNow(request: PlanRequest): Result<ArbTrade, DomainError> {
    const planned = this.planner.plan(request, true);
    return planned.ok ? this.begin(planned.value) : planned;
  }

  exit(arbId: string, reason: string): Result<ArbTrade, DomainError> {
    const tracked = this.context.state.trades.byId(arbId);
    if (tracked === null) return refuse('ARBITRAGE_NOT_FOUND', `arbId=${arbId}`);
    const { state, phase } = tracked.trade;
    if (isFinished(tracked.trade)) return refuse('ORDER_FINAL', `arbId=${arbId} is ${state}`);
    // A leg that stands alone is closed anew, from the first step of the ladder.
    if (state !== 'naked' && (phase === 'exit' || state === 'closed')) return ok(tracked.trade);
    for (const order of this.orders.any(tracked, 'live')) this.orders.cancel(order, reason);
    if (!this.transitions.exiting(tracked, reason)) {
      return refuse('ENGINE_JOURNAL_FAILED', `arbId=${arbId}`);
    }
    this.queue.step(arbId);
    return ok(this.context.state.trades.byId(arbId)?.trade ?? tracked.trade);
  }

  /** @errors ARBITRAGE_NOT_FOUND, ORDER_FINAL. */
  flatten(arbId: string, by: string): Promise<Result<ArbTrade, DomainError>> {
    return this.nakeds.flatten(arbId, by);
  }

  /** For the fold: a trade whose record, order or fill came is looked at as soon as the records are folded. */
  onRecord(record: TradingRecord): void {
    if (this.timer === null) return;
    if (record.kind === 'income') this.hasLateMoney = true;
    if (this.context.state.trades.openCount === 0) return;
    if (record.kind === 'fill') {
      const held = this.context.state.trades.holderOf(record.account, record.fill.instrumentId);
      if (held !== null) this.queue.stir(held.trade.arbId);
    }
    const about = parseArbIntent(parseClientOrderId(orderIdOf(record) ?? '')?.intentId ?? '');
    if (about !== null) this.queue.stir(about.arbId);
  }

  /** Looks at every open trade. */
  stepAll(): void {
    this.queue.stepAll(this.context.state.trades.open().map(({ trade }) => trade.arbId));
    const nowMs = this.context.core.clock.nowMs();
    if (this.hasLateMoney || nowMs - this.pricedMs >= PRICE_AGAIN_MS) this.bookLateMoney(nowMs);
  }

  private bookLateMoney(nowMs: number): void {
    this.hasLateMoney = false;
    this.pricedMs = nowMs;
    for (const tracked of this.context.state.trades.finished()) {
      const told = tracked.trade.result;
      const isNew = tracked.resultMark !== undefined && tracked.resultMark !== markOf(tracked);
      if (told === null || (!isNew && told.feesUsd !== null && tracked.resultMark !== undefined)) continue;
      const { result } = this.transitions.resultNow(tracked);
      if (result === null || (!isNew && !isMoved(told, result))) continue;
      if (!this.transitions.write(tracked, { result })) this.hasLateMoney = true;
    }
  }

  /** The trade, its far stops, and every order that goes at once are one append; only then the first byte leaves. */
  private begin(plan: FullPlan): Result<ArbTrade, DomainError> {
    if (plan.refusal !== null) return err(plan.refusal);
    const { trade, judged, choice } = plan;
    const keys = trade.sequencing === 'parallel' ? LEG_KEYS : [choice.first];
    const counts = (key: LegKey) => ({ entry: keys.includes(key) ? 1 : 0, exit: 0 });
    const sent: ArbTrade = {
      ...trade,
      state: 'sent',
      orders: { buy: counts('buy'), sell: counts('sell') },
      reason: keys.length === 2 ? 'both legs are sent' : `the ${choice.first} leg is sent`,
    };
    const before: readonly TradingFact[] = [
      { kind: 'arb', trade },
      { kind: 'arb', trade: { ...trade, state: 'gated', reason: 'every gate of both legs agrees' } },
      { kind: 'arb', trade: sent },
      ...farStops(trade),
    ];
    const answers = this.context.orders.sendTogether(
      keys.map((key) => judged[key]),
      before,
    );
    if (!answers.ok) return answers;
    this.orders.watch(trade.arbId, answers.value);
    return ok(sent);
  }

  /** The far stops of a trade that can't be managed stand at the venues. */
  private tellFailure(arbId: string, cause: unknown): void {
    const { core } = this.context;
    const detail = cause instanceof Error ? cause.stack : String(cause);
    core.log.error('an arbitrage could not be managed', { arbId, detail });
    const text = `arbitrage ${arbId} could not be managed: ${String(cause)}`;
    core.facts.append([eventFact('arbitrage_failed', 'CRITICAL', { text })]);
  }

  private stepOne(arbId: string): void {
    const tracked = this.context.state.trades.byId(arbId);
    if (tracked === null || isFinished(tracked.trade) || !this.mayAct(tracked)) return;
    switch (tracked.trade.state) {
      case 'hedged':
        if (this.isOutOfBalance(tracked)) this.transitions.become(tracked, 'imbalanced', 'a late fill moved a leg');
        else this.hedges.step(tracked);
        break;
      case 'closed':
        if (this.holdsAnything(tracked)) this.transitions.exiting(tracked, 'an order filled late');
        else this.certificates.step(tracked, 'flat');
        break;
      case 'naked':
        this.nakeds.step(tracked);
        break;
      default:
        this.legs.step(tracked);
    }
    const after = this.context.state.trades.byId(arbId);
    if (after !== null && isFinished(after.trade)) this.forget(after);
  }

  /** A late fill of an own order, which the matrix has not seen: what another closed is a rule of the exit. */
  private isOutOfBalance(tracked: TrackedArb): boolean {
    if (LEG_KEYS.some((key) => isClosedByOthers(tracked, key))) return false;
    const asked = this.legs.resolutionOf(tracked);
    if (asked === null || asked.resolution.kind === 'hedged' || asked.resolution.kind === 'wait') return false;
    const { buy, sell, lotBase } = asked.question;
    return buy.heldBase.minus(sell.heldBase).abs().gt(lotBase);
  }

  private holdsAnything(tracked: TrackedArb): boolean {
    const question = this.legs.resolutionOf(tracked)?.question;
    return question !== undefined && LEG_KEYS.some((key) => question[key].heldBase.gte(question[key].closeMinBase));
  }

  /** Both accounts were compared with their venues, and may be acted on. */
  private mayAct({ trade }: TrackedArb): boolean {
    return unwatchedOf(this.context, trade).length === 0;
  }

  private forget(tracked: TrackedArb): void {
    const { arbId } = tracked.trade;
    this.orders.forget(tracked);
    this.certificates.forget(arbId);
    this.unknowns.forget(arbId);
    this.hedges.forget(arbId);
  }
}

/** Money or a price that came late. A price that only moved since changes nothing. */
function isMoved(told: ArbResult, now: ArbResult): boolean {
  const isPriced = told.feesUsd === null && now.feesUsd !== null;
  return isPriced || now.fundingUsd !== told.fundingUsd || now.borrowUsd !== told.borrowUsd;
}

function isClosedByOthers({ books }: TrackedArb, key: LegKey): boolean {
  const { lastExit } = books[key];
  return lastExit !== null && lastExit !== 'own';
}

function orderIdOf(record: TradingRecord): string | null {
  switch (record.kind) {
    case 'order-report':
      return record.report.clientOrderId;
    case 'order-failed':
    case 'order-absent':
      return record.clientOrderId;
    case 'fill':
      return record.fill.clientOrderId;
    default:
      return null;
  }
}

function refuse(code: DomainError['code'], detail: string): { readonly ok: false; readonly error: DomainError } {
  return err(domainError(code, detail, { outcome: 'not-sent' }));
}
