import type { AccountKey, DomainError, ExecutionClient, Fill, InstrumentId } from '../domain/index.ts';
import { guarded, type ExecutionDeps } from './execution-deps.ts';
import { refOf, reportFacts } from './report-facts.ts';

/** Fills of which it could not be found out whether they are ours, and why. */
export interface DoubtfulFills {
  readonly fills: ReadonlySet<Fill>;
  readonly error: DomainError;
}

/**
 * Asks about unproven orders of the instruments of fills that name no order we know: some venues' histories tell only their own order
 * id, and whose a position is hangs on its order. Returns the fills that stay in doubt because a question failed; null when there are none.
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
  const unanswered = new Set<InstrumentId>();
  let error: DomainError | null = null;
  for (const order of store.unprovenOrders(account)) {
    const ref = nameless.has(order.instrumentId) ? refOf(deps, order) : null;
    if (ref === null) continue;
    const told = await guarded('queryOrder', () => client.queryOrder(ref));
    if (!told.ok) {
      unanswered.add(order.instrumentId);
      error ??= told.error;
    } else if (told.value !== null) facts.append(reportFacts(store, account, told.value, 'reconcile'));
  }
  if (error === null) return null;
  const doubtful = fills.filter((fill) => unanswered.has(fill.instrumentId) && isNameless(fill));
  return doubtful.length === 0 ? null : { fills: new Set(doubtful), error };
}
