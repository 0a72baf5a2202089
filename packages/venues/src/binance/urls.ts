import type { VenueTarget } from '../kit/index.ts';

/** Where each product answers. Socket addresses are those of the combined streams, so that frames name their stream. */
export interface BinanceUrls {
  readonly spotRest: string;
  readonly usdmRest: string;
  readonly spotStream: string;
  /** Depth and best quotes. */
  readonly usdmPublicStream: string;
  /** Everything else; a stream asked for on the wrong path is acknowledged and stays silent. */
  readonly usdmMarketStream: string;
}

const LIVE: BinanceUrls = {
  spotRest: 'https://api.binance.com',
  usdmRest: 'https://fapi.binance.com',
  spotStream: 'wss://stream.binance.com:9443/stream',
  usdmPublicStream: 'wss://fstream.binance.com/public/stream',
  usdmMarketStream: 'wss://fstream.binance.com/market/stream',
};

const TESTNET: BinanceUrls = {
  spotRest: 'https://testnet.binance.vision',
  usdmRest: 'https://demo-fapi.binance.com',
  spotStream: 'wss://stream.testnet.binance.vision/stream',
  usdmPublicStream: 'wss://demo-fstream.binance.com/public/stream',
  usdmMarketStream: 'wss://demo-fstream.binance.com/market/stream',
};

/** Returns the addresses of a target. The simulator hangs its products below the base as docs/venues/simulator.md says. */
export function binanceUrls(target: VenueTarget): BinanceUrls {
  if (target.kind === 'simulator') return simulatorUrls(target.baseUrl.replace(/\/$/, ''));
  return target.kind === 'live' ? LIVE : TESTNET;
}

function simulatorUrls(base: string): BinanceUrls {
  const socketBase = base.replace(/^http/, 'ws');
  return {
    spotRest: `${base}/spot`,
    usdmRest: `${base}/usdm`,
    spotStream: `${socketBase}/spot/stream`,
    usdmPublicStream: `${socketBase}/usdm/public/stream`,
    usdmMarketStream: `${socketBase}/usdm/market/stream`,
  };
}
