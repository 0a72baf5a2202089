import {
  accountKey,
  domainError,
  err,
  ok,
  type AccountKey,
  type CancelAck,
  type DecimalString,
  type DomainError,
  type ExecutionClient,
  type GateDecision,
  type Instrument,
  type OrderIntent,
  type PlaceAck,
  type PlaceOrder,
  type PlannedOrder,
  type Result,
  type RiskApproved,
  type TradingFact,
} from '../domain/index.ts';
import { guarded, type ExecutionDeps } from './execution-deps.ts';
import type { StageMeter } from '../kernel/index.ts';
import { isFinalState, isUnproven, type OrderRecord } from './order-record.ts';
import { RefusalBrake } from './refusal-brake.ts';
import { refOf, reportFacts, reportOfAck } from './report-facts.ts';
import type { UnknownResolver } from './unknown-resolver.ts';

/** An acknowledgement that takes longer is asked for. */
const ASK_AFTER_MS = 1_500;
/** An order that is not acknowledged by then is of unknown outcome. */
const DEADLINE_MS = 3_000;
/** When the end of a cancelled order is asked for, after the venue has taken the cancel. */
const CANCEL_CHECKS_MS = [1_500, 3_000] as const;

export interface ExecutorDeps extends ExecutionDeps {
  readonly resolver: UnknownResolver;
  /** Absent: nothing is measured. */
  readonly stages?: StageMeter | undefined;
  /** False until an account was reconciled after the start: until then nothing new is sent there. */
  readonly isReconciled: (account: AccountKey) => boolean;
}

/** What is sent for an approved intent, and what every gate said of it. */
export interface SubmitPlan {
  readonly order: PlannedOrder;
  readonly gates: readonly GateDecision[];
  /** Mid of the book when the gates were asked; null or absent: not known. */
  readonly midPx?: DecimalString | null;
  /** Written in one go with the intent, before it; when nothing can be sent, by themselves. */
  readonly before?: readonly TradingFact[];
}

export interface Submitted {
  readonly clientOrderId: string;
  /** The order as it stands after the venue's answer. */
  readonly order: OrderRecord;
}

/**
 * Sends orders and cancels: the journal first, then the venue, once. Never sends an order a second time; whatever leaves its outcome open
 * (a lost answer, an exception, a deadline) ends with the resolver.
 */
export class Executor {
  readonly refusals = new RefusalBrake();
  private readonly closingRefusals = new RefusalBrake();
  private readonly deps: ExecutorDeps;

  constructor(deps: ExecutorDeps) {
    this.deps = deps;
  }

  /**
   * Sends one order.
   *
   * @errors RISK_JOURNAL (nothing was sent), ENGINE_NOT_READY, VENUE_NOT_READY, INSTRUMENT_UNKNOWN, INPUT_INVALID; the venue's refusal;
   * ORDER_OUTCOME_UNKNOWN: the order is being asked about, it has not failed.
   */
  async submit(approved: RiskApproved<OrderIntent>, plan: SubmitPlan): Promise<Result<Submitted, DomainError>> {
    const { order, before = [] } = plan;
    const ready = this.check(approved, order);
    if (!ready.ok) {
      this.deps.facts.append(before);
      return ready;
    }
    const { client, instrument } = ready.value;
    const intent: OrderIntent = approved;
    const written = this.write([...before, approvedFact(intent, plan), { kind: 'order', order }], 1);
    if (!written.ok) return err(notSent('RISK_JOURNAL', `${written.error.code} ${written.error.detail}`));
    return this.send(client, order, placeOrderOf(order, instrument));
  }

  /**
   * Sends several orders that belong together: `before`, and every intent and order, are one append, and only then the first byte leaves.
   * The promises tell of the venues' answers.
   *
   * @errors as `submit`, of the first order that can't be sent; then none was, and nothing was remembered.
   */
  submitTogether(
    approved: readonly { readonly intent: RiskApproved<OrderIntent>; readonly plan: SubmitPlan }[],
    before: readonly TradingFact[],
  ): Result<readonly Promise<Result<Submitted, DomainError>>[], DomainError> {
    const facts: TradingFact[] = [...before];
    const sends: (() => Promise<Result<Submitted, DomainError>>)[] = [];
    for (const { intent, plan } of approved) {
      const { order } = plan;
      const ready = this.check(intent, order);
      if (!ready.ok) return ready;
      const { client, instrument } = ready.value;
      facts.push(approvedFact(intent, plan), { kind: 'order', order });
      sends.push(() => this.send(client, order, placeOrderOf(order, instrument)));
    }
    const written = this.write(facts, sends.length);
    if (!written.ok) return err(notSent('RISK_JOURNAL', `${written.error.code} ${written.error.detail}`));
    return ok(sends.map((send) => send()));
  }

  /**
   * Asks the venue to cancel an order; the order ends when the venue says so, not here.
   *
   * A journal that fails does not stop a cancel.
   *
   * @errors ORDER_NOT_FOUND, ORDER_FINAL, VENUE_NOT_READY, or the venue's; on `unknown` the order is asked about.
   */
  async cancel(clientOrderId: string, reason: string): Promise<Result<null, DomainError>> {
    const order = this.deps.store.byKey(clientOrderId);
    if (order === null) return err(notSent('ORDER_NOT_FOUND', `clientOrderId=${clientOrderId}`));
    if (isFinalState(order.state))
      return err(notSent('ORDER_FINAL', `clientOrderId=${clientOrderId} state=${order.state}`));
    const client = this.deps.clientOf(order.account);
    const ref = refOf(this.deps, order);
    if (client === null || ref === null) return err(notSent('VENUE_NOT_READY', `account=${order.account}`));
    this.deps.facts.append([{ kind: 'cancel', clientOrderId, reason }]);
    const isRiskReducing = order.role === 'entry' || order.role === null;
    const answer = await guarded('cancel', () => client.cancel(ref, isRiskReducing));
    return this.settleCancel(order, answer);
  }

  /** Cancels every order of ours that `matches`, all at once. Returns the failures by client order id. */
  async cancelWhere(
    matches: (order: OrderRecord) => boolean,
    reason: string,
  ): Promise<ReadonlyMap<string, DomainError>> {
    const orders = this.deps.store.openOrders().filter((order) => order.isOurs && matches(order));
    const answers = await Promise.all(
      orders.map(async (order) => [order.key, await this.cancel(order.key, reason)] as const),
    );
    const failures = new Map<string, DomainError>();
    for (const [key, answer] of answers) {
      if (!answer.ok && answer.error.code !== 'ORDER_FINAL') failures.set(key, answer.error);
    }
    return failures;
  }

  private write(facts: readonly TradingFact[], orders: number): ReturnType<ExecutorDeps['facts']['append']> {
    const { stages, clock } = this.deps;
    if (stages === undefined) return this.deps.facts.append(facts);
    const sinceNs = clock.nowNs();
    const written = this.deps.facts.append(facts);
    if (written.ok) stages.journalled(sinceNs, orders);
    return written;
  }

  private check(
    intent: OrderIntent,
    order: PlannedOrder,
  ): Result<{ readonly client: ExecutionClient; readonly instrument: Instrument }, DomainError> {
    if (
      order.intentId !== intent.intentId ||
      order.instrumentId !== intent.instrumentId ||
      order.side !== intent.side
    ) {
      return err(notSent('INPUT_INVALID', `order ${order.clientOrderId} is not the one that was approved`));
    }
    if (this.deps.store.byKey(order.clientOrderId) !== null) {
      return err(notSent('ORDER_DUPLICATE_ID', `clientOrderId=${order.clientOrderId}`));
    }
    const account = accountKey(order.venue, order.mode);
    const client = this.deps.clientOf(account);
    if (client === null) return err(notSent('VENUE_NOT_READY', `account=${account}`));
    const instrument = this.deps.instrumentOf(order.instrumentId);
    if (instrument === null) return err(notSent('INSTRUMENT_UNKNOWN', `instrument=${order.instrumentId}`));
    if (order.role !== 'entry') return ok({ client, instrument });
    if (!this.deps.isReconciled(account)) {
      return err(notSent('ENGINE_NOT_READY', `${account} is not reconciled since the start`));
    }
    const nowMs = this.deps.clock.nowMs();
    const held = this.refusals.holds(order.instrumentId, nowMs);
    if (held === null) return ok({ client, instrument });
    // WHY: the pause is ours. Under the venue's own code it would be told as if this order had been refused there too.
    const pauseMs = held.untilMs - nowMs;
    const times = held.count === 1 ? 'the last order' : `the last ${held.count} orders`;
    const detail = `${order.venue} refused ${times} of ${order.instrumentId} (${held.code}); this one was not sent, the next goes in ${Math.ceil(pauseMs / 1_000)} s`;
    return err({ ...notSent('RISK_REFUSAL_PAUSE', detail), retryAfterMs: pauseMs });
  }

  private async send(
    client: ExecutionClient,
    planned: PlannedOrder,
    order: PlaceOrder,
  ): Promise<Result<Submitted, DomainError>> {
    const { clientOrderId } = order;
    const { clock, store } = this.deps;
    // WHY: first of all; a client writes its bytes before it returns where it can.
    const call = guarded('place', () => client.place(order));
    const ask = clock.after(ASK_AFTER_MS, () => {
      const now = store.byKey(clientOrderId);
      if (now?.state === 'sent') this.askOnce(now);
    });
    let isLate = false;
    const answer = await new Promise<Result<PlaceAck, DomainError>>((resolve) => {
      const deadline = clock.after(DEADLINE_MS, () => {
        isLate = true;
        resolve(err(domainError('VENUE_TIMEOUT', `no answer within ${DEADLINE_MS} ms`, { outcome: 'unknown' })));
      });
      void call.then((answered) => {
        deadline.cancel();
        // WHY: after the deadline the answer is still the venue's word; it is booked like one that came in time.
        if (isLate && store.byKey(clientOrderId) !== null) this.settlePlace(planned, answered);
        else resolve(answered);
      });
    });
    ask.cancel();
    return this.settlePlace(planned, answer);
  }

  /** The one routine in which every answer to an order call ends, late ones and exceptions included. */
  private settlePlace(planned: PlannedOrder, answer: Result<PlaceAck, DomainError>): Result<Submitted, DomainError> {
    const { clientOrderId } = planned;
    const order = this.deps.store.byKey(clientOrderId);
    if (order === null) throw new Error(`Invariant: order ${clientOrderId} was sent but is not in memory`);
    if (!answer.ok) return this.settleFailure(order, answer.error);
    this.refusals.clear(order.instrumentId);
    this.closingRefusals.clear(order.instrumentId);
    const { account } = order;
    const report = reportOfAck(order, answer.value);
    const fills = answer.value.fills.map((fill): TradingFact => ({ kind: 'fill', account, fill }));
    const recorded = this.deps.facts.append([...reportFacts(this.deps.store, account, report, 'ack'), ...fills]);
    // WHY: the venue has it but we could not write it down; asking again later brings the same facts.
    if (!recorded.ok) this.deps.resolver.watch(clientOrderId);
    return ok({ clientOrderId, order: this.deps.store.byKey(clientOrderId) ?? order });
  }

  private settleFailure(order: OrderRecord, error: DomainError): Result<Submitted, DomainError> {
    const clientOrderId = order.key;
    // WHY: a venue that knows the id already has the order: what became of it is a question, not a failure.
    const isKnownThere = error.code === 'ORDER_DUPLICATE_ID';
    const outcome = isKnownThere ? 'unknown' : error.outcome;
    const facts: TradingFact[] = [{ kind: 'order-failed', clientOrderId, error: { ...error, outcome } }];
    if (outcome !== 'unknown') facts.push(...this.noteRefusal(order, error));
    const recorded = this.deps.facts.append(facts);
    const now = this.deps.store.byKey(clientOrderId) ?? order;
    if (now.state === 'open' || now.state === 'filled') return ok({ clientOrderId, order: now });
    if (outcome === 'unknown' && !isUnproven(now.state)) {
      // WHY: the stream has told the end before the call failed.
      return now.state === 'rejected'
        ? err(domainError('ORDER_REJECTED', String(now.reason)))
        : ok({ clientOrderId, order: now });
    }
    if (outcome !== 'unknown') {
      if (!recorded.ok) this.deps.resolver.watch(clientOrderId);
      return err(error);
    }
    this.deps.resolver.watch(clientOrderId);
    return err(
      domainError('ORDER_OUTCOME_UNKNOWN', `clientOrderId=${clientOrderId} cause=${error.code} ${error.detail}`, {
        outcome,
      }),
    );
  }

  private noteRefusal(order: OrderRecord, error: DomainError): readonly TradingFact[] {
    // WHY: a closing order that finds nothing to close says nothing about the next entry.
    const brake = order.role === 'entry' ? this.refusals : this.closingRefusals;
    const refusal = brake.note(order.instrumentId, error, this.deps.clock.nowMs());
    if (!refusal.isFirst) return [];
    const [symbol = null] = order.instrumentId.split('.');
    const [venue] = order.account.split(':') as [PlannedOrder['venue']];
    const text = `${order.account} refused ${order.side} ${order.instrumentId}: ${error.code} (${refusal.kind})`;
    const data = { clientOrderId: order.clientOrderId, code: error.code, detail: error.detail, kind: refusal.kind };
    const severity = refusal.kind === 'hopeless' ? 'ERROR' : 'WARN';
    return [{ kind: 'event', event: 'order_refused', severity, symbol, venues: [venue], text, data }];
  }

  private settleCancel(order: OrderRecord, answer: Result<CancelAck, DomainError>): Result<null, DomainError> {
    const { store, facts } = this.deps;
    if (!answer.ok) {
      facts.append([{ kind: 'cancel-failed', clientOrderId: order.key, error: answer.error }]);
      this.askOnce(order);
      return err(answer.error);
    }
    if (answer.value.kind === 'already-final') {
      this.askOnce(order);
      return ok(null);
    }
    if (answer.value.report !== null) facts.append(reportFacts(store, order.account, answer.value.report, 'ack'));
    const { state } = store.byKey(order.key) ?? order;
    if (isFinalState(state)) return ok(null);
    for (const delayMs of CANCEL_CHECKS_MS) {
      this.deps.clock.after(delayMs, () => {
        const now = store.byKey(order.key);
        if (now !== null && !isFinalState(now.state)) this.askOnce(now);
      });
    }
    return ok(null);
  }

  private askOnce(order: OrderRecord): void {
    this.deps.resolver.ask(order).catch((e: unknown) => {
      const text = `asking about order ${order.key} failed: ${String(e)}`;
      this.deps.facts.append([
        { kind: 'event', event: 'order_query_failed', severity: 'ERROR', symbol: null, venues: [], text, data: {} },
      ]);
    });
  }
}

function approvedFact(intent: OrderIntent, { gates, midPx }: SubmitPlan): TradingFact {
  const fact = { kind: 'intent', intent, gates, isApproved: true } as const;
  return midPx === undefined || midPx === null ? fact : { ...fact, midPx };
}

function placeOrderOf(order: PlannedOrder, instrument: Instrument): PlaceOrder {
  const { clientOrderId, side, type, tif, qtyBase, px, triggerPx, triggerBy } = order;
  const { isReduceOnly, closesPosition, leverage, role } = order;
  return {
    clientOrderId,
    instrument,
    side,
    type,
    tif,
    qtyBase,
    px,
    triggerPx,
    triggerBy,
    isReduceOnly,
    closesPosition,
    leverage,
    role,
  };
}

function notSent(code: DomainError['code'], detail: string): DomainError {
  return domainError(code, detail, { outcome: 'not-sent' });
}
