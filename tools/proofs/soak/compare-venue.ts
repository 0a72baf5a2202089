import { accountKey, decimal, toDecimalString, ZERO, type Decimal } from '@riptide/core/domain';
import { isUnproven } from '@riptide/core/execution';
import type { VenueTruth } from './sim-messages.ts';
import type { SoakEngine } from './soak-engine.ts';

/** Returns every point in which our books and a venue's word differ, to the last digit. Ask only at rest. */
export function differences({ core, counts }: SoakEngine, truth: VenueTruth): readonly string[] {
  const { venue } = truth;
  const account = accountKey(venue, 'live');
  const ledger = core.context.ledger.account(account);
  if (ledger === null) return [`${venue}: no ledger`];
  const found: string[] = [];
  const compare = (what: string, ours: string, theirs: string): void => {
    if (ours !== theirs) found.push(`${venue}: ${what} ${ours} here, ${theirs} there`);
  };
  if (!truth.isConserved) found.push(`${venue}: money is not conserved`);
  compare('fills', String(counts.fills[venue]), String(truth.fills));
  compare('funding', toDecimalString(ledger.income('funding').get('USDT')), truth.funding);
  for (const [asset, fee] of Object.entries(truth.fees))
    compare(`fees in ${asset}`, toDecimalString(ledger.feesCharged.get(asset)), fee);
  const cash = new Map<string, Decimal>(ledger.cash.totals().entries());
  const ours: Record<string, string> = {};
  for (const position of ledger.positions()) {
    if (position.kind !== 'perp') continue;
    cash.set('USDT', (cash.get('USDT') ?? ZERO).minus(decimal(position.costQuote)));
    ours[core.context.instrumentOf(position.instrumentId)?.wireSymbol ?? position.instrumentId] = position.qtyBase;
  }
  for (const asset of new Set([...Object.keys(truth.cashLessCost), ...cash.keys()]))
    compare(
      `cash less open cost of ${asset}`,
      toDecimalString(cash.get(asset) ?? ZERO),
      truth.cashLessCost[asset] ?? '0',
    );
  for (const symbol of new Set([...Object.keys(ours), ...Object.keys(truth.positions)]))
    compare(`position ${symbol}`, ours[symbol] ?? '0', truth.positions[symbol] ?? '0');
  const open = core.context.orders.openOrders(account);
  compare(
    'open orders',
    open
      .map(({ clientOrderId }) => clientOrderId ?? '')
      .sort()
      .join(' '),
    truth.openClientIds.join(' '),
  );
  compare('orders of unknown outcome', String(open.filter(({ state }) => isUnproven(state)).length), '0');
  return found;
}
