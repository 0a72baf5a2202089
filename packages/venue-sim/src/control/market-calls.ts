import { err, ok, VENUES } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import type { VenueSim } from '../faults-public.ts';
import { SIM_ASSETS } from '../market/assets.ts';
import { randomOf } from '../market/seeds.ts';
import { controlCall, type ControlCall } from './control-call.ts';
import { choice, number, optional, textLike, whole } from './fields.ts';
import { VENUE_OR_ALL, venuesOf } from './find-listing.ts';

const ASSETS = SIM_ASSETS.map(({ key }) => key);
const ASSET = choice(ASSETS, 'whose price, at every venue that lists it');
const LONGEST_MS = 600_000;
/** Cascades asked for that run at once. */
const CASCADES_MAX = 50;

/** Builds the calls that move the market. Its own seed is that of the start. */
export function marketCalls(
  sim: VenueSim,
  from: { readonly clock: Clock; readonly marketSeed: number },
): readonly ControlCall[] {
  const { clock, marketSeed } = from;
  return [
    controlCall({
      method: 'POST',
      path: '/seed',
      about:
        'reseeds the chances of private faults at all venues; the seed of the market and of keys is set at the start (SIM_SEED)',
      fields: { seed: whole({ min: 0, max: 4_294_967_295 }, 'the seed') },
      example: { seed: 7 },
      act({ seed }) {
        for (const venue of VENUES) sim.desk(venue).reseed(randomOf(seed, `faults ${venue}`));
        return ok({ fault_seed: seed, market_seed: marketSeed, note: 'the market keeps the seed it was started with' });
      },
    }),
    controlCall({
      method: 'POST',
      path: '/price-shock',
      about: 'moves the fair price of a coin at every venue, for good; books follow within a second',
      fields: {
        asset: ASSET,
        move_frac: number({ min: -0.5, max: 1 }, 'the move as a share of the price: -0.05 is 5 % down'),
      },
      example: { asset: 'BTC', move_frac: -0.03 },
      act({ asset, move_frac }) {
        if (!sim.control('BINANCE').shockPrice(asset, move_frac)) throw new Error(`Invariant: no price of ${asset}`);
        return ok({ asset, move_frac });
      },
    }),
    cascadeCall(sim, clock),
    borrowRateCall(sim),
  ];
}

function borrowRateCall(sim: VenueSim): ControlCall {
  return controlCall({
    method: 'POST',
    path: '/borrow-rate',
    about: 'sets what a coin costs to borrow on spot margin',
    fields: {
      venue: VENUE_OR_ALL,
      asset: textLike(/^[A-Z0-9]{1,16}$/, 'a coin by the name the venue has for it on spot', 'which coin'),
      per_hour_frac: optional(
        number({ min: 0, max: 0.01 }, 'interest of an hour as a share of the loan; absent: it is not lent'),
      ),
    },
    example: { venue: 'BINANCE', asset: 'BTC', per_hour_frac: 0.00004 },
    act({ venue, asset, per_hour_frac }) {
      for (const one of venuesOf(venue)) sim.control(one).setBorrowRate(asset, per_hour_frac);
      return ok({ venue, asset, per_hour_frac });
    },
  });
}

function cascadeCall(sim: VenueSim, clock: Clock): ControlCall {
  let endsMs: number[] = [];
  return controlCall({
    method: 'POST',
    path: '/cascade',
    about: 'forced orders push a coin for a while and give a part of the move back, at every venue',
    fields: {
      asset: ASSET,
      side: choice(['LONG', 'SHORT'], 'whose positions are closed: LONG pushes the price down, SHORT up'),
      usd: number({ min: 100, max: 10_000_000 }, 'median size of one forced order, USDT'),
      push_frac: number({ min: 0, max: 0.5 }, 'the push as a share of the price (log units)'),
      duration_ms: whole({ min: 50, max: LONGEST_MS }, 'how long it pushes, milliseconds'),
      hold_ms: optional(
        whole(
          { min: 0, max: LONGEST_MS },
          'how long it then stays at its extreme, forced orders going on; absent: not at all',
        ),
      ),
      revert_frac: number({ min: 0, max: 0.5 }, 'what is given back afterwards, as a share of the price; 0: nothing'),
      revert_ms: whole({ min: 50, max: LONGEST_MS }, 'how long giving back takes, milliseconds'),
    },
    example: {
      asset: 'SOL',
      side: 'LONG',
      usd: 50_000,
      push_frac: 0.02,
      duration_ms: 4_000,
      revert_frac: 0.012,
      revert_ms: 8_000,
    },
    act({ asset, side, usd, ...of }) {
      const nowMs = clock.nowMs();
      endsMs = endsMs.filter((endMs) => endMs > nowMs);
      if (endsMs.length >= CASCADES_MAX) {
        return err({
          status: 409,
          code: 'too_many_cascades',
          error: `${CASCADES_MAX} cascades run already; wait for one to end`,
        });
      }
      const holdMs = of.hold_ms ?? 0;
      endsMs.push(nowMs + of.duration_ms + holdMs + of.revert_ms);
      const plan = {
        durationMs: of.duration_ms,
        pushFrac: of.push_frac,
        holdMs,
        revertFrac: of.revert_frac,
        revertMs: of.revert_ms,
      };
      if (!sim.control('BINANCE').startCascade({ asset, liquidatedSide: side, usd, ...plan })) {
        throw new Error(`Invariant: no price of ${asset}`);
      }
      return ok({ asset, side, ends_ms: nowMs + of.duration_ms + holdMs });
    },
  });
}
