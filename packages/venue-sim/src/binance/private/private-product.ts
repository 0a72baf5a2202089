import type { Clock, Random } from '@riptide/core/kernel';
import type { PrivateSide } from '../../account/private-side.ts';
import type { SimVenueMarket } from '../../market/model.ts';
import type { ServerSocket } from '../../server/venue-server.ts';
import type { BinanceProduct } from '../binance-product.ts';
import { BinanceRest } from '../binance-rest.ts';
import type { BinanceSocketLimits, BinanceSocketPath } from '../binance-sockets.ts';
import type { BinanceWeights } from '../binance-weights.ts';
import { futuresAccountCalls } from './futures-account-calls.ts';
import { futuresAlgoCalls } from './futures-algo-calls.ts';
import { futuresOrderCalls } from './futures-order-calls.ts';
import { futuresSetupCalls } from './futures-setup-calls.ts';
import { ListenKeys } from './listen-keys.ts';
import { reading, type BinancePrivateCalls, type BinancePrivateContext } from './private-call.ts';
import { BinancePrivateRest } from './private-rest.ts';
import { spotAccountCalls } from './spot-account-calls.ts';
import { spotOrderCalls } from './spot-order-calls.ts';
import { UserStreams } from './user-streams.ts';
import { BinanceWsApi } from './ws-api.ts';

const WS_API_PATHS = { spot: '/ws-api/v3', usdm: '/ws-fapi/v1' } as const;

export interface PrivateProductDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: BinanceSocketLimits & { readonly listenKeyLifeMs: number };
  readonly weights: BinanceWeights;
}

/** The keyed half of one product: its calls, its WebSocket API and its user streams. */
export class BinancePrivateProduct {
  readonly rest: BinanceRest;
  private readonly product: BinanceProduct;
  private readonly side: PrivateSide;
  private readonly listenKeys: ListenKeys;
  private readonly wsApi: BinanceWsApi;
  private readonly streams: UserStreams;

  constructor(product: BinanceProduct, market: SimVenueMarket, side: PrivateSide, deps: PrivateProductDeps) {
    const context: BinancePrivateContext = { product, market, side };
    const { clock, limits, random, weights } = deps;
    this.product = product;
    this.side = side;
    this.listenKeys = new ListenKeys({ nowMs: () => market.nowMs(), random, lifeMs: limits.listenKeyLifeMs });
    const counted = { current: null as BinancePrivateRest | null };
    const calls = { ...callsOf(context, this.listenKeys), ...orderCountCall(context, counted) };
    const privateRest = new BinancePrivateRest(context, calls, weights);
    counted.current = privateRest;
    this.rest = new BinanceRest(product, market, { weights, privateRest });
    this.wsApi = new BinanceWsApi(context, { clock, limits, weights, rest: this.rest, privateRest });
    this.streams = new UserStreams(context, (accountId, event, topic) => {
      if (product.kind === 'spot') this.wsApi.tell(accountId, event, topic);
      else this.listenKeys.tell(accountId, event, topic);
    });
  }

  /** Starts listening to the accounts; returns how to stop. */
  start(): () => void {
    return this.side.accounts.subscribe(this.streams);
  }

  /** True for the address of the WebSocket API, below the product's prefix. */
  isWsApi(path: string): boolean {
    return path === WS_API_PATHS[this.product.kind];
  }

  openWsApi(socket: ServerSocket): void {
    this.wsApi.open(socket);
  }

  /** Lets a stream socket on the private address hear the user's events. */
  openStream(socket: ServerSocket, path: BinanceSocketPath): void {
    if (this.product.kind === 'usdm' && path.route === 'private') this.listenKeys.open(socket, path);
  }

  /** True when the socket belongs to the WebSocket API, which then has dealt with the text. */
  receive(socket: ServerSocket, text: string): boolean {
    if (!this.wsApi.has(socket)) return false;
    this.wsApi.receive(socket, text);
    return true;
  }

  pong(socket: ServerSocket): void {
    this.wsApi.pong(socket);
  }

  close(socket: ServerSocket): void {
    this.wsApi.close(socket);
    this.listenKeys.close(socket);
  }

  patrol(): void {
    this.wsApi.patrol();
    this.listenKeys.patrol();
  }
}

function callsOf(context: BinancePrivateContext, listenKeys: ListenKeys): BinancePrivateCalls {
  if (context.product.kind === 'spot') return { ...spotOrderCalls(context), ...spotAccountCalls(context) };
  return {
    ...futuresOrderCalls(context),
    ...futuresAlgoCalls(context),
    ...futuresAccountCalls(context),
    ...futuresSetupCalls(context),
    ...listenKeys.calls(),
  };
}

function orderCountCall(
  { product }: BinancePrivateContext,
  counted: { readonly current: BinancePrivateRest | null },
): BinancePrivateCalls {
  const isSpot = product.kind === 'spot';
  const path = isSpot ? 'GET /api/v3/rateLimit/order' : 'GET /fapi/v1/rateLimit/order';
  return {
    [path]: reading('other', isSpot ? 40 : 1, ({ accountId }) => counted.current?.countOf(accountId).rows ?? []),
  };
}
