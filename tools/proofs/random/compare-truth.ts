import { decimal, toDecimalString, ZERO, type Decimal } from '@riptide/core/domain';
import { isFinalState } from '@riptide/core/execution';
import type { SimOrder } from '../../../packages/venue-sim/src/account/model.ts';
import { baseOf } from './listed-instrument.ts';
import type { RandomWorld } from './random-world.ts';
import { fillOf } from './venue-words.ts';

/** Returns every point in which the engine and the venue differ, in words. Nothing is rounded. */
export function differences(world: RandomWorld): readonly string[] {
  return [
    ...conditions(world),
    ...orders(world),
    ...fills(world),
    ...positions(world),
    ...money(world),
    ...conduct(world),
  ];
}

function conditions({ core }: RandomWorld): readonly string[] {
  return core.view().state.conditions.map(({ kind, text }) => `condition ${kind}: ${text}`);
}

/** Every order of the venue stands here as it stands there, and every order here is known there or said to be absent. */
function orders(world: RandomWorld): readonly string[] {
  const { core, house, account } = world;
  const { store: records } = { store: core.context.orders };
  const found: string[] = [];
  const seen = new Set<string>();
  for (const order of newestOrders(world)) {
    const report = house.report(order);
    const record = records.find(account, report);
    if (record === null) {
      const isPast = order.request.clientId === '' && order.status !== 'open' && order.status !== 'untriggered';
      if (!isPast && !records.hasLeft(account, report)) found.push(`order ${order.id} ${order.status} is unknown here`);
      continue;
    }
    seen.add(record.key);
    const theirs = `${report.status} ${report.cumQtyBase}`;
    const ours = `${record.state === 'open' && record.isUntriggered ? 'untriggered' : record.state} ${record.cumQtyBase}`;
    if (ours !== theirs)
      found.push(`order ${record.key} is ${ours} here, ${theirs} there (${String(order.endReason)})`);
    // Fills of an order given elsewhere may come before we hear of the order; they are booked all the same.
    if (record.isOurs && record.filledQtyBase !== report.cumQtyBase)
      found.push(`order ${record.key} has fills of ${record.filledQtyBase} here, ${report.cumQtyBase} there`);
  }
  for (const record of records.all()) {
    if (record.account !== account || seen.has(record.key)) continue;
    const isNowhere = record.state === 'absent' || record.state === 'rejected' || record.state === 'not-sent';
    if (!isNowhere || !isFinalState(record.state))
      found.push(`order ${record.key} is ${record.state} here, unknown there`);
  }
  return found;
}

/** Orders without the conditionals that fired: they go on as what they became. */
function newestOrders({ house }: RandomWorld): readonly SimOrder[] {
  return house.accounts
    .orders(house.accountId, { limit: Infinity })
    .filter(({ firedOrderId }) => firedOrderId === null);
}

/** Every execution is booked once, with the venue's figures. */
function fills(world: RandomWorld): readonly string[] {
  const { house, journal, account } = world;
  const ours = new Map<string, string>();
  const found: string[] = [];
  for (const record of journal.records) {
    if (record.kind !== 'fill' || record.account !== account) continue;
    const key = `${record.fill.instrumentId} ${record.fill.fillId}`;
    if (ours.has(key)) found.push(`fill ${key} is booked twice`);
    ours.set(key, JSON.stringify(record.fill));
  }
  for (const fill of house.accounts.fills(house.accountId, { limit: Infinity })) {
    const theirs = fillOf(house.at(fill.ix), fill);
    const key = `${theirs.instrumentId} ${theirs.fillId}`;
    if (ours.get(key) !== JSON.stringify(theirs)) found.push(`fill ${key} is ${String(ours.get(key))} here`);
    ours.delete(key);
  }
  for (const key of ours.keys()) found.push(`fill ${key} is unknown there`);
  return found;
}

function positions({ core, house, account }: RandomWorld): readonly string[] {
  const ours = core.context.ledger.account(account)?.positions() ?? [];
  return house.listed
    .filter(({ listing }) => listing.kind === 'perp')
    .flatMap((listed) => {
      const [held] = house.accounts.positions(house.accountId, { ix: listed.ix });
      const theirs = held === undefined ? '0' : baseOf(listed, held.lots);
      const mine = ours.find(({ instrumentId }) => instrumentId === listed.instrument.id)?.qtyBase ?? '0';
      return mine === theirs ? [] : [`position ${listed.instrument.id} is ${mine} here, ${theirs} there`];
    });
}

/**
 * Cash less the cost of what is open: the venue rounds the cost that a partial close releases to 8 digits and we don't, which moves money
 * between the two and never changes their difference. Flat, it is the cash itself.
 */
function money({ core, house, account }: RandomWorld): readonly string[] {
  const ledger = core.context.ledger.account(account);
  if (ledger === null) return ['the account has no ledger'];
  const found: string[] = [];
  const compare = (what: string, ours: Decimal, theirs: Decimal): void => {
    if (!ours.eq(theirs)) found.push(`${what} is ${toDecimalString(ours)} here, ${toDecimalString(theirs)} there`);
  };
  const theirs = new Map<string, Decimal>();
  for (const { asset, total } of house.accounts.balances(house.accountId)) add(theirs, asset, total);
  for (const { openCost } of house.parts.control.audit().perps) add(theirs, 'USDT', decimal(openCost).times(-1));
  const ours = new Map<string, Decimal>();
  for (const [asset, amount] of ledger.cash.totals().entries()) add(ours, asset, amount);
  for (const { kind, quoteAsset, costQuote } of ledger.positions())
    if (kind === 'perp') add(ours, quoteAsset, decimal(costQuote).times(-1));
  for (const asset of new Set([...theirs.keys(), ...ours.keys()]))
    compare(`cash less open cost of ${asset}`, ours.get(asset) ?? ZERO, theirs.get(asset) ?? ZERO);
  const charged = new Map<string, Decimal>();
  for (const { fee, feeAsset } of house.accounts.fills(house.accountId, { limit: Infinity }))
    add(charged, feeAsset, fee);
  for (const [asset, fee] of charged) compare(`fees in ${asset}`, ledger.feesCharged.get(asset), fee);
  for (const [kind, theirKinds] of [
    ['funding', ['funding']],
    ['liquidation-fee', ['liquidation-fee']],
  ] as const) {
    const sum = theirKinds
      .flatMap((each) => house.accounts.incomes(house.accountId, { kind: each, limit: Infinity }))
      .reduce((total, { amount }) => total.plus(amount), ZERO);
    compare(kind, ledger.income(kind).get('USDT'), sum);
  }
  return found;
}

/** What must never happen on the way, whatever the end looks like. */
function conduct({ house, journal, placed }: RandomWorld): readonly string[] {
  const found: string[] = [];
  const audit = house.parts.control.audit();
  if (!audit.isConserved) found.push(`money is not conserved at the venue: ${JSON.stringify(audit)}`);
  if (new Set(placed).size !== placed.length) found.push('an order was sent twice');
  for (const record of journal.records) {
    if (record.kind === 'position-set' && record.why === 'venue-truth')
      found.push(`a position was taken over instead of explained: ${JSON.stringify(record)}`);
  }
  return found;
}

function add(sums: Map<string, Decimal>, asset: string, amount: Decimal): void {
  sums.set(asset, (sums.get(asset) ?? ZERO).plus(amount));
}
