import type { Clock, Random, TimerHandle } from '@riptide/core/kernel';
import type { PrivateSide } from '../account/private-side.ts';
import type { SimVenueMarket } from '../market/model.ts';
import { WindowLimiter } from '../server/rate-limiter.ts';
import type { ServerSocket, VenueProtocol, WireResponse } from '../server/venue-server.ts';
import { BYBIT_TICK_MS, BybitFeed } from './bybit-feed.ts';
import { bybitListings, type BybitCategory, type BybitListings } from './bybit-listing.ts';
import { BYBIT_REQUESTS_PER_5S, bybitRest } from './bybit-rest.ts';
import { BYBIT_SOCKET_LIMITS, BybitSockets, type BybitSocketLimits } from './bybit-sockets.ts';
import { createBybitPrivate } from './private/bybit-private.ts';
import { isPrivatePath, type BybitPrivateSockets } from './private/bybit-private-sockets.ts';

/** Behaviour that tests and operators may change; the defaults are the venue's own. */
export interface BybitOptions extends BybitSocketLimits {
  readonly requestsPer5s: number;
}

export interface BybitDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly options?: Partial<BybitOptions>;
  /** Accounts, orders and faults behind the signed calls; null or absent over recordings, where there are none. */
  readonly privateSide?: PrivateSide | null;
}

/** The Bybit protocol, with the one fault that only this venue has. */
export interface BybitProtocol extends VenueProtocol {
  /** Sends the books of a symbol anew with `u` 1, as after a restart of the venue's service. False for an unknown symbol. */
  restartBooks(category: BybitCategory, symbol: string): boolean;
}

interface Product {
  readonly path: string;
  readonly listings: BybitListings;
  readonly feed: BybitFeed;
  readonly sockets: BybitSockets;
}

const PATROL_MS = 1_000;
const CONNECTION_WINDOW_MS = 300_000;
const NOT_FOUND: WireResponse = { status: 404, body: '' };

/** Creates the Bybit v5 wire server over one simulated market: `/v5/market/…`, `/v5/public/spot` and `/v5/public/linear`. */
export function createBybitProtocol(market: SimVenueMarket, deps: BybitDeps): BybitProtocol {
  const limits = { ...BYBIT_SOCKET_LIMITS, ...deps.options };
  const seed = Math.floor(deps.random() * 2 ** 32);
  const spot = createProduct('spot', market, { ...deps, limits, seed });
  const linear = createProduct('linear', market, { ...deps, limits, seed });
  const products = [spot, linear];
  const categories = { spot: spot.listings, linear: linear.listings };
  const { clock, random, privateSide = null } = deps;
  const signed =
    privateSide === null ? null : createBybitPrivate(market, categories, { side: privateSide, clock, random });
  const requestsPer5s = deps.options?.requestsPer5s ?? BYBIT_REQUESTS_PER_5S;
  const rest = bybitRest({ market, categories }, requestsPer5s, signed?.rest ?? null);
  const connections = new WindowLimiter(limits.connectionsPer5Min, CONNECTION_WINDOW_MS);
  const running: { timers: TimerHandle[]; leave: (() => void)[] } = { timers: [], leave: [] };
  const owner = (socket: ServerSocket): BybitSockets | BybitPrivateSockets | undefined =>
    signed?.sockets.has(socket) === true
      ? signed.sockets
      : products.find(({ sockets }) => sockets.has(socket))?.sockets;

  return {
    venue: 'BYBIT',
    handleRequest: rest,
    refuseSocket: (path) => {
      const isPrivate = signed !== null && isPrivatePath(path);
      if (!isPrivate && !products.some((product) => product.path === path)) return NOT_FOUND;
      const allowed = connections.take('all', 1, deps.clock.nowMs()).allowed;
      return allowed ? null : { status: 403, body: 'access too frequent' };
    },
    onSocketOpen: (socket) => {
      if (isPrivatePath(socket.path)) signed?.sockets.open(socket);
      else products.find(({ path }) => path === socket.path)?.sockets.open(socket);
    },
    onSocketText: (socket, text) => owner(socket)?.receive(socket, text),
    onSocketPong: () => undefined,
    onSocketClose: (socket) => owner(socket)?.close(socket),
    start: () => {
      if (signed !== null) {
        running.leave.push(signed.start());
        running.timers.push(deps.clock.every(PATROL_MS, () => signed.sockets.patrol()));
      }
      for (const { feed, sockets } of products) {
        running.leave.push(market.subscribe(feed));
        running.timers.push(deps.clock.every(BYBIT_TICK_MS, () => feed.tick()));
        running.timers.push(deps.clock.every(PATROL_MS, () => sockets.patrol()));
      }
    },
    stop: () => {
      for (const timer of running.timers.splice(0)) timer.cancel();
      for (const leave of running.leave.splice(0)) leave();
    },
    restartBooks: (category, symbol) => (category === 'spot' ? spot : linear).feed.restart(symbol),
  };
}

function createProduct(
  category: BybitCategory,
  market: SimVenueMarket,
  deps: BybitDeps & { readonly limits: BybitSocketLimits; readonly seed: number },
): Product {
  const listings = bybitListings(category, market, deps.seed);
  const feed = new BybitFeed(listings, market);
  const sockets = new BybitSockets(listings, feed, deps);
  return { path: `/v5/public/${category}`, listings, feed, sockets };
}
