import {
  marketOf,
  type AccountKey,
  type DomainError,
  type ExecutionClient,
  type Market,
  type OrderReport,
  type Result,
  type TradingFact,
} from '../domain/index.ts';
import { guarded, type ExecutionDeps } from './execution-deps.ts';
import { isFinalState, isUnproven, type OrderRecord } from './order-record.ts';
import type { AccountTruth, ReadFailure } from './read-account.ts';
import { refOf, reportFacts } from './report-facts.ts';

/** An order's absence from a list proves nothing within this time of its giving, and its end nothing of its presence. */
export const SETTLING_MS = 5_000;
/** Denials (not in the list, and not known by name), and their span, after which an order that was open counts as gone. */
const DENIED_MIN = 2;
const DENIED_SPAN_MS = SETTLING_MS;
/** Orders asked about by name in one pass; the others wait for the next. */
const QUERIES_MAX = 50;

/** How often, and since when, a venue has denied an order that we hold for open. Kept from pass to pass. */
export type Denials = Map<string, { count: number; firstMs: number }>;

/** What comparing the orders did. */
export interface OrdersOutcome {
  adopted: number;
  foreign: number;
  queried: number;
  /** Unlisted orders that were too young to be asked about. */
  young: number;
  /** Orders that the venue neither lists nor knows, so far. */
  missing: string[];
  /** Those of them that were held for gone after enough denials. */
  forgotten: string[];
}

export interface OrdersParts {
  readonly deps: ExecutionDeps;
  readonly account: AccountKey;
  readonly client: ExecutionClient;
  readonly truth: AccountTruth;
  readonly denials: Denials;
  /** True when positions were read and all equal ours: only then may denial prove absence. */
  readonly arePositionsEqual: boolean;
  readonly failures: ReadFailure[];
}

/**
 * Takes over what the venue lists and asks by name about what it does not. Never ends an order because a list lacks it: only the venue's
 * word about that order does, or its denial in list and by name, twice over some seconds, while every position is explained.
 */
export async function reconcileOrders(parts: OrdersParts): Promise<OrdersOutcome> {
  const outcome: OrdersOutcome = { adopted: 0, foreign: 0, queried: 0, young: 0, missing: [], forgotten: [] };
  const listed = new Set<string>();
  for (const reports of parts.truth.openOrders.values()) {
    for (const report of reports) {
      const known = parts.deps.store.find(parts.account, report);
      if (known === null || !isFinalState(known.state)) takeListed(parts, report, outcome);
      else await takeRisen(parts, known, outcome);
      const key = parts.deps.store.find(parts.account, report)?.key;
      if (key !== undefined) listed.add(key);
    }
  }
  await askAboutUnlisted(parts, listed, outcome);
  return outcome;
}

function takeListed({ deps, account }: OrdersParts, report: OrderReport, outcome: OrdersOutcome): void {
  const facts = reportFacts(deps.store, account, report, 'reconcile');
  if (!deps.facts.append(facts).ok) return;
  for (const fact of facts) {
    if (fact.kind !== 'order-adopted') continue;
    outcome.adopted += 1;
    if (!fact.isOurs) outcome.foreign += 1;
  }
}

/** An order that ended here is listed there: an old list, or a wrong end. Only the order's own state, asked by name, tells which. */
async function takeRisen(parts: OrdersParts, known: OrderRecord, outcome: OrdersOutcome): Promise<void> {
  const { deps, account, truth } = parts;
  if (known.finalMs !== null && truth.readMs - known.finalMs < SETTLING_MS) return;
  if (outcome.queried >= QUERIES_MAX) return;
  const answer = await query(parts, known, outcome);
  if (answer?.ok !== true || answer.value === null) return;
  const report = answer.value;
  if (report.status !== 'open' && report.status !== 'untriggered') return;
  deps.facts.append([{ kind: 'order-adopted', account, report, isOurs: known.isOurs }]);
  outcome.adopted += 1;
}

async function askAboutUnlisted(
  parts: OrdersParts,
  listed: ReadonlySet<string>,
  outcome: OrdersOutcome,
): Promise<void> {
  const { deps, account, truth, denials } = parts;
  for (const order of deps.store.openOrders(account)) {
    const isYoung = truth.readMs - order.createdMs < SETTLING_MS;
    if (listed.has(order.key)) denials.delete(order.key);
    if (listed.has(order.key) || isUnproven(order.state) || !wasListRead(deps, truth, order)) continue;
    if (isYoung) {
      outcome.young += 1;
      continue;
    }
    if (outcome.queried >= QUERIES_MAX) return;
    const answer = await query(parts, order, outcome);
    if (answer?.ok !== true) continue;
    if (answer.value === null) takeDenial(parts, order, outcome);
    else {
      denials.delete(order.key);
      deps.facts.append(reportFacts(deps.store, account, answer.value, 'reconcile'));
    }
  }
  for (const key of denials.keys()) {
    const order = deps.store.byKey(key);
    if (order === null || isFinalState(order.state)) denials.delete(key);
  }
}

function takeDenial(
  { deps, denials, arePositionsEqual }: OrdersParts,
  order: OrderRecord,
  outcome: OrdersOutcome,
): void {
  const nowMs = deps.clock.nowMs();
  const denial = denials.get(order.key) ?? { count: 0, firstMs: nowMs };
  denial.count += 1;
  denials.set(order.key, denial);
  outcome.missing.push(order.key);
  if (denial.count === 1) deps.facts.append([missingEvent(order)]);
  const isDenied = denial.count >= DENIED_MIN && nowMs - denial.firstMs >= DENIED_SPAN_MS;
  if (!isDenied || !arePositionsEqual) return;
  const gone = { kind: 'order-absent', clientOrderId: order.key, queries: denial.count } as const;
  if (!deps.facts.append([gone]).ok) return;
  denials.delete(order.key);
  outcome.forgotten.push(order.key);
}

async function query(
  { deps, client, failures }: OrdersParts,
  order: OrderRecord,
  outcome: OrdersOutcome,
): Promise<Result<OrderReport | null, DomainError> | null> {
  const ref = refOf(deps, order);
  if (ref === null) return null;
  outcome.queried += 1;
  const answer = await guarded('queryOrder', () => client.queryOrder(ref));
  if (!answer.ok) failures.push({ what: `queryOrder ${order.key}`, error: answer.error });
  return answer;
}

function wasListRead(deps: ExecutionDeps, truth: AccountTruth, order: OrderRecord): boolean {
  const instrument = deps.instrumentOf(order.instrumentId);
  const market: Market | null = instrument === null ? null : marketOf(instrument.kind);
  return market !== null && truth.openOrders.has(market);
}

function missingEvent(order: OrderRecord): TradingFact {
  const text = `${order.account} neither lists nor knows order ${order.key}; it is kept and asked about`;
  const data = { key: order.key, instrumentId: order.instrumentId };
  return { kind: 'event', event: 'order_missing', severity: 'WARN', symbol: null, venues: [], text, data };
}
