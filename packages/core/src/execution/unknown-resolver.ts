import {
  decimal,
  marketOf,
  type AccountKey,
  type DomainError,
  type ExecutionClient,
  type Instrument,
  type OrderRef,
  type OrderReport,
  type Result,
  type TradingFact,
} from '../domain/index.ts';
import type { TimerHandle } from '../kernel/index.ts';
import { guarded, type ExecutionDeps, type LedgerView } from './execution-deps.ts';
import { isUnproven, type OrderRecord } from './order-record.ts';
import { proveOrdersBehind } from './prove-orders-behind.ts';
import { refOf, reportFacts } from './report-facts.ts';

const KEY_PREFIX = 'unknown-order:';
/** Pauses before the first, second … question; the last one repeats for ever. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 5_000, 5_000, 10_000, 15_000, 30_000] as const;
/** "Not found" proves absence only after this many answers over this long (venues are eventually consistent). */
const NOT_FOUND_MIN = 3;
const NOT_FOUND_SPAN_MS = 5_000;
/** How far before the order its fills are looked for: clocks differ. */
const CLOCK_MARGIN_MS = 60_000;

/** Where the asking about one order stands. */
export interface PendingQuestion {
  readonly clientOrderId: string;
  readonly sinceMs: number;
  readonly queries: number;
  readonly notFound: number;
  /** The last failure to ask, in words; null after an answer. */
  readonly lastError: string | null;
}

interface Question {
  sinceMs: number;
  queries: number;
  /** Pauses behind it, from the first question on, or from the first answer after failures. */
  pauses: number;
  notFound: number;
  firstNotFoundMs: number;
  lastError: DomainError | null;
  timer: TimerHandle | null;
}

/**
 * Finds out what became of orders of unknown outcome: asks the venue by our id, again and again, and never sends anything.
 *
 * Found ends it. "Not found" ends it only after several answers over several seconds, and only when the account's positions and fills
 * could be read and show nothing of the order. A venue that can't be asked is asked for ever; the condition stays meanwhile.
 */
export class UnknownResolver {
  private readonly deps: ExecutionDeps;
  private readonly ledger: Pick<LedgerView, 'positionQtyOf'>;
  private readonly questions = new Map<string, Question>();
  /** Under way, by order: several who want to know the same at once ask once. */
  private readonly asked = new Map<string, Promise<Result<OrderReport | null, DomainError> | null>>();
  private isStopped = false;

  constructor(deps: ExecutionDeps, ledger: Pick<LedgerView, 'positionQtyOf'>) {
    this.deps = deps;
    this.ledger = ledger;
  }

  /** Starts asking about an order and raises its condition. Asking about one that is asked about changes nothing. */
  watch(clientOrderId: string): void {
    if (this.isStopped || this.questions.has(clientOrderId)) return;
    const nowMs = this.deps.clock.nowMs();
    const question: Question = {
      sinceMs: nowMs,
      queries: 0,
      pauses: 0,
      notFound: 0,
      firstNotFoundMs: 0,
      lastError: null,
      timer: null,
    };
    this.questions.set(clientOrderId, question);
    this.raise(clientOrderId, question.sinceMs);
    this.schedule(clientOrderId, question);
  }

  /**
   * Starts asking about every order that a restart left unproven, and ends conditions whose order was proven just before the stop.
   * Of one account, or of all. Returns how many.
   */
  resume(account: AccountKey | null = null): number {
    const keys = new Set(this.deps.store.unprovenOrders(account).map((order) => order.key));
    for (const { key, kind, account: about } of this.deps.facts.conditions()) {
      if (account !== null && about !== account) continue;
      if (kind === 'unknown-order' && key.startsWith(KEY_PREFIX)) keys.add(key.slice(KEY_PREFIX.length));
    }
    for (const key of keys) this.watch(key);
    return keys.size;
  }

  /** Asks once, without consequence but what the answer tells; joins a question about the order that is under way. Returns what the venue said. */
  ask(order: OrderRecord): Promise<Result<OrderReport | null, DomainError> | null> {
    const known = this.asked.get(order.key);
    if (known !== undefined) return known;
    const asking = this.askVenue(order).finally(() => this.asked.delete(order.key));
    this.asked.set(order.key, asking);
    return asking;
  }

  private async askVenue(order: OrderRecord): Promise<Result<OrderReport | null, DomainError> | null> {
    const client = this.deps.clientOf(order.account);
    const ref = refOf(this.deps, order);
    if (client === null || ref === null) return null;
    const answer = await this.query(client, ref);
    if (answer.ok && answer.value !== null) {
      this.deps.facts.append(reportFacts(this.deps.store, order.account, answer.value, 'query'));
    }
    return answer;
  }

  pending(): readonly PendingQuestion[] {
    return [...this.questions].map(([clientOrderId, { sinceMs, queries, notFound, lastError }]) => ({
      clientOrderId,
      sinceMs,
      queries,
      notFound,
      lastError: lastError === null ? null : `${lastError.code} ${lastError.detail}`,
    }));
  }

  /** Stops asking; what is open is asked about again by `resume` after the next start. */
  stop(): void {
    this.isStopped = true;
    for (const question of this.questions.values()) question.timer?.cancel();
    this.questions.clear();
  }

  private schedule(clientOrderId: string, question: Question): void {
    const pauseMs = PAUSES_MS[Math.min(question.pauses, PAUSES_MS.length - 1)] as number;
    question.pauses += 1;
    const waitMs = Math.max(pauseMs, question.lastError?.retryAfterMs ?? 0);
    question.timer = this.deps.clock.after(waitMs, () => {
      // WHY: an exception here would end the asking for good; it is told like a failed question and the asking goes on.
      this.step(clientOrderId, question).catch((e: unknown) => {
        question.queries += 1;
        question.lastError = { code: 'VENUE_ERROR_UNMAPPED', outcome: 'unknown', detail: String(e) };
        if (this.isAsking(clientOrderId, question)) this.schedule(clientOrderId, question);
      });
    });
  }

  private async step(clientOrderId: string, question: Question): Promise<void> {
    this.raise(clientOrderId, question.sinceMs);
    const before = this.deps.store.byKey(clientOrderId);
    if (before === null || !isUnproven(before.state)) return this.finish(clientOrderId, question);
    question.queries += 1;
    const answer = await this.ask(before);
    if (!this.isAsking(clientOrderId, question)) return;
    const order = this.deps.store.byKey(clientOrderId);
    if (order === null || !isUnproven(order.state)) return this.finish(clientOrderId, question);
    if (answer?.ok === true && answer.value === null) {
      // WHY: the long pauses spare a venue that does not answer; behind one that does again an instrument would stay closed for a minute.
      if (question.notFound === 0 && question.lastError !== null) question.pauses = 0;
      question.lastError = null;
      if (question.notFound === 0) question.firstNotFoundMs = this.deps.clock.nowMs();
      question.notFound += 1;
      await this.concludeAbsent(order, question);
    } else if (answer?.ok === false) {
      question.lastError = answer.error;
    } else if (answer === null) {
      question.lastError = { code: 'VENUE_NOT_READY', outcome: 'not-sent', detail: 'the account can not be asked' };
    }
    if (!this.isAsking(clientOrderId, question)) return;
    const isProven = !isUnproven(this.deps.store.byKey(clientOrderId)?.state ?? 'absent');
    if (isProven) this.finish(clientOrderId, question);
    else this.schedule(clientOrderId, question);
  }

  private async concludeAbsent(order: OrderRecord, question: Question): Promise<void> {
    const spanMs = this.deps.clock.nowMs() - question.firstNotFoundMs;
    if (question.notFound < NOT_FOUND_MIN || spanMs < NOT_FOUND_SPAN_MS || order.clientOrderId === null) return;
    const { clientOrderId } = order;
    if (!(await this.hasLeftNoTrace(order))) return;
    const now = this.deps.store.byKey(clientOrderId);
    if (now === null || !isUnproven(now.state)) return;
    this.deps.facts.append([{ kind: 'order-absent', clientOrderId, queries: question.queries }]);
  }

  /** True only when positions and fills could be read and show nothing of the order. */
  private async hasLeftNoTrace(order: OrderRecord): Promise<boolean> {
    const client = this.deps.clientOf(order.account);
    const instrument = this.deps.instrumentOf(order.instrumentId);
    if (client === null || instrument === null) return false;
    const market = marketOf(instrument.kind);
    if (market === null) return false;
    const sinceMs = order.createdMs - CLOCK_MARGIN_MS;
    const fills = await guarded('fills', () => client.fills(market, instrument, sinceMs));
    if (!fills.ok) return false;
    // WHY: a history that names only the venue's order may hold a fill of ours; booked as nobody's it would stay nobody's.
    if ((await proveOrdersBehind(this.deps, order.account, client, fills.value)) !== null) return false;
    this.deps.facts.append(fills.value.map((fill): TradingFact => ({ kind: 'fill', account: order.account, fill })));
    if (fills.value.some((fill) => this.deps.store.find(order.account, fill)?.key === order.key)) return false;
    return market === 'spot' || (await this.isPositionExplained(client, order, instrument));
  }

  private async isPositionExplained(
    client: ExecutionClient,
    order: OrderRecord,
    instrument: Instrument,
  ): Promise<boolean> {
    const positions = await guarded('positions', () => client.positions());
    const ours = this.ledger.positionQtyOf(order.account, instrument.id);
    if (!positions.ok || ours === null) return false;
    const theirs = positions.value.find((position) => position.instrumentId === instrument.id)?.qtyBase ?? '0';
    return decimal(theirs).eq(decimal(ours));
  }

  private query(client: ExecutionClient, ref: OrderRef): Promise<Result<OrderReport | null, DomainError>> {
    return guarded('queryOrder', () => client.queryOrder(ref));
  }

  private raise(clientOrderId: string, sinceMs: number): void {
    const order = this.deps.store.byKey(clientOrderId);
    if (order === null || !isUnproven(order.state)) return;
    const { account, instrumentId } = order;
    const text = `It is not known whether ${account} took order ${clientOrderId}; the venue is being asked`;
    const key = conditionKey(clientOrderId);
    this.deps.facts.raise({ key, kind: 'unknown-order', account, instrumentId, text, sinceMs });
  }

  private finish(clientOrderId: string, question: Question): void {
    const state = this.deps.store.byKey(clientOrderId)?.state ?? 'final';
    const isCleared = this.deps.facts.clear(conditionKey(clientOrderId), `order ${clientOrderId} is ${state}`);
    if (isCleared) this.questions.delete(clientOrderId);
    else this.schedule(clientOrderId, question);
  }

  private isAsking(clientOrderId: string, question: Question): boolean {
    return !this.isStopped && this.questions.get(clientOrderId) === question;
  }
}

function conditionKey(clientOrderId: string): string {
  return `${KEY_PREFIX}${clientOrderId}`;
}
