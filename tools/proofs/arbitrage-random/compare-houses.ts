import {
  decimal,
  LEG_KEYS,
  toDecimalString,
  VENUES,
  ZERO,
  type AccountKey,
  type ArbLeg,
  type Decimal,
  type InstrumentId,
} from '@riptide/core/domain';
import { ownExitBase, type LegBooks } from '../../../packages/core/src/engine/arbitrage/leg-books.ts';
import { baseOf } from '../random/listed-instrument.ts';
import { accountAt, type FourHouses } from './four-houses.ts';

/** Divisions keep 20 digits; what a partly closed spot leg costs is one. */
const DIGITS = 10;

/** Returns every base unit at a venue that nothing explains, and every point in which money differs, in words. Call at rest. */
export function unexplained(world: FourHouses): readonly string[] {
  return [...positions(world), ...money(world), ...results(world), ...conduct(world)];
}

/** Each base unit at a venue is that of an open trade, or a dust row. */
function positions(world: FourHouses): readonly string[] {
  const { trades, dust } = world.fold.state;
  const now = world.money();
  return VENUES.flatMap((venue) => {
    const house = world.house(venue);
    const account = accountAt(venue);
    return house.listed.flatMap((listed) => {
      const { id } = listed.instrument;
      const { asset, kind, base } = listed.listing;
      const held = house.accounts.positions(house.accountId, { ix: listed.ix })[0];
      const key = `${venue} ${base}`;
      const theirs =
        kind === 'perp'
          ? decimal(held === undefined ? '0' : baseOf(listed, held.lots))
          : (now.get(key) ?? ZERO).minus(world.startMoney.get(key) ?? ZERO);
      const ours = explained(world, account, id).plus(decimal(dust.qtyOf(account, id)));
      const open = trades.holderOf(account, id);
      const text = `${asset} ${kind} at ${venue}: ${toDecimalString(theirs)} there, ${toDecimalString(ours)} explained`;
      return theirs.eq(ours) ? [] : [`${text}${open === null ? '' : ` (${open.trade.arbId} is ${open.trade.state})`}`];
    });
  });
}

function explained({ fold }: FourHouses, account: AccountKey, id: InstrumentId): Decimal {
  let sum = ZERO;
  for (const { trade, books } of fold.state.trades.open())
    for (const key of LEG_KEYS)
      if (trade[key].account === account && trade[key].instrumentId === id)
        sum = sum.plus(
          decimal(books[key].entryBase)
            .minus(decimal(books[key].exitBase))
            .times(trade[key].side === 'BUY' ? 1 : -1),
        );
  return sum;
}

/** The ledger's cash, less what is open, is the venue's, per venue and asset, to the last digit. */
function money(world: FourHouses): readonly string[] {
  const found: string[] = [];
  for (const venue of VENUES) {
    const house = world.house(venue);
    const ledger = world.core.context.ledger.account(accountAt(venue));
    const sums = new Map<string, Decimal>();
    const add = (asset: string, amount: Decimal): void => void sums.set(asset, (sums.get(asset) ?? ZERO).plus(amount));
    for (const { asset, total } of house.accounts.balances(house.accountId)) add(asset, total);
    for (const { openCost } of house.parts.control.audit().perps) add('USDT', decimal(openCost).times(-1));
    for (const [asset, amount] of ledger?.cash.totals().entries() ?? []) add(asset, amount.times(-1));
    for (const { kind, quoteAsset, costQuote } of ledger?.positions() ?? [])
      if (kind === 'perp') add(quoteAsset, decimal(costQuote));
    for (const [asset, difference] of sums)
      if (!difference.eq(0))
        found.push(`${asset} at ${venue}: the venue has ${toDecimalString(difference)} more than the ledger`);
  }
  return found;
}

/** What the trades say they earned is what the venues have more, but for the cost of dust and what a venue rounds. */
function results(world: FourHouses): readonly string[] {
  const { expected, got } = earned(world);
  const apart = got.minus(expected).abs();
  return apart.gt(decimal('0.01'))
    ? [`trades earned ${toDecimalString(expected.round(DIGITS))} USD, the venues have ${toDecimalString(got)} more`]
    : [];
}

/** Money that moved for dust, which is in no trade's result: what spot left behind cost, and what dust of former trades brought. */
function dustMoney(books: LegBooks, { market, side }: ArbLeg): Decimal {
  const entry = decimal(books.entryBase);
  const sign = side === 'BUY' ? 1 : -1;
  const left = entry.minus(decimal(ownExitBase(books)));
  const cost = market !== 'spot' || entry.eq(0) ? ZERO : decimal(books.entryQuote).times(left).div(entry);
  const { quote, feesQuote } = books.dust ?? { quote: '0', feesQuote: '0' };
  return decimal(quote).minus(cost).times(sign).minus(decimal(feesQuote));
}

/** Sums of the trades' results and of what dust moved, against the change of the venues' USDT. */
export function earned(world: FourHouses): { readonly expected: Decimal; readonly got: Decimal } {
  const { fold, startMoney } = world;
  let expected = ZERO;
  for (const { trade, books } of fold.state.trades.finished()) {
    if (trade.result === null) continue;
    const { netUsd } = trade.result;
    if (netUsd === null) throw new Error(`Invariant: these venues take no fee in a third asset (${trade.arbId})`);
    expected = expected.plus(decimal(netUsd));
    for (const key of LEG_KEYS) expected = expected.plus(dustMoney(books[key], trade[key]));
  }
  const now = world.money();
  const got = VENUES.reduce(
    (sum, venue) => sum.plus(now.get(`${venue} USDT`) ?? ZERO).minus(startMoney.get(`${venue} USDT`) ?? ZERO),
    ZERO,
  );
  return { expected, got };
}

function conduct({ houses, placed, errors, journal, core }: FourHouses): readonly string[] {
  const found: string[] = errors.map((text) => `error: ${text}`);
  for (const [venue, house] of houses)
    if (!house.parts.control.audit().isConserved) found.push(`money is not conserved at ${venue}`);
  if (new Set(placed).size !== placed.length) found.push('an order was sent twice');
  for (const record of journal.records)
    if (record.kind === 'event' && (record.event === 'arbitrage_failed' || record.event === 'call_failed'))
      found.push(record.text);
  for (const { kind, text } of core.view().state.conditions) found.push(`condition ${kind}: ${text}`);
  return found;
}
