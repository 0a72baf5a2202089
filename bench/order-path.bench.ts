import { mkdtempSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pro } from 'ccxt';
import {
  accountKey,
  decimal,
  toDecimalString,
  VENUES,
  type OrderIntent,
  type TradingFact,
  type Venue,
} from '@riptide/core/domain';
import type { CoreJournalFile } from '@riptide/core/engine';
import { quantisePx } from '@riptide/core/execution';
import { silentLog, systemClock } from '@riptide/core/kernel';
import { OrderSocket } from '@riptide/venues/kit';
import { FileJournal } from '../apps/server/src/storage/journal/file-journal.ts';
import { startSim, type SimLink } from '../tools/proofs/soak/sim-link.ts';
import { startEngine, type SoakEngine } from '../tools/proofs/soak/soak-engine.ts';
import { quantile } from './harness.ts';

/**
 * From an approved intent to the order's bytes handed to the socket: `write` of the request's head on the connection, the same point for
 * every client. Each round places one order per candidate, in rotating order; ratios are taken within a round.
 */
const ROUNDS = 60;
const WARM_UPS = 8;
const PAUSE_MS = 150;
/** Bybit takes 10 orders a second on perps, of which we use a part. */
const PAUSE_BYBIT_MS = 300;
const TRIES = 20;
const PAUSE_REFUSED_MS = 1_000;
const QTY_BASE = '0.002';
const CANDIDATES = ['own, journal on disk', 'own, no journal', 'ccxt createOrder'] as const;
const BY_SOCKET = 'own, journal on disk, socket for orders';
type Candidate = (typeof CANDIDATES)[number] | typeof BY_SOCKET;
/** Venues whose adapter has a socket for orders. */
const SOCKET_VENUES: ReadonlySet<Venue> = new Set(['BYBIT']);

interface CcxtTrader {
  urls: { api: unknown };
  loadHttpProxyAgent(): Promise<unknown>;
  loadMarkets(): Promise<unknown>;
  createOrder(
    symbol: string,
    type: string,
    side: string,
    amount: number,
    price: number,
    params: object,
  ): Promise<unknown>;
  close(): Promise<void>;
}

/** How ccxt is told of each venue: its class, its unit of quantity for `QTY_BASE`, and what an order needs besides. */
const CCXT: Readonly<
  Record<Venue, { readonly id: string; readonly amount: number; readonly params: object; readonly options: object }>
> = {
  BINANCE: { id: 'binanceusdm', amount: 0.002, params: {}, options: { fetchCurrencies: false } },
  BYBIT: { id: 'bybit', amount: 0.002, params: {}, options: { fetchMarkets: { types: ['linear'] } } },
  OKX: { id: 'okx', amount: 0.2, params: { marginMode: 'isolated' }, options: { fetchMarkets: { types: ['swap'] } } },
  KUCOIN: { id: 'kucoinfutures', amount: 2, params: { leverage: 10, marginMode: 'isolated' }, options: {} },
};

let wroteNs = 0n;
let isJournalled = true;
let isBySocket = false;

/** Lets orders go by the socket only for the candidate that does. */
function switchSockets(): void {
  const original = OrderSocket.prototype.send;
  OrderSocket.prototype.send = function send(this: OrderSocket, call) {
    if (!isBySocket) return null;
    // The next write is the order's frame.
    isFrameNext = true;
    const exchange = original.call(this, call);
    isFrameNext = false;
    return exchange;
  };
}

let isFrameNext = false;

/** Stamps the moment at which the head of a POST is given to a socket, whoever writes it. */
function watchSockets(): void {
  const original = Socket.prototype.write as (this: Socket, ...args: unknown[]) => boolean;
  Socket.prototype.write = function write(this: Socket, ...args: unknown[]): boolean {
    const [chunk] = args;
    const head =
      typeof chunk === 'string'
        ? chunk.slice(0, 5)
        : chunk instanceof Uint8Array
          ? String.fromCharCode(...chunk.subarray(0, 5))
          : '';
    if (head === 'POST ' || isFrameNext) wroteNs = process.hrtime.bigint();
    return original.apply(this, args);
  } as Socket['write'];
}

/** A journal that can be left out: records are numbered and written nowhere. */
function switchable(journal: FileJournal): CoreJournalFile {
  let skipped = 0;
  return new Proxy(journal, {
    get(target, name) {
      if (name === 'append')
        return (facts: readonly TradingFact[], atMs: number) => {
          if (isJournalled) return target.append(facts, atMs);
          const seq = target.lastSeq + (skipped += facts.length);
          return { ok: true, records: facts.map((fact, at) => ({ ...fact, seq: seq + at, atMs })) };
        };
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

async function ccxtOf(venue: Venue, sim: SimLink): Promise<CcxtTrader> {
  const { id, options } = CCXT[venue];
  const Constructor = (pro as unknown as Record<string, new (config: object) => CcxtTrader>)[id];
  if (Constructor === undefined) throw new Error(`ccxt has no ${id}`);
  const base = sim.started.baseUrls[venue];
  const to = (address: string): string => {
    if (venue === 'BINANCE')
      return address.replace(/^https:\/\/fapi[^/]*/, `${base}/usdm`).replace(/^https:\/\/[^/]+/, `${base}/spot`);
    if (venue === 'KUCOIN')
      return address
        .replace(/^https:\/\/api-futures[^/]*/, `${base}/futures`)
        .replace(/^https:\/\/[^/]+/, `${base}/spot`);
    return address.replace(/^https:\/\/[^/]+/, base);
  };
  const key = sim.started.keys[venue];
  const made = new Constructor({
    apiKey: key.apiKey,
    secret: key.apiSecret,
    password: key.passphrase ?? undefined,
    enableRateLimit: false,
    has: { fetchCurrencies: false },
    options,
    urls: { api: rewrite(new Constructor({}).urls.api, to) },
  });
  await made.loadHttpProxyAgent();
  await made.loadMarkets();
  return made;
}

function rewrite(tree: unknown, to: (address: string) => string): unknown {
  if (typeof tree === 'string') return to(tree);
  if (tree === null || typeof tree !== 'object') return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, rewrite(value, to)]));
}

function restingIntent({ core }: SoakEngine, venue: Venue) {
  const instrument = core.context.eyes.find(venue, 'perp', 'BTCUSDT');
  const desk = core.context.desks.get(accountKey(venue, 'live'));
  const mid = instrument === null ? null : core.context.eyes.midPx(instrument.id);
  if (instrument === null || desk === undefined || mid === null) throw new Error(`Invariant: ${venue} is not ready`);
  const intent: OrderIntent = {
    intentId: core.context.newIntentId(),
    source: 'operator',
    role: 'entry',
    instrumentId: instrument.id,
    side: 'BUY',
    type: 'limit',
    tif: 'GTC',
    qtyBase: QTY_BASE,
    px: toDecimalString(quantisePx(decimal(mid).times('0.97'), instrument, 'down')),
    triggerPx: null,
    triggerBy: 'mark',
    isReduceOnly: false,
    closesPosition: false,
    leverage: 10,
    expectedNetBps: null,
    stopPx: null,
    createdMs: core.context.clock.nowMs(),
  };
  return { intent, instrument, desk };
}

/** Judges an order; again a moment later where the gates refuse, as they do while an overloaded machine lets the books grow old. */
async function approve(engine: SoakEngine, venue: Venue) {
  for (let tries = 1; ; tries += 1) {
    const { intent, instrument, desk } = restingIntent(engine, venue);
    await desk.refreshModes(instrument);
    const { approved, gates, refusal } = engine.core.orders.judge(intent, instrument, desk);
    if (approved !== null) return { intent, approved, gates };
    const words = gates.filter(({ ok }) => !ok).map(({ gate, detail }) => `${gate} ${detail}`);
    if (tries >= TRIES) throw new Error(`${venue} refused: ${refusal?.detail ?? words.join()}`);
    await pause(PAUSE_REFUSED_MS);
  }
}

/** Places one order and returns the microseconds until its bytes were written. */
async function placeOnce(
  candidate: Candidate,
  of: { engine: SoakEngine; trader: CcxtTrader; venue: Venue },
): Promise<number> {
  const { engine, trader, venue } = of;
  const { intent, approved, gates } = await approve(engine, venue);
  wroteNs = 0n;
  isJournalled = candidate !== 'own, no journal';
  isBySocket = candidate === BY_SOCKET;
  const { amount, params } = CCXT[venue];
  const startNs = process.hrtime.bigint();
  const placed =
    candidate === 'ccxt createOrder'
      ? trader.createOrder('BTC/USDT:USDT', 'limit', 'buy', amount, Number(intent.px), params)
      : engine.core.context.executor.submit(approved.intent, { order: approved.order, gates });
  await placed;
  isJournalled = true;
  if (wroteNs === 0n)
    throw new Error(`${venue} ${candidate}: no order was written: ${JSON.stringify(await placed).slice(0, 300)}`);
  return Number(wroteNs - startNs) / 1_000;
}

async function benchVenue(venue: Venue, engine: SoakEngine, sim: SimLink): Promise<void> {
  const trader = await ccxtOf(venue, sim);
  const candidates: readonly Candidate[] = SOCKET_VENUES.has(venue) ? [...CANDIDATES, BY_SOCKET] : CANDIDATES;
  const us = new Map<Candidate, number[]>(candidates.map((name) => [name, []]));
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    for (let nth = 0; nth < candidates.length; nth += 1) {
      const candidate = candidates[(nth + round + WARM_UPS) % candidates.length] as Candidate;
      const tookUs = await placeOnce(candidate, { engine, trader, venue });
      if (round >= 0) us.get(candidate)?.push(tookUs);
      await pause(venue === 'BYBIT' ? PAUSE_BYBIT_MS : PAUSE_MS);
    }
    sim.tell({ kind: 'cancel-all', venue });
  }
  await trader.close();
  const base = us.get('ccxt createOrder') ?? [];
  for (const [name, values] of us) {
    const ratio = quantile(
      values.map((value, at) => value / (base[at] as number)),
      0.5,
    );
    row(`${venue} ${name}`, values, ratio);
  }
}

function benchGates(engine: SoakEngine): void {
  const { intent, instrument, desk } = restingIntent(engine, 'BINANCE');
  const values: number[] = [];
  for (let at = -500; at < 2_000; at += 1) {
    const startNs = process.hrtime.bigint();
    engine.core.orders.judge(intent, instrument, desk);
    if (at >= 0) values.push(Number(process.hrtime.bigint() - startNs) / 1_000);
  }
  row('gates alone, with the order quantised', values, null);
}

async function benchJournal(engine: SoakEngine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'riptide-bench-'));
  const journal = new FileJournal({ folder, clock: systemClock(), log: silentLog() });
  if (!journal.begin(null, 0).ok) throw new Error('the journal could not be begun');
  const { intent, instrument, desk } = restingIntent(engine, 'BINANCE');
  const { approved, gates } = engine.core.orders.judge(intent, instrument, desk);
  if (approved === null) throw new Error('Invariant: not approved');
  const facts: readonly TradingFact[] = [
    { kind: 'intent', intent, gates, isApproved: true },
    { kind: 'order', order: approved.order },
  ];
  const values: number[] = [];
  for (let at = -200; at < 2_000; at += 1) {
    const startNs = process.hrtime.bigint();
    if (!journal.append(facts, 0).ok) throw new Error('the journal could not be written');
    if (at >= 0) values.push(Number(process.hrtime.bigint() - startNs) / 1_000);
    // Lets the flush of the group run between, as it does in the engine.
    if (at % 5 === 0) await pause(1);
  }
  row(`journal append alone (${journal.figures.flushes} flushes)`, values, null);
  journal.close();
  rmSync(folder, { recursive: true, force: true });
}

const rows: object[] = [];

function row(name: string, values: readonly number[], ratio: number | null): void {
  const p50 = quantile(values, 0.5);
  const p99 = quantile(values, 0.99);
  rows.push({ name, p50Us: p50, p99Us: p99, ratio, n: values.length });
  process.stdout.write(`| ${name} | ${p50.toFixed(0)} | ${p99.toFixed(0)} | ${ratio?.toFixed(2) ?? '—'} |\n`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

async function main(): Promise<void> {
  watchSockets();
  switchSockets();
  const sim = await startSim(5);
  const engine = await startEngine(sim.started.baseUrls, sim.started.keys, switchable);
  const value = {
    maxPositionUsd: 100_000_000,
    netExposureUsd: 100_000_000,
    maxConcurrentSymbols: 500,
    capitalPerTradeFrac: 1,
    addsPerPositionMax: 1_000_000,
    fundingWindowMs: 0,
  };
  await engine.core.call('set-setting', { name: 'risk-limits', value, by: 'bench' });
  for (const venue of VENUES) {
    const fixed = await engine.core.call('fix-modes', { venue, symbol: 'BTCUSDT', by: 'bench' });
    if (!fixed.ok) throw new Error(`${venue}: ${fixed.error.code} ${fixed.error.detail}`);
  }
  process.stdout.write(
    `\norder-path: microseconds from the approved intent to the bytes on the socket, ${ROUNDS} rounds\n`,
  );
  process.stdout.write('| candidate | p50 µs | p99 µs | ratio to ccxt |\n|---|---:|---:|---:|\n');
  await pause(2_000);
  await benchJournal(engine);
  benchGates(engine);
  // The books were not read meanwhile.
  await pause(3_000);
  for (const venue of VENUES) await benchVenue(venue, engine, sim);
  process.stdout.write(`${JSON.stringify({ title: 'order-path', node: process.version, load: loadavg()[0], rows })}\n`);
  await engine.stop();
  sim.stop();
}

await main();
