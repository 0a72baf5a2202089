import { decimal, toDecimalString, VENUES, ZERO, type Decimal, type Venue } from '@riptide/core/domain';
import { startVenueSim, type VenueSim } from '@riptide/venue-sim';
import { listingsOf } from '../../../packages/venue-sim/src/market/listings.ts';
import type { FaultRates, FromSim, ToSim, VenueTruth } from './sim-messages.ts';

/** Sums that grow with every event of a venue's account: lists of the simulator are cut, these are not. */
interface Counted {
  fills: number;
  funding: Decimal;
  readonly fees: Map<string, Decimal>;
}

const START_USDT = 1_000_000;
/** Coins to sell on spot, worth some 100,000 USDT each. */
const START_COINS = { BTC: '2', ETH: '40', SOL: '700', XRP: '160000' } as const;

/** The four simulated venues in a process of their own, so that the engine's memory and processor time are its own. */
async function main(): Promise<void> {
  const seed = Number(process.argv[2]);
  const sim = await startVenueSim({ seed, mode: { kind: 'sim' }, startUsdt: START_USDT });
  for (const venue of VENUES) giveCoins(sim, venue);
  const counted = new Map(VENUES.map((venue) => [venue, count(sim, venue)]));
  const send = (message: FromSim): void => void process.send?.(message);
  process.on('message', (message: ToSim) => {
    if (message.kind === 'faults') armAll(sim, message.rates);
    else if (message.kind === 'heal') for (const venue of VENUES) sim.desk(venue).heal();
    else if (message.kind === 'cancel-all')
      sim.accounts(message.venue).cancelAll(sim.firstKey(message.venue).accountId, {});
    else if (message.kind === 'drop-sockets') sim.faults(message.venue).dropSockets();
    else if (message.kind === 'truth')
      send({ kind: 'truth', id: message.id, venues: VENUES.map((v) => truth(sim, v, counted.get(v))) });
  });
  process.on('disconnect', () => process.exit(0));
  const keys = Object.fromEntries(VENUES.map((venue) => [venue, keyOf(sim, venue)]));
  send({ kind: 'started', baseUrls: sim.baseUrls, keys: keys as Extract<FromSim, { kind: 'started' }>['keys'] });
}

function giveCoins(sim: VenueSim, venue: Venue): void {
  const pocket = venue === 'BINANCE' || venue === 'KUCOIN' ? 'spot' : 'unified';
  for (const [asset, amount] of Object.entries(START_COINS))
    sim.control(venue).setBalance(sim.firstKey(venue).accountId, pocket, asset, decimal(amount));
}

function keyOf(sim: VenueSim, venue: Venue) {
  const { apiKey, apiSecret, passphrase } = sim.firstKey(venue);
  return { apiKey, apiSecret, passphrase: passphrase === '' ? null : passphrase };
}

function count(sim: VenueSim, venue: Venue): Counted {
  const counted: Counted = { fills: 0, funding: ZERO, fees: new Map() };
  const nothing = (): void => undefined;
  sim.accounts(venue).subscribe({
    onOrder: nothing,
    onPosition: nothing,
    onBalance: nothing,
    onLeverage: nothing,
    onFill({ fee, feeAsset }) {
      counted.fills += 1;
      counted.fees.set(feeAsset, (counted.fees.get(feeAsset) ?? ZERO).plus(fee));
    },
    onIncome({ kind, amount }) {
      if (kind === 'funding') counted.funding = counted.funding.plus(amount);
    },
  });
  return counted;
}

/** Arms every fault for as long as nobody heals, each at its chance. */
function armAll(sim: VenueSim, { call, event }: FaultRates): void {
  const count = Number.POSITIVE_INFINITY;
  for (const venue of VENUES) {
    const desk = sim.desk(venue);
    for (const name of ['place', 'cancel'] as const) {
      desk.armCall({ call: name, fault: { kind: 'answer-lost' }, chance: call, count });
      desk.armCall({ call: name, fault: { kind: 'request-lost' }, chance: call / 2, count });
      desk.armCall({ call: name, fault: { kind: 'delay', ms: 400 }, chance: call, count });
      desk.armCall({ call: name, fault: { kind: 'status', status: 503, retryAfterS: null }, chance: call / 2, count });
    }
    desk.armCall({ call: 'place', fault: { kind: 'reject', refusal: 'margin-insufficient' }, chance: call / 2, count });
    desk.armCall({ call: 'place', fault: { kind: 'partial', fillFrac: 0.5 }, chance: call, count });
    for (const fault of ['drop', 'duplicate', 'swap-with-next', { delayMs: 500 }] as const)
      desk.armEvent({ fault, chance: event, count });
  }
}

function truth(sim: VenueSim, venue: Venue, counted: Counted | undefined): VenueTruth {
  const { accountId } = sim.firstKey(venue);
  const accounts = sim.accounts(venue);
  const audit = sim.control(venue).audit();
  const listings = listingsOf(venue);
  const cash = new Map<string, Decimal>();
  const add = (asset: string, amount: Decimal): void => void cash.set(asset, (cash.get(asset) ?? ZERO).plus(amount));
  for (const { asset, total } of accounts.balances(accountId)) add(asset, total);
  for (const { openCost } of audit.perps) add('USDT', decimal(openCost).times(-1));
  return {
    venue,
    isConserved: audit.isConserved,
    fills: counted?.fills ?? 0,
    funding: toDecimalString(counted?.funding ?? ZERO),
    fees: textOf(counted?.fees ?? new Map()),
    cashLessCost: textOf(cash),
    positions: Object.fromEntries(
      accounts.positions(accountId).map(({ ix, lots }) => {
        const listing = listings[ix];
        if (listing === undefined) throw new Error(`Invariant: ${venue} has no listing ${ix}`);
        const base = decimal(listing.qtyStep).times(decimal(listing.qtyScale)).times(lots);
        return [listing.wireSymbol, toDecimalString(base)];
      }),
    ),
    openClientIds: accounts
      .orders(accountId, { isOpen: true, limit: Number.POSITIVE_INFINITY })
      .map(({ request }) => request.clientId)
      .sort(),
    struck: sim.desk(venue).struck,
  };
}

function textOf(sums: ReadonlyMap<string, Decimal>): Readonly<Record<string, string>> {
  return Object.fromEntries([...sums].map(([asset, amount]) => [asset, toDecimalString(amount)]));
}

await main();
