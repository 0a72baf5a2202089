import type { AccountKey, ExecutionClient, Fill } from '../domain/index.ts';
import { guarded, type ExecutionDeps } from './execution-deps.ts';
import { refOf, reportFacts } from './report-facts.ts';

/**
 * Asks about unproven orders of the instruments of fills that name no order we know: some venues' histories tell only their own order
 * id, and whose a position is hangs on its order. A question that fails leaves everything as it is.
 */
export async function proveOrdersBehind(
  deps: ExecutionDeps,
  account: AccountKey,
  client: ExecutionClient,
  fills: readonly Fill[],
): Promise<void> {
  const { store, facts } = deps;
  const nameless = new Set(
    fills
      .filter(
        (fill) => fill.clientOrderId === null && store.find(account, fill) === null && !store.hasFill(account, fill),
      )
      .map(({ instrumentId }) => instrumentId),
  );
  if (nameless.size === 0) return;
  for (const order of store.unprovenOrders(account)) {
    const ref = nameless.has(order.instrumentId) ? refOf(deps, order) : null;
    if (ref === null) continue;
    const told = await guarded('queryOrder', () => client.queryOrder(ref));
    if (told.ok && told.value !== null) facts.append(reportFacts(store, account, told.value, 'reconcile'));
  }
}
