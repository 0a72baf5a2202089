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
  /** Wallet calls: what a key may do. null where the target has none. */
  readonly sapiRest: string | null;
  /** Spot orders and user events by WebSocket API. */
  readonly spotWsApi: string;
  /** Futures user events; the listen key is appended. */
  readonly usdmPrivateStream: string;
}

const LIVE: BinanceUrls = {
  spotRest: 'https://api.binance.com',
  usdmRest: 'https://fapi.binance.com',
  spotStream: 'wss://stream.binance.com:9443/stream',
  usdmPublicStream: 'wss://fstream.binance.com/public/stream',
  usdmMarketStream: 'wss://fstream.binance.com/market/stream',
  sapiRest: 'https://api.binance.com',
  spotWsApi: 'wss://ws-api.binance.com/ws-api/v3',
  usdmPrivateStream: 'wss://fstream.binance.com/private/ws/',
};

const TESTNET: BinanceUrls = {
  spotRest: 'https://testnet.binance.vision',
  usdmRest: 'https://demo-fapi.binance.com',
  spotStream: 'wss://stream.testnet.binance.vision/stream',
  usdmPublicStream: 'wss://demo-fstream.binance.com/public/stream',
  usdmMarketStream: 'wss://demo-fstream.binance.com/market/stream',
  sapiRest: null,
  spotWsApi: 'wss://ws-api.testnet.binance.vision/ws-api/v3',
  usdmPrivateStream: 'wss://demo-fstream.binance.com/private/ws/',
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
    sapiRest: `${base}/spot`,
    spotWsApi: `${socketBase}/spot/ws-api/v3`,
    usdmPrivateStream: `${socketBase}/usdm/private/ws/`,
  };
}
