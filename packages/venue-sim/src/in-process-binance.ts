import type { Clock } from '@riptide/core/kernel';
import { createBinanceProtocol } from './binance/binance-protocol.ts';
import { randomOf } from './market/seeds.ts';
import { createSimMarket } from './market/sim-market.ts';
import type { VenueProtocol } from './server/venue-server.ts';

export interface InProcessOptions {
  readonly seed: number;
  readonly clock: Clock;
  /** Scales how often books change; 1 is the default load. */
  readonly intensity?: number;
}

/** The simulated Binance without a port: whoever holds it speaks its wire through `protocol`. */
export interface InProcessBinance {
  readonly protocol: VenueProtocol;
  start(): void;
  stop(): void;
}

/** Creates Binance's public side over the simulated market; equal seeds on a virtual clock give equal frames, byte for byte. */
export function createInProcessBinance({ seed, clock, intensity = 1 }: InProcessOptions): InProcessBinance {
  const market = createSimMarket({ seed, clock, intensity });
  const protocol = createBinanceProtocol(market.venue('BINANCE'), { clock, random: randomOf(seed, 'wire BINANCE') });
  return {
    protocol,
    start() {
      protocol.start();
      market.start();
    },
    stop() {
      protocol.stop();
      market.stop();
    },
  };
}
