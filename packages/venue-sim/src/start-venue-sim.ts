import { VENUES, type Venue } from '@riptide/core/domain';
import { silentLog, systemClock } from '@riptide/core/kernel';
import { createVenueAccounts, type VenueAccounts } from './account/create-venue-accounts.ts';
import { createBinanceProtocol } from './binance/binance-protocol.ts';
import { createBybitProtocol } from './bybit/bybit-protocol.ts';
import type { VenueSim, VenueSimOptions } from './faults-public.ts';
import { createKucoinProtocol } from './kucoin/kucoin-protocol.ts';
import { randomOf } from './market/seeds.ts';
import { createSimMarket } from './market/sim-market.ts';
import { createOkxProtocol } from './okx/okx-protocol.ts';
import { openReplay, type Replay } from './replay/open-replay.ts';
import { startLoopbackServer, type LoopbackServer } from './server/loopback-server.ts';
import type { VenueProtocol } from './server/venue-server.ts';

/** The protocols of the four venues and what drives them, before they stand on a port. */
interface Stage {
  readonly protocols: Readonly<Record<Venue, VenueProtocol>>;
  readonly replay: Replay | null;
  /** null over recordings. */
  readonly accounts: Readonly<Record<Venue, VenueAccounts>> | null;
  shiftClock(venue: Venue, byMs: number): void;
  offsetPrice(venue: Venue, ix: number, offsetBps: number): void;
  start(): void;
  stop(): void;
}

/** Starts the four venues on loopback ports, over the simulated market or over recordings. */
export async function startVenueSim(options: VenueSimOptions): Promise<VenueSim> {
  const stage = await stageOf(options);
  const servers = new Map<Venue, LoopbackServer>();
  try {
    for (const venue of VENUES) servers.set(venue, await startVenue(venue, stage, options));
  } catch (cause) {
    await stopAll(stage, servers);
    throw cause;
  }
  stage.start();
  const serverOf = (venue: Venue): LoopbackServer => {
    const server = servers.get(venue);
    if (server === undefined) throw new Error(`Invariant: no server of ${venue}`);
    return server;
  };
  return {
    baseUrls: {
      BINANCE: serverOf('BINANCE').baseUrl,
      BYBIT: serverOf('BYBIT').baseUrl,
      OKX: serverOf('OKX').baseUrl,
      KUCOIN: serverOf('KUCOIN').baseUrl,
    },
    faults: (venue) => serverOf(venue).faults,
    counters: (venue) => serverOf(venue).counters,
    control: (venue) => accountsOf(stage, venue).control,
    desk: (venue) => accountsOf(stage, venue).desk,
    accounts: (venue) => accountsOf(stage, venue).accounts,
    firstKey: (venue) => accountsOf(stage, venue).firstKey,
    offsetPrice: (venue, ix, offsetBps) => stage.offsetPrice(venue, ix, offsetBps),
    replay: stage.replay,
    stop: () => stopAll(stage, servers),
  };
}

function accountsOf(stage: Stage, venue: Venue): VenueAccounts {
  if (stage.accounts === null) throw new Error('Invariant: recordings have no accounts');
  return stage.accounts[venue];
}

function startVenue(venue: Venue, stage: Stage, options: VenueSimOptions): Promise<LoopbackServer> {
  return startLoopbackServer({
    protocol: stage.protocols[venue],
    log: options.log ?? silentLog(),
    port: options.ports?.[venue] ?? 0,
    shiftClock: (byMs) => stage.shiftClock(venue, byMs),
  });
}

async function stopAll(stage: Stage, servers: ReadonlyMap<Venue, LoopbackServer>): Promise<void> {
  stage.stop();
  await Promise.all(Array.from(servers.values(), (server) => server.stop()));
}

function stageOf(options: VenueSimOptions): Promise<Stage> | Stage {
  const { mode } = options;
  return mode.kind === 'replay' ? replayStage(options, mode) : simStage(options, mode.intensity ?? 1);
}

async function replayStage(
  options: VenueSimOptions,
  mode: Extract<VenueSimOptions['mode'], { kind: 'replay' }>,
): Promise<Stage> {
  const { folder, includes, speed, quietMs, snapshotWaitMs } = mode;
  const replay = await openReplay(folder, {
    clock: options.clock ?? systemClock(),
    random: randomOf(options.seed, 'replay'),
    speed,
    ...(quietMs === undefined ? {} : { quietMs }),
    ...(snapshotWaitMs === undefined ? {} : { snapshotWaitMs }),
    ...(includes === undefined ? {} : { includes }),
  });
  for (const { file, reason } of replay.skipped) options.log?.warn('recording not played in full', { file, reason });
  const shiftClock = (venue: Venue, byMs: number): void => replay.protocols[venue].shiftClock(byMs);
  const nothing = (): void => undefined;
  const offsetPrice = (): never => {
    throw new Error('Invariant: recordings keep the prices they have');
  };
  return {
    protocols: replay.protocols,
    replay,
    accounts: null,
    shiftClock,
    offsetPrice,
    start: nothing,
    stop: nothing,
  };
}

function simStage(options: VenueSimOptions, intensity: number): Stage {
  const { seed, venues } = options;
  const clock = options.clock ?? systemClock();
  const market = createSimMarket({ seed, clock, intensity });
  const accountsAt = (venue: Venue): VenueAccounts =>
    createVenueAccounts({
      venue,
      market: market.venue(venue),
      clock,
      random: randomOf(seed, `accounts ${venue}`),
      faultRandom: randomOf(seed, `faults ${venue}`),
      options: {
        ...(options.startUsdt === undefined ? {} : { startUsdt: options.startUsdt }),
        ...(options.startSetup === undefined ? {} : { startSetup: options.startSetup }),
      },
    });
  const accounts = {
    BINANCE: accountsAt('BINANCE'),
    BYBIT: accountsAt('BYBIT'),
    OKX: accountsAt('OKX'),
    KUCOIN: accountsAt('KUCOIN'),
  };
  const deps = (venue: Venue) => ({
    clock,
    random: randomOf(seed, `wire ${venue}`),
    privateSide: { clock, accounts: accounts[venue].accounts, faults: accounts[venue].desk },
  });
  return {
    protocols: {
      BINANCE: createBinanceProtocol(market.venue('BINANCE'), { ...deps('BINANCE'), options: venues?.BINANCE ?? {} }),
      BYBIT: createBybitProtocol(market.venue('BYBIT'), { ...deps('BYBIT'), options: venues?.BYBIT ?? {} }),
      OKX: createOkxProtocol(market.venue('OKX'), { ...deps('OKX'), options: venues?.OKX ?? {} }),
      KUCOIN: createKucoinProtocol(market.venue('KUCOIN'), { ...deps('KUCOIN'), options: venues?.KUCOIN ?? {} }),
    },
    accounts,
    replay: null,
    shiftClock: (venue, byMs) => market.venue(venue).shiftClock(byMs),
    offsetPrice: (venue, ix, offsetBps) => market.venue(venue).accounts.offsetPrice(ix, offsetBps),
    start: () => market.start(),
    stop() {
      for (const venue of VENUES) accounts[venue].stop();
      market.stop();
    },
  };
}
