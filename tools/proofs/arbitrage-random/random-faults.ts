import type { LegKey } from '@riptide/core/domain';
import type { Random } from '@riptide/core/kernel';
import type { PrivateCallFault, PrivateEventFault } from '../../../packages/venue-sim/src/account/model.ts';
import type { ListedInstrument } from '../random/listed-instrument.ts';
import type { FourHouses } from './four-houses.ts';

const CALL_FAULTS: readonly PrivateCallFault[] = [
  { kind: 'answer-lost' },
  { kind: 'answer-lost' },
  { kind: 'request-lost' },
  { kind: 'delay', ms: 400 },
  { kind: 'delay', ms: 4_000 },
  { kind: 'partial', fillFrac: 0.4 },
  { kind: 'partial', fillFrac: 0.4 },
  { kind: 'partial', fillFrac: 0 },
  { kind: 'reject', refusal: 'margin-insufficient' },
  { kind: 'reject', refusal: 'no-depth' },
  { kind: 'status', status: 429, retryAfterS: 1 },
  { kind: 'status', status: 503, retryAfterS: null },
  { kind: 'maintenance' },
];
const EVENT_FAULTS: readonly PrivateEventFault[] = [
  'drop',
  'drop',
  'duplicate',
  'swap-with-next',
  { delayMs: 300 },
  { delayMs: 3_000 },
];
const SHOCK_FRAC = 0.07;
const DOWN_MS = [0, 5, 500, 5_000, 20_000] as const;

/** What happens beside the trades, by kind; the weights say how often. */
export const STRIKES = [
  ['call', 40],
  ['event', 14],
  ['stream', 4],
  ['silence', 3],
  ['crash', 9],
  ['adl', 6],
  ['liquidation', 2],
  ['stop-hit', 5],
  ['funding', 5],
  ['kill-switch', 2],
] as const;
export type StrikeKind = (typeof STRIKES)[number][0];

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

export function pickStrike(random: Random): StrikeKind {
  let left = random() * STRIKES.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [kind, weight] of STRIKES) {
    left -= weight;
    if (left < 0) return kind;
  }
  return 'call';
}

/** Where a trade's legs are listed. */
export type LegListings = Readonly<Record<LegKey, ListedInstrument>>;

/** Lets one thing go wrong for a trade, now. Resolves when what it started of the engine's is over. */
export async function strike(world: FourHouses, legs: LegListings, kind: StrikeKind, random: Random): Promise<void> {
  const leg = legs[pick(random, ['buy', 'sell'] as const)];
  const house = world.house(leg.instrument.venue);
  const { desk, control } = house.parts;
  switch (kind) {
    case 'call': {
      const call = pick(random, ['place', 'place', 'place', 'query-order', 'cancel', 'positions'] as const);
      const count = random() < 0.2 ? 4 : 1;
      const at = call === 'positions' ? {} : { wireSymbol: leg.listing.wireSymbol };
      desk.armCall({ fault: pick(random, CALL_FAULTS), call, count, ...at });
      return;
    }
    case 'event': {
      const event = pick(random, ['order', 'fill', 'balance', null] as const);
      desk.armEvent({
        fault: pick(random, EVENT_FAULTS),
        count: random() < 0.3 ? 5 : 1,
        ...(event === null ? {} : { event }),
      });
      return;
    }
    case 'stream':
      world.streams.get(house.venue)?.lose(50 + random() * 8_000);
      return;
    case 'silence':
      desk.silence(true);
      return void world.clock.after(50 + random() * 8_000, () => desk.heal());
    case 'crash':
      return crash(world, pick(random, DOWN_MS));
    case 'adl': {
      const [held] = house.accounts.positions(house.accountId, { ix: leg.ix });
      if (held !== undefined)
        control.adl(house.accountId, leg.ix, Math.ceil(Math.abs(held.lots) * (0.05 + 0.95 * random())));
      return;
    }
    case 'liquidation':
      if (leg.listing.kind === 'perp') control.forceLiquidation(house.accountId, leg.ix);
      return;
    case 'stop-hit': {
      const frac = (random() < 0.5 ? -1 : 1) * SHOCK_FRAC;
      const asset = leg.listing.asset;
      for (const each of world.houses.values())
        for (const listed of each.listed)
          if (listed.listing.asset === asset)
            world.price(listed, (each.market.mark(listed.ix).markPx / listed.listing.pxMultiplier) * (1 + frac));
      return;
    }
    case 'funding':
      if (leg.listing.kind !== 'perp') return;
      house.market.setFunding(leg.ix, (random() - 0.5) * 0.002);
      control.settleFunding(leg.ix);
      return;
    case 'kill-switch': {
      if (!world.isRunning) return;
      const level = pick(random, [1, 2, 3] as const);
      await world.within(world.core.call('kill-switch', { level, reason: 'proof', by: 'proof' }), 20_000);
      await world.sleep(3_000);
      if (world.isRunning) await world.within(world.core.call('release-kill-switch', { by: 'proof' }), 5_000);
      return;
    }
  }
}

async function crash(world: FourHouses, downMs: number): Promise<void> {
  if (!world.isRunning) return;
  world.kill();
  await world.sleep(downMs);
  if (!world.isRunning) await world.start();
}
