import type { OrderSide, PlaceOrder } from '../../../packages/core/src/domain/index.ts';
import type { ArbVenue } from '../../../packages/core/src/engine/arbitrage/arb-venue.fixture.ts';
import { ArbWorld } from '../../../packages/core/src/engine/arbitrage/arb-world.fixture.ts';
import { normal, seededRandom, type Random } from '../../../packages/core/src/kernel/index.ts';
import type { Outcome } from '../../../packages/core/src/strategies/arbitrage/learning/calibration.ts';

/** What is true of a venue, at the smallest size. */
interface Planted {
  readonly slippageBps: number;
  readonly latencyMs: number;
  readonly fill: number;
}

const BASE: readonly [Planted, Planted] = [
  { slippageBps: 1, latencyMs: 45, fill: 0.98 },
  { slippageBps: 3, latencyMs: 160, fill: 0.93 },
];
const SIZES_USD = [180, 700];
const NOISE_BPS = 1;
const MID_PX = 60_000;
/** Longest that a refused trade is tried again: stability comes back with time. */
const TRIES_MAX = 200;

/** What came of trades that the real executor made, in order, and how many tries did not end as a pair. */
export interface Executed {
  readonly outcomes: readonly Outcome[];
  readonly broken: number;
}

/**
 * Lets the real executor trade on two matching venues that have moved, by a planted slippage per venue and size, before its orders come; that
 * take a planted time to answer, and do not fill a planted share of first orders. Outcomes are the samples that its learning desk wrote.
 */
export async function playExecutor(trades: number, seed: number): Promise<Executed> {
  const random = seededRandom(seed);
  const world = new ArbWorld();
  const planted = BASE.map(({ slippageBps, latencyMs, fill }) => ({
    slippageBps: slippageBps * (0.7 + 0.6 * random()),
    latencyMs: latencyMs * (0.7 + 0.6 * random()),
    fill: 1 - (1 - fill) * (0.7 + 0.6 * random()),
  })) as unknown as readonly [Planted, Planted];
  await world.start();
  const value = { pairCooldownMs: 0, failureCooldownMs: 0, maxTradesPerHour: 3_600, protectBps: 40 };
  const set = await world.call('arb-settings', { value, by: 'proof' });
  if (!set.ok) throw new Error(`${set.error.code} ${set.error.detail}`);
  world.venues.forEach((venue, at) => slowDown(world, venue, (planted[at] as Planted).latencyMs));
  let tries = 0;
  while (outcomesOf(world).length < trades) {
    tries += 1;
    await tradeOnce(world, planted, random);
  }
  if (world.errors.length > 0) throw new Error(world.errors.join('\n'));
  return { outcomes: outcomesOf(world).slice(0, trades), broken: tries - trades };
}

async function tradeOnce(world: ArbWorld, planted: readonly [Planted, Planted], random: Random): Promise<void> {
  const size = Math.floor(random() * SIZES_USD.length);
  const gapBps = 30 + 30 * random();
  world.show(0, MID_PX);
  world.show(1, Math.round(MID_PX * (1 + gapBps / 1e4)));
  const sides: readonly OrderSide[] = ['BUY', 'SELL'];
  world.venues.forEach((venue, at) => {
    const { slippageBps, fill } = planted[at] as Planted;
    const movedBps = slippageBps * (1 + size) + NOISE_BPS * normal(random);
    moveAway(world, at as 0 | 1, { side: sides[at] as OrderSide, bps: movedBps });
    const isMissed = random() >= fill;
    venue.faultOf = (order) => (isMissed && isFirstEntry(order) ? { kind: 'fill', frac: '0' } : null);
  });
  await open(world, String(SIZES_USD[size]));
  await world.pass(2_000);
  world.show(0, MID_PX);
  world.show(1, MID_PX);
  const { arbId, state } = world.trade();
  if (state === 'hedged') await world.call('arb-close', { arbId, by: 'proof' });
  for (let waited = 0; waited < 60 && !isOver(world); waited += 1) await world.pass(500);
}

async function open(world: ArbWorld, notionalUsd: string): Promise<void> {
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const done = await world.execute({ qtyBase: null, notionalUsd });
    if (done.ok) return;
    if (tried === TRIES_MAX - 1) throw new Error(`${done.error.code} ${done.error.detail}`);
    await world.pass(30_000);
  }
}

function isOver(world: ArbWorld): boolean {
  return ['certified', 'aborted'].includes(world.trade().state);
}

/** The venue's own book moves against an order; ours does not show it yet. */
function moveAway(world: ArbWorld, at: 0 | 1, { side, bps }: { readonly side: OrderSide; readonly bps: number }): void {
  const venue = world.venues[at];
  const ix = world.instruments.findIndex((each) => each.venue === venue.venue && each.kind === 'perp');
  const { bidPx, askPx } = world.engine.store.figures;
  const factor = side === 'BUY' ? 1 + bps / 1e4 : 1 - bps / 1e4;
  const moved = (px: number): number => Math.round(px * factor * 10) / 10;
  const id = world.instruments[ix]?.id;
  if (id === undefined) throw new Error('no perp');
  venue.show(id, moved(bidPx[ix] as number), moved(askPx[ix] as number));
}

function slowDown(world: ArbWorld, venue: ArbVenue, latencyMs: number): void {
  const take = venue.onPlace;
  venue.onPlace = async (order) => {
    await new Promise<void>((resolve) => void world.clock.after(latencyMs, resolve));
    return take(order);
  };
}

function isFirstEntry({ clientOrderId }: PlaceOrder): boolean {
  return /^Pa[0-9a-z]{11}[bs]e01/.test(clientOrderId);
}

function outcomesOf(world: ArbWorld): readonly Outcome[] {
  return world
    .recordsOf('arb-sample')
    .flatMap(({ sample: { isShadow, predictedBps, learnedBps, realisedBps } }) =>
      isShadow || realisedBps === null ? [] : [{ predictedBps, learnedBps, realisedBps }],
    );
}
