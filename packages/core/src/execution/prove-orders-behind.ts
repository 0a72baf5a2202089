import {
  domainError,
  type AccountKey,
  type DomainError,
  type ExecutionClient,
  type Fill,
  type InstrumentId,
} from '../domain/index.ts';
import { guarded, type ExecutionDeps } from './execution-deps.ts';
import { refOf, reportFacts } from './report-facts.ts';

/** Fills of which it could not be found out whether they are ours, and why. */
export interface DoubtfulFills {
  readonly fills: ReadonlySet<Fill>;
  readonly error: DomainError;
}

/** Orders behind fills that are asked for in one pass; what is beyond stays in doubt until the next. */
const ASKED_MAX = 10;
/** So long a venue may deny an order whose fill it tells already. */
const LAGS_AT_MOST_MS = 60_000;

/**
 * Asks about unproven orders of the instruments of fills that name no order we know: some venues' histories tell only their own order
 * id, and whose a position is hangs on its order. What our ids do not explain is asked by the venue's. Returns the fills that stay in
 * doubt, because a question failed or the venue does not know yet what it filled; null when there are none.
 */
export async function proveOrdersBehind(
  deps: ExecutionDeps,
  account: AccountKey,
  client: ExecutionClient,
  fills: readonly Fill[],
): Promise<DoubtfulFills | null> {
  const { store, facts } = deps;
  const isNameless = (fill: Fill): boolean =>
    fill.clientOrderId === null && store.find(account, fill) === null && !store.hasFill(account, fill);
  const nameless = new Set(fills.filter(isNameless).map(({ instrumentId }) => instrumentId));
  if (nameless.size === 0) return null;
  const unanswered = new Map<InstrumentId, DomainError>();
  for (const order of store.unprovenOrders(account)) {
    const ref = nameless.has(order.instrumentId) ? refOf(deps, order) : null;
    if (ref === null) continue;
    const told = await guarded('queryOrder', () => client.queryOrder(ref));
    if (!told.ok) unanswered.set(order.instrumentId, told.error);
    else if (told.value !== null) facts.append(reportFacts(store, account, told.value, 'reconcile'));
  }
  const doubtful = new Map<Fill, DomainError>();
  for (const fill of fills.filter(isNameless)) {
    const error = unanswered.get(fill.instrumentId);
    if (error !== undefined) doubtful.set(fill, error);
  }
  const denied = fills.filter((fill) => isNameless(fill) && !doubtful.has(fill));
  for (const [fill, error] of await askByVenueId(deps, account, client, denied)) doubtful.set(fill, error);
  const [first] = doubtful.values();
  return first === undefined ? null : { fills: new Set(doubtful.keys()), error: first };
}

/**
 * Asks the venue whose the orders behind fills are, by its own ids, where an order of ours is still unproven: "not found" by our id may
 * be the answer of a part of the venue that has not heard yet.
 */
async function askByVenueId(
  deps: ExecutionDeps,
  account: AccountKey,
  client: ExecutionClient,
  fills: readonly Fill[],
): Promise<ReadonlyMap<Fill, DomainError>> {
  const { store, facts, clock } = deps;
  const doubtful = new Map<Fill, DomainError>();
  const answers = new Map<string, DomainError | null>();
  const mayBeOurs = (fill: Fill): boolean =>
    store.unprovenOrders(account).some((order) => order.instrumentId === fill.instrumentId && order.side === fill.side);
  for (const fill of fills) {
    const { instrumentId, venueOrderId } = fill;
    const instrument = mayBeOurs(fill) ? deps.instrumentOf(instrumentId) : null;
    if (instrument === null) continue;
    const key = `${instrumentId} ${venueOrderId}`;
    let error = answers.get(key);
    if (error === undefined && answers.size < ASKED_MAX) {
      const ref = { instrument, clientOrderId: null, venueOrderId, isConditional: false };
      const told = await guarded('queryOrder', () => client.queryOrder(ref));
      const isKnown = told.ok && told.value !== null && store.find(account, told.value) !== null;
      if (told.ok && told.value !== null && isKnown) facts.append(reportFacts(store, account, told.value, 'reconcile'));
      const isTold = told.ok && (told.value !== null || clock.nowMs() - fill.venueMs >= LAGS_AT_MOST_MS);
      error = told.ok ? (isTold ? null : notToldYet(venueOrderId)) : told.error;
      answers.set(key, error);
    }
    if (error !== null) doubtful.set(fill, error ?? notToldYet(venueOrderId));
  }
  return doubtful;
}

function notToldYet(venueOrderId: string): DomainError {
  return domainError('VENUE_NOT_READY', `whose order ${venueOrderId} is the venue has not told yet`);
}
