import {
  decimal,
  quantize,
  toDecimalString,
  type BalanceReport,
  type DecimalString,
  type ExecutionClient,
  type Fill,
  type Income,
  type Instrument,
  type OrderReport,
  type PlaceOrder,
  type PositionReport,
  type PrivateSink,
  type PrivateStreamState,
  type ReferenceData,
  type Venue,
  type VenueKey,
} from '@riptide/core/domain';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { startVenueSim } from '@riptide/venue-sim';
import type { PrivateVenueDeps, VenueConfig, VenueDeps } from '@riptide/venues/kit';
import { simHandles, type SimHandles } from './sim-handles.ts';

/** What the suite must know of a venue to run the private cards. */
export interface PrivateVenueUnderTest {
  readonly venue: Venue;
  readonly createExecution: (config: VenueConfig, deps: PrivateVenueDeps) => ExecutionClient;
  readonly createReference: (config: VenueConfig, deps: VenueDeps) => { readonly reference: ReferenceData };
  /** What the platform is named at every venue: an instrument with a small step and a deep book. */
  readonly symbol?: string;
}

/** Everything a client said, in order. */
export interface SeenEvents {
  readonly orders: OrderReport[];
  readonly fills: Fill[];
  readonly positions: PositionReport[];
  readonly balances: BalanceReport[];
  readonly incomes: Income[];
  readonly streams: PrivateStreamState[];
}

/** A venue's execution client on the simulator. */
export interface PrivateScene {
  readonly sim: SimHandles;
  readonly config: VenueConfig;
  readonly key: VenueKey;
  readonly client: ExecutionClient;
  readonly seen: SeenEvents;
  readonly spot: Instrument;
  readonly perp: Instrument;
  /** Last price of one base unit. */
  lastPx(instrument: Instrument): Promise<number>;
  /** A whole quantity of about 400 USDT. */
  qtyBase(instrument: Instrument): Promise<DecimalString>;
  /** A price `offBps` over (negative: under) the last one, on the tick. */
  pxAt(instrument: Instrument, offBps: number): Promise<DecimalString>;
  /** A market buy of about 400 USDT; `over` replaces what matters. */
  order(instrument: Instrument, over?: Partial<PlaceOrder>): Promise<PlaceOrder>;
  /** A second client of the same account, started or not. */
  another(key?: VenueKey): { readonly client: ExecutionClient; readonly seen: SeenEvents; readonly sink: PrivateSink };
  /** Distinct fills of one order that the stream brought. */
  fillsOf(clientOrderId: string, venueOrderId: string): readonly Fill[];
  stop(): Promise<void>;
}

const NOTIONAL_USD = 400;
let nextId = 1;

/** Returns a client order id that no other card uses. */
export function freshId(prefix = 'PT'): string {
  nextId += 1;
  return `${prefix}${process.pid.toString(36)}${nextId.toString(36)}`.replaceAll(/[^A-Za-z0-9]/g, '0');
}

/** Starts the simulator and one client with live private streams. */
export async function startPrivateScene(under: PrivateVenueUnderTest): Promise<PrivateScene> {
  const { venue, symbol = 'ETHUSDT' } = under;
  const venueSim = await startVenueSim({ seed: 21, mode: { kind: 'sim' } });
  const sim = simHandles(venueSim, venue);
  const config: VenueConfig = {
    target: { kind: 'simulator', baseUrl: venueSim.baseUrls[venue] },
    dataSilenceMs: 15_000,
    channelSilenceMs: 90_000,
  };
  const deps: VenueDeps = { clock: systemClock(), random: seededRandom(31), log: silentLog() };
  const { reference } = under.createReference(config, deps);
  const listed = await reference.loadInstruments();
  if (!listed.ok) throw new Error(`instruments of ${venue}: ${listed.error.code} ${listed.error.detail}`);
  const instruments = listed.value;
  const clients: ExecutionClient[] = [];
  const another: PrivateScene['another'] = (key = sim.key) => {
    const client = under.createExecution(config, { ...deps, key, offsetMs: () => 0 });
    client.setInstruments(instruments);
    clients.push(client);
    return { client, ...recordingPrivateSink() };
  };
  const { client, seen, sink } = another();
  const started = await client.start(sink);
  if (!started.ok) throw new Error(`private streams of ${venue}: ${started.error.code} ${started.error.detail}`);
  const quotes = priceTools(reference);
  return {
    sim,
    config,
    key: sim.key,
    client,
    seen,
    spot: pick(instruments, symbol, 'spot'),
    perp: pick(instruments, symbol, 'perp'),
    ...quotes,
    order: async (instrument, over = {}) => ({
      clientOrderId: freshId(),
      instrument,
      side: 'BUY',
      type: 'market',
      tif: 'GTC',
      qtyBase: await quotes.qtyBase(instrument),
      px: null,
      triggerPx: null,
      triggerBy: 'mark',
      isReduceOnly: false,
      closesPosition: false,
      leverage: instrument.kind === 'perp' ? 5 : null,
      role: 'entry',
      ...over,
    }),
    another,
    fillsOf: (clientOrderId, venueOrderId) => distinctFills(seen.fills, clientOrderId, venueOrderId),
    stop: async () => {
      await Promise.all(clients.map((one) => one.stop()));
      await venueSim.stop();
    },
  };
}

function priceTools(reference: ReferenceData): Pick<PrivateScene, 'lastPx' | 'qtyBase' | 'pxAt'> {
  const lastPx = async (instrument: Instrument): Promise<number> => {
    const tickers = await reference.fetchDayTickers(instrument.kind === 'spot' ? 'spot' : 'perp');
    const row = tickers.ok ? tickers.value.find((one) => one.wireSymbol === instrument.wireSymbol) : undefined;
    if (row === undefined) throw new Error(`no last price of ${instrument.id}`);
    return row.lastPx;
  };
  return {
    lastPx,
    qtyBase: async (instrument) => {
      const step = decimal(instrument.qtyStep).times(decimal(instrument.qtyScale));
      return toDecimalString(quantize(decimal(NOTIONAL_USD).div(decimal(await lastPx(instrument))), step, 'up'));
    },
    pxAt: async (instrument, offBps) => {
      const tick = decimal(instrument.pxTick).div(decimal(instrument.pxDivisor));
      const px = decimal(await lastPx(instrument))
        .times(decimal(10_000 + offBps))
        .div(10_000);
      return toDecimalString(quantize(px, tick, 'nearest'));
    },
  };
}

function pick(instruments: readonly Instrument[], symbol: string, kind: 'spot' | 'perp'): Instrument {
  const found = instruments.find((one) => one.symbol === symbol && one.kind === kind);
  if (found === undefined) throw new Error(`no ${kind} ${symbol}`);
  return found;
}

/** Returns the fills of one order, each once, as the core counts them. */
export function distinctFills(fills: readonly Fill[], clientOrderId: string, venueOrderId: string): readonly Fill[] {
  const mine = fills.filter((one) => one.clientOrderId === clientOrderId || one.venueOrderId === venueOrderId);
  return [...new Map(mine.map((one) => [`${one.instrumentId} ${one.fillId}`, one])).values()];
}

/** Returns the exact sum of what fills filled. */
export function filledBase(fills: readonly Fill[]): DecimalString {
  return toDecimalString(fills.reduce((sum, one) => sum.plus(decimal(one.qtyBase)), decimal(0)));
}

function recordingPrivateSink(): { readonly sink: PrivateSink; readonly seen: SeenEvents } {
  const seen: SeenEvents = { orders: [], fills: [], positions: [], balances: [], incomes: [], streams: [] };
  const sink: PrivateSink = {
    onOrder: (report) => void seen.orders.push(report),
    onFill: (fill) => void seen.fills.push(fill),
    onPosition: (position) => void seen.positions.push(position),
    onBalances: (balances) => void seen.balances.push(...balances),
    onIncome: (income) => void seen.incomes.push(income),
    onStream: (state) => void seen.streams.push(state),
  };
  return { sink, seen };
}
