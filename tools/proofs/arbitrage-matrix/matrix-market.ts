import { instrumentId, VENUES, type Instrument, type InstrumentId, type Venue } from '@riptide/core/domain';
import { createHotEngine, type HotEngine } from '@riptide/core/engine';
import { seededRandom, silentLog, type Clock } from '@riptide/core/kernel';
import { startVenueSim, type ArmedFault, type CallFaultPlan, type VenueSim } from '@riptide/venue-sim';
import { buildVenues } from '../../../apps/server/src/compose/build-venues.ts';
import { until } from '../harness/until.ts';

const LIVE_WITHIN_MS = 60_000;
const TICK_MS = 100;
/** Several engines share one address here, each believing that all of the venue's limit is its own: they are counted apart where answers tell the count. */
const WIDE_LIMITS = {
  BINANCE: { spot: { isKeyAnAddress: true }, usdm: { isKeyAnAddress: true } },
  BYBIT: { requestsPer5s: 1_000_000, connectionsPer5Min: 1_000_000 },
  OKX: { requestsPer2s: 1_000_000, connectionsPerSecond: 1_000 },
  KUCOIN: { requestsPer30s: 1_000_000 },
};

/** The simulator's four wire servers, and the live books of some symbols read from them by the real adapters; every lane trades on these. */
export interface MatrixMarket {
  readonly sim: VenueSim;
  readonly clock: Clock;
  readonly engine: HotEngine;
  instrument(venue: Venue, symbol: string, kind: 'perp' | 'spot'): Instrument;
  /** Index of a listing at its simulated venue. */
  ixAtVenue(instrument: Instrument): number;
  /** Arms a fault on the next orders of a listing. */
  armPlace(at: Instrument, count: number, fault: CallFaultPlan['fault']): void;
  /** Holds back what the stream tells of a listing's orders and fails every question about them; ended by what it returns. */
  hold(at: Instrument): () => void;
  /** Takes every fault of a listing back. */
  disarm(at: Instrument): void;
  sleep(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the simulator and the feeds; resolves when every book is live. */
export async function startMatrixMarket(
  clock: Clock,
  symbols: readonly string[],
  { seed, intensity }: { readonly seed: number; readonly intensity: number },
): Promise<MatrixMarket> {
  const sim = await startVenueSim({ seed, mode: { kind: 'sim', intensity }, clock, venues: WIDE_LIMITS });
  const deps = { clock, random: seededRandom(seed), log: silentLog() };
  const venues = buildVenues('sim', sim.baseUrls, deps);
  const loaded = await Promise.all(venues.map(({ reference }) => reference.loadInstruments()));
  const listed = loaded.flatMap((result) => {
    if (!result.ok) throw new Error(`instruments could not be loaded: ${result.error.detail}`);
    return result.value;
  });
  const wanted = listed.filter(
    ({ symbol, kind, quoteAsset }) =>
      symbols.includes(symbol) && quoteAsset === 'USDT' && (kind === 'perp' || kind === 'spot'),
  );
  const engine = createHotEngine({ instruments: wanted, clock });
  engine.setFeeds(venues.map(({ feed }) => feed));
  for (const venue of VENUES) engine.store.setClockOffset(venue, 0);
  for (const { feed } of venues) {
    const subscriptions = engine.instruments.flatMap((instrument, ix) => {
      const scale = engine.scales[ix];
      return instrument.venue === feed.venue && scale !== undefined ? [{ ix, instrument, scale }] : [];
    });
    feed.start(subscriptions, engine.sink);
  }
  const timer = clock.every(TICK_MS, () => {
    engine.tick();
    engine.takeBatch();
  });
  const byId = new Map<InstrumentId, Instrument>(engine.instruments.map((each) => [each.id, each]));
  await until('live books', LIVE_WITHIN_MS, () =>
    engine.instruments.every((_, ix) => engine.store.books[ix]?.isLive === true),
  );
  const armed = new Map<InstrumentId, ArmedFault[]>();
  const keep = (at: Instrument, faults: readonly ArmedFault[]): void =>
    void armed.set(at.id, [...(armed.get(at.id) ?? []), ...faults]);
  return {
    sim,
    clock,
    engine,
    instrument(venue, symbol, kind) {
      const found = byId.get(instrumentId(symbol, kind, venue));
      if (found === undefined) throw new Error(`${venue} lists no ${kind} of ${symbol}`);
      return found;
    },
    ixAtVenue({ venue, wireSymbol, kind }) {
      const ix = sim.control(venue).ixOf(wireSymbol, kind === 'spot' ? 'spot' : 'perp');
      if (ix === null) throw new Error(`${venue} lists no ${wireSymbol}`);
      return ix;
    },
    armPlace: (at, count, fault) =>
      keep(at, [sim.desk(at.venue).armCall({ call: 'place', wireSymbol: at.wireSymbol, count, fault })]),
    hold(at) {
      const { venue, wireSymbol } = at;
      const desk = sim.desk(venue);
      const aim = { wireSymbol, count: Number.POSITIVE_INFINITY };
      const faults = [
        ...(['order', 'fill'] as const).map((event) => desk.armEvent({ ...aim, event, fault: 'drop' })),
        ...(['query-order', 'open-orders', 'fills'] as const).map((call) =>
          desk.armCall({ ...aim, call, fault: { kind: 'status', status: 503, retryAfterS: null } }),
        ),
      ];
      keep(at, faults);
      return () => faults.forEach((fault) => desk.disarm(fault));
    },
    disarm(at) {
      for (const fault of armed.get(at.id) ?? []) sim.desk(at.venue).disarm(fault);
      armed.delete(at.id);
    },
    sleep: (ms) => new Promise((resolve) => void clock.after(ms, resolve)),
    async stop() {
      timer.cancel();
      await Promise.all(venues.map(({ feed }) => feed.stop()));
      await sim.stop();
    },
  };
}
