import type { Clock, Random, TimerHandle } from '@riptide/core/kernel';
import type { PrivateSide } from '../account/private-side.ts';
import type { SimVenueMarket } from '../market/model.ts';
import type { ServerSocket, VenueProtocol, WireResponse } from '../server/venue-server.ts';
import { OkxBooks } from './okx-books.ts';
import { OkxLiquidations } from './okx-liquidations.ts';
import { okxListings } from './okx-listing.ts';
import { OKX_TICK_MS, OkxPublisher } from './okx-publisher.ts';
import { okxRest } from './okx-rest.ts';
import { OkxSockets } from './okx-sockets.ts';
import { OkxTopics, type OkxTopic } from './okx-topics.ts';
import { createOkxPrivate } from './private/okx-private.ts';

/** Behaviour that tests and operators may change; the defaults are the venue's own. */
export interface OkxOptions {
  /** False: `books` starts with updates only; the client has to take the snapshot by REST. */
  readonly sendsSnapshot: boolean;
  readonly idleMs: number;
  readonly operationsPerHour: number;
  readonly connectionsPerSecond: number;
  readonly requestsPer2s: number;
}

export interface OkxDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly options?: Partial<OkxOptions>;
  /** Accounts, orders and faults behind the signed calls; null or absent over recordings, where there are none. */
  readonly privateSide?: PrivateSide | null;
}

/** The OKX protocol, with the one fault that only this venue has. */
export interface OkxProtocol extends VenueProtocol {
  /** Restarts the numbering of one book as after maintenance. Returns false for an unknown instrument. */
  resetSequence(instId: string): boolean;
}

const DEFAULTS: OkxOptions = {
  sendsSnapshot: true,
  idleMs: 30_000,
  operationsPerHour: 480,
  connectionsPerSecond: 3,
  requestsPer2s: 40,
};
const MESSAGE_BYTES_MAX = 64 * 1024;
const IDLE_CHECK_MS = 1_000;

/** Creates the OKX v5 wire server over one simulated market: `/api/v5/…`, `/ws/v5/public`, `/private` and `/business`. */
export function createOkxProtocol(market: SimVenueMarket, deps: OkxDeps): OkxProtocol {
  const options = { ...DEFAULTS, ...deps.options };
  const listings = okxListings(market.instruments);
  const topics = new OkxTopics(listings);
  const books = new OkxBooks(market, deps.random);
  const liquidations = new OkxLiquidations(deps.random);
  const publisher = new OkxPublisher({
    market,
    listings,
    topics,
    books,
    liquidations,
    sendsSnapshot: options.sendsSnapshot,
  });
  const { privateSide = null } = deps;
  const signed = privateSide === null ? null : createOkxPrivate(market, listings, privateSide);
  const sockets = new OkxSockets({
    topics,
    signed: signed?.sockets ?? null,
    random: deps.random,
    limits: {
      idleMs: options.idleMs,
      operationsPerHour: options.operationsPerHour,
      messageBytesMax: MESSAGE_BYTES_MAX,
    },
    nowMs: () => deps.clock.nowMs(),
    greet: (topic: OkxTopic, socket: ServerSocket) => publisher.greet(topic, socket),
  });
  const rest = okxRest({ market, listings, books, requestsPer2s: options.requestsPer2s, signed: signed?.rest ?? null });
  const gate = connectionGate(deps.clock, options.connectionsPerSecond);
  const running: { timers: TimerHandle[]; leave: (() => void)[] } = { timers: [], leave: [] };

  return {
    venue: 'OKX',
    handleRequest: rest,
    refuseSocket: (path) => refusal(path, signed !== null) ?? gate(),
    onSocketOpen: (socket) => sockets.open(socket),
    onSocketText: (socket, text) => sockets.receive(socket, text),
    onSocketPong: () => undefined,
    onSocketClose: (socket) => sockets.close(socket),
    start() {
      running.leave = [market.subscribe(publisher)];
      if (signed !== null) running.leave.push(signed.start());
      running.timers = [
        deps.clock.every(OKX_TICK_MS, () => publisher.tick()),
        deps.clock.every(IDLE_CHECK_MS, () => {
          topics.forEachHeard((topic) => noteData(topic, deps.clock.nowMs(), sockets));
          sockets.closeIdle();
        }),
      ];
    },
    stop() {
      for (const leave of running.leave.splice(0)) leave();
      for (const timer of running.timers) timer.cancel();
    },
    resetSequence(instId) {
      const listing = listings.byId(instId);
      if (listing !== null) books.resetSequence(listing.ix);
      return listing !== null;
    },
  };
}

function refusal(path: string, hasAccounts: boolean): WireResponse | null {
  if (path === '/ws/v5/public' || path === '/ws/v5/business') return null;
  if (path === '/ws/v5/private' && hasAccounts) return null;
  return { status: 404, body: JSON.stringify({ code: '404', data: [], msg: 'Not Found' }) };
}

/** A socket that got data within the check period is not idle. */
function noteData(topic: OkxTopic, nowMs: number, sockets: OkxSockets): void {
  if (nowMs - topic.pushedMs > IDLE_CHECK_MS) return;
  for (const socket of topic.sockets) sockets.touched(socket);
}

function connectionGate(clock: Clock, perSecond: number): () => WireResponse | null {
  const recentMs: number[] = [];
  return () => {
    const nowMs = clock.nowMs();
    while (recentMs[0] !== undefined && nowMs - recentMs[0] >= 1_000) recentMs.shift();
    if (recentMs.length >= perSecond)
      return { status: 429, body: JSON.stringify({ code: '50011', msg: 'Too Many Requests' }) };
    recentMs.push(nowMs);
    return null;
  };
}
