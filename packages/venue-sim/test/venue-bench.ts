import type { Venue } from '@riptide/core/domain';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { createBinanceProtocol, type BinanceOptions } from '../src/binance/binance-protocol.ts';
import { createBybitProtocol, type BybitOptions, type BybitProtocol } from '../src/bybit/bybit-protocol.ts';
import { randomOf } from '../src/market/seeds.ts';
import { createSimMarket, type SimMarket, type SimVenueMarketControl } from '../src/market/sim-market.ts';
import { startLoopbackServer, type LoopbackServer } from '../src/server/loopback-server.ts';
import type { VenueProtocol } from '../src/server/venue-server.ts';

export const START_MS = 1_795_000_000_000;

/** One venue on a port with a clock that only the test moves. */
export interface VenueBench<P extends VenueProtocol> {
  readonly clock: VirtualClock;
  readonly market: SimMarket;
  readonly view: SimVenueMarketControl;
  readonly protocol: P;
  readonly server: LoopbackServer;
  readonly url: string;
  /** Moves time on in steps, letting the sockets breathe in between. */
  run(ms: number): Promise<void>;
}

async function bench<P extends VenueProtocol>(
  venue: Venue,
  create: (market: SimVenueMarketControl, clock: VirtualClock) => P,
  seed: number,
): Promise<VenueBench<P>> {
  const clock = new VirtualClock(START_MS);
  const market = createSimMarket({ seed, clock });
  const view = market.venue(venue);
  const protocol = create(view, clock);
  const server = await startLoopbackServer({ protocol, log: silentLog(), shiftClock: (byMs) => view.shiftClock(byMs) });
  market.start();
  return {
    clock,
    market,
    view,
    protocol,
    server,
    url: server.baseUrl,
    async run(ms) {
      for (let elapsed = 0; elapsed < ms; elapsed += 50) {
        clock.advance(50);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

export function binanceBench(options: BinanceOptions = {}, seed = 5): Promise<VenueBench<VenueProtocol>> {
  const create = (market: SimVenueMarketControl, clock: VirtualClock): VenueProtocol =>
    createBinanceProtocol(market, { clock, random: randomOf(seed, 'wire'), options });
  return bench('BINANCE', create, seed);
}

export function bybitBench(options: Partial<BybitOptions> = {}, seed = 6): Promise<VenueBench<BybitProtocol>> {
  const create = (market: SimVenueMarketControl, clock: VirtualClock): BybitProtocol =>
    createBybitProtocol(market, { clock, random: randomOf(seed, 'wire'), options });
  return bench('BYBIT', create, seed);
}
