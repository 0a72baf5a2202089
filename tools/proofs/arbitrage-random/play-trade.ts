import { SEQUENCINGS, VENUES, type ArbTrade, type Venue } from '@riptide/core/domain';
import type { Random } from '@riptide/core/kernel';
import type { FourHouses, TradedAsset } from './four-houses.ts';
import { pick, pickStrike, strike, type LegListings } from './random-faults.ts';

const PX: Readonly<Record<TradedAsset, number>> = { BTC: 60_000, ETH: 3_000, SOL: 150 };
const TRIES_MAX = 12;
const OVER_WITHIN_MS = 240_000;
const LOOK_MS = 250;
/** Refusals that only time ends. */
const TIRED = ['stability is', 'too many losses', 'trades within the hour'];

export interface Tally {
  readonly strikes: Map<string, number>;
  readonly refusals: Map<string, number>;
  flattened: number;
}

export function count(sums: Map<string, number>, key: string): void {
  sums.set(key, (sums.get(key) ?? 0) + 1);
}

/** `opened`: a trade began. `refused`: the engine did not want it. `tired`: it wants nothing before an hour or so has passed. */
export type Played = 'opened' | 'refused' | 'tired';

/** Plays one trade of an asset with faults at random moments, until it has ended. */
export async function playTrade(world: FourHouses, asset: TradedAsset, random: Random, tally: Tally): Promise<Played> {
  const legs = legsOf(world, asset, random);
  const known = newestOf(world, legs)?.arbId ?? null;
  const opened = await open(world, legs, { asset, random, tally });
  if (opened !== 'opened') return opened;
  const trade = newestOf(world, legs);
  // The engine died before its first record.
  if (trade === null || trade.arbId === known) return 'refused';
  if (random() < 0.35) strikeSoon(world, legs, random, tally);
  await world.sleep(random() * 5_000);
  spread(world, asset, { legs, gapBps: (random() - 0.3) * 40, random });
  if (random() < 0.25) await struck(world, legs, random, tally);
  if (random() < 0.3) strikeSoon(world, legs, random, tally);
  await end(world, trade.arbId, { random, tally });
  return 'opened';
}

function legsOf(world: FourHouses, asset: TradedAsset, random: Random): LegListings {
  const buyVenue = pick(random, VENUES);
  const isSpot = random() < 0.25;
  const others = VENUES.filter((venue) => isSpot || venue !== buyVenue);
  const sellVenue = pick(random, others);
  return { buy: world.listed(buyVenue, asset, isSpot ? 'spot' : 'perp'), sell: world.listed(sellVenue, asset, 'perp') };
}

/** Sets every listing of an asset near one price, the leg that is sold above the one that is bought. */
function spread(
  world: FourHouses,
  asset: TradedAsset,
  { legs, gapBps, random }: { readonly legs: LegListings; readonly gapBps: number; readonly random: Random },
): void {
  const px = PX[asset] * (1 + (random() - 0.5) * 0.01);
  for (const house of world.houses.values()) {
    for (const listed of house.listed) {
      if (listed.listing.asset !== asset) continue;
      const side = listed === legs.buy ? -0.5 : listed === legs.sell ? 0.5 : 0;
      world.price(listed, px * (1 + (side * gapBps) / 1e4));
    }
  }
}

interface Opening {
  readonly asset: TradedAsset;
  readonly random: Random;
  readonly tally: Tally;
}

async function open(world: FourHouses, legs: LegListings, { asset, random, tally }: Opening): Promise<Played> {
  const pairId = `${legs.buy.instrument.id}>${legs.sell.instrument.id}`;
  const sequencing = random() < 0.4 ? null : pick(random, SEQUENCINGS);
  const notionalUsd = String(60 + Math.floor(random() * 900));
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    spread(world, asset, { legs, gapBps: 50 + random() * 40, random });
    if (tries === 0 && random() < 0.5) await struck(world, legs, random, tally);
    if (random() < 0.1) strikeSoon(world, legs, random, tally);
    const done = await world.call('arb-execute', {
      opportunityId: pairId,
      symbol: null,
      venues: [],
      qtyBase: null,
      notionalUsd,
      bracket: random() < 0.5 ? 'panic' : 'none',
      takeProfitBps: null,
      stopLossBps: null,
      sequencing,
      acceptsNegative: false,
      by: 'proof',
    });
    if (done?.ok === true) return 'opened';
    if (done === undefined) return newestOf(world, legs) === null ? 'refused' : 'opened';
    count(tally.refusals, done.error.code);
    if (TIRED.some((text) => done.error.detail.includes(text))) return 'tired';
    await world.sleep(500 + random() * 2_500);
  }
  return 'refused';
}

async function struck(world: FourHouses, legs: LegListings, random: Random, tally: Tally): Promise<void> {
  const kind = pickStrike(random);
  count(tally.strikes, kind);
  await strike(world, legs, kind, random);
}

function strikeSoon(world: FourHouses, legs: LegListings, random: Random, tally: Tally): void {
  world.later(random() * 1_500, () => struck(world, legs, random, tally));
}

/** Asks for the end again and again, as a person would, until the trade has ended or stays where it is for minutes. */
async function end(
  world: FourHouses,
  arbId: string,
  { random, tally }: Pick<Opening, 'random' | 'tally'>,
): Promise<void> {
  const untilMs = world.clock.nowMs() + OVER_WITHIN_MS;
  let askAtMs = world.clock.nowMs() + random() * 3_000;
  while (world.clock.nowMs() < untilMs) {
    const trade = world.fold.state.trades.byId(arbId)?.trade ?? null;
    if (trade !== null && (trade.state === 'certified' || trade.state === 'aborted')) return;
    if (trade !== null && world.isRunning && world.clock.nowMs() >= askAtMs) {
      askAtMs = world.clock.nowMs() + 10_000;
      await askEnd(world, trade, tally);
    }
    world.workAll();
    await world.sleep(LOOK_MS);
  }
}

/** A naked leg is closed by a person who has seen to it that the venue works again. */
export async function askEnd(world: FourHouses, { arbId, state, buy, sell }: ArbTrade, tally: Tally): Promise<void> {
  if (state !== 'naked') return void (await world.call('arb-close', { arbId, by: 'proof' }));
  for (const venue of [buy.venue, sell.venue] as readonly Venue[]) world.house(venue).parts.desk.heal();
  tally.flattened += 1;
  await world.call('arb-flatten', { arbId, by: 'proof' });
}

function newestOf(world: FourHouses, legs: LegListings): ArbTrade | null {
  const pairId = `${legs.buy.instrument.id}>${legs.sell.instrument.id}`;
  const { trades } = world.fold.state;
  return (
    [...trades.finished(), ...trades.open()].map(({ trade }) => trade).findLast((trade) => trade.pairId === pairId) ??
    null
  );
}
