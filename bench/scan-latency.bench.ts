import { DepthLevels, DepthMessage, NO_SEQ, VENUES, walkVwap, type Instrument } from '@riptide/core/domain';
import { createHotEngine, type HotEngine } from '@riptide/core/engine';
import { seededRandom, VirtualClock } from '@riptide/core/kernel';
import { BASE_TIER_FEES } from '@riptide/core/strategies';
import { quantile } from './harness.ts';
import { madeInstrument } from './made-instrument.ts';

/**
 * From a book update to the opportunity it opens, at 4 venues x 200 symbols x spot and perp: every update goes through the
 * market store and the scanner as a feed hands it over. The other side takes the same updates into the same kind of store and
 * looks through every pair of listings after each and prices those that may pay from depth, as a plain first version does. Both run in turns over the same updates; an
 * update counts as one that opens an opportunity when its pair was under the minimum before it and is over it after.
 */
const SYMBOLS = 200;
const LISTINGS = VENUES.length * 2;
const COUNT = SYMBOLS * LISTINGS;
const MIN_NET_BPS = 4;
const MAX_USD = 1_000;
const LEVELS = 8;
const DEPTH_BPS = 30;
const ROUNDS = 12;
/** Updates of one turn of ours, and of the rescan, which is far slower. */
const UPDATES = 40_000;
const RESCANS = 1_500;
/** 40,000 updates a second in all, a tick every 100 ms. */
const UPDATES_PER_MS = 40;
const UPDATES_PER_TICK = 4_000;

function listing(ix: number): Instrument {
  const venue = VENUES[Math.floor((ix % LISTINGS) / 2)] ?? 'BINANCE';
  const kind = ix % 2 === 0 ? 'spot' : 'perp';
  return madeInstrument(`C${Math.floor(ix / LISTINGS)}`, kind, venue);
}

const INSTRUMENTS = Array.from({ length: COUNT }, (_, ix) => listing(ix));
/** As in the product, but for the reserve, which the rescan does not know, and the length of the list. */
const OPTIONS = { startReserveBps: 0, rowsMax: 100_000 } as const;

/** A book moves now and then; mostly a size deeper in it changes, as in real feeds. */
class Feed {
  readonly message = new DepthMessage();
  private readonly random;
  private readonly bestTicks: Int32Array;

  constructor(seed: number) {
    this.random = seededRandom(seed);
    this.bestTicks = new Int32Array(COUNT).fill(100_000);
  }

  start(engine: HotEngine, nowMs: number): void {
    for (let ix = 0; ix < COUNT; ix += 1) {
      this.fill(100_000);
      engine.sink.onBookSnapshot(ix, this.message, nowMs);
    }
  }

  /** Prepares the next update and returns its instrument. */
  next(): number {
    const ix = Math.floor(this.random() * COUNT);
    const { message } = this;
    message.reset();
    message.lastSeq = NO_SEQ;
    const old = this.bestTicks[ix] as number;
    if (this.random() < 0.7) {
      const depth = 1 + Math.floor(this.random() * (LEVELS - 1));
      message.pushBid(old - depth, 1 + this.random() * 50);
      message.pushAsk(old + 5 + depth, 1 + this.random() * 50);
      return ix;
    }
    const ticks = Math.round(100_000 * (1 + (this.random() + this.random() - 1) * 0.0012));
    for (let level = 0; level < LEVELS; level += 1) {
      message.pushBid(old - level, 0);
      message.pushAsk(old + 5 + level, 0);
    }
    this.bestTicks[ix] = ticks;
    for (let level = 0; level < LEVELS; level += 1) {
      message.pushBid(ticks - level, 20);
      message.pushAsk(ticks + 5 + level, 20);
    }
    return ix;
  }

  private fill(ticks: number): void {
    this.message.reset();
    this.message.lastSeq = NO_SEQ;
    for (let level = 0; level < LEVELS; level += 1) {
      this.message.pushBid(ticks - level, 20);
      this.message.pushAsk(ticks + 5 + level, 20);
    }
  }
}

let total = 0;
let pairsOpened = 0;

interface Side {
  readonly name: string;
  readonly clock: VirtualClock;
  readonly engine: HotEngine;
  readonly feed: Feed;
  readonly usAll: number[];
  readonly usOpened: number[];
}

function newSide(name: string, isScanning: boolean): Side {
  const clock = new VirtualClock(1_700_000_000_000);
  const engine = createHotEngine({ instruments: INSTRUMENTS, clock, options: { scanner: OPTIONS } });
  for (const venue of VENUES) engine.command({ kind: 'set-clock-offset', venue, offsetMs: 0 });
  const feed = new Feed(7);
  feed.start(engine, clock.nowMs());
  if (isScanning) {
    engine.command({
      kind: 'start-scanner',
      minEntryNetBps: MIN_NET_BPS,
      maxPositionUsd: MAX_USD,
      venues: VENUES,
    });
  }
  engine.tick();
  return { name, clock, engine, feed, usAll: [], usOpened: [] };
}

const FEES = INSTRUMENTS.map(({ venue, kind }) => BASE_TIER_FEES[venue][kind as 'spot' | 'perp'].takerBps / 1e4);
const IS_SPOT = INSTRUMENTS.map(({ kind }) => kind === 'spot');

const asks = new DepthLevels();
const bids = new DepthLevels();

/** Net of a pair at the size, from the depth of both books. */
function netAtSize(engine: HotEngine, buy: number, sell: number): number {
  engine.store.books[buy]?.readDepth('ask', DEPTH_BPS, asks);
  engine.store.books[sell]?.readDepth('bid', DEPTH_BPS, bids);
  const qty = MAX_USD / (asks.px[0] as number);
  const ask = walkVwap(asks, qty).vwapPx;
  const bid = walkVwap(bids, qty).vwapPx;
  return ((2 * (bid - ask)) / (bid + ask) - (FEES[buy] as number) - (FEES[sell] as number)) * 1e4;
}

/** All ordered pairs of all symbols whose best prices pay the fees and the minimum, priced from depth. */
function rescan(engine: HotEngine): number {
  const { bidPx, askPx } = engine.store.figures;
  const found: { readonly buy: number; readonly sell: number; readonly netBps: number }[] = [];
  for (let first = 0; first < COUNT; first += LISTINGS) {
    for (let buy = first; buy < first + LISTINGS; buy += 1) {
      for (let sell = first; sell < first + LISTINGS; sell += 1) {
        if (buy === sell || (IS_SPOT[buy] === true && IS_SPOT[sell] === true)) continue;
        const ask = askPx[buy] as number;
        const bid = bidPx[sell] as number;
        const netBps = ((2 * (bid - ask)) / (bid + ask) - (FEES[buy] as number) - (FEES[sell] as number)) * 1e4;
        if (netBps < MIN_NET_BPS) continue;
        const atSize = netAtSize(engine, buy, sell);
        if (atSize >= MIN_NET_BPS) found.push({ buy, sell, netBps: atSize });
      }
    }
  }
  return found.length;
}

function now(): number {
  return Number(process.hrtime.bigint()) / 1e3;
}

/** How many of the instrument's pairs are over the minimum. */
function overCount({ scanner }: HotEngine, ix: number): number {
  const { start, touchedPair } = scanner.table;
  let count = 0;
  for (let nth = start[ix] as number; nth < (start[ix + 1] as number); nth += 1) {
    if (scanner.lifecycle.isOverNow(touchedPair[nth] as number)) count += 1;
  }
  return count;
}

function playOurs(side: Side, isCounted: boolean): void {
  const { engine, clock, feed } = side;
  for (let at = 0; at < UPDATES; at += 1) {
    const ix = feed.next();
    const before = overCount(engine, ix);
    const fromUs = now();
    engine.sink.onBookDelta(ix, feed.message, clock.nowMs());
    const us = now() - fromUs;
    if (isCounted) {
      side.usAll.push(us);
      const opened = overCount(engine, ix) - before;
      if (opened > 0) side.usOpened.push(us);
      if (opened > 0) pairsOpened += opened;
    }
    if (at % UPDATES_PER_MS === 0) clock.advance(1);
    if (at % UPDATES_PER_TICK !== UPDATES_PER_TICK - 1) continue;
    engine.tick();
    engine.takeBatch();
  }
}

function playRescan(side: Side, isCounted: boolean): void {
  const { engine, clock, feed } = side;
  let pays = rescan(engine);
  for (let at = 0; at < RESCANS; at += 1) {
    const ix = feed.next();
    const fromUs = now();
    engine.sink.onBookDelta(ix, feed.message, clock.nowMs());
    const found = rescan(engine);
    const us = now() - fromUs;
    if (isCounted) {
      side.usAll.push(us);
      if (found > pays) side.usOpened.push(us);
    }
    pays = found;
    total += found;
    if (at % UPDATES_PER_MS === 0) clock.advance(1);
  }
}

const ours = newSide('store and scanner', true);
const naive = newSide('store and full rescan', false);
const ratios: number[] = [];
const ratiosOfAll: number[] = [];
for (let round = -2; round < ROUNDS; round += 1) {
  const [from, naiveFrom] = [ours.usOpened.length, naive.usOpened.length];
  const [allFrom, naiveAllFrom] = [ours.usAll.length, naive.usAll.length];
  const turns = [() => playOurs(ours, round >= 0), () => playRescan(naive, round >= 0)];
  for (const turn of round % 2 === 0 ? turns : turns.toReversed()) turn();
  if (round < 0) continue;
  ratiosOfAll.push(quantile(ours.usAll.slice(allFrom), 0.5) / quantile(naive.usAll.slice(naiveAllFrom), 0.5));
  ratios.push(quantile(ours.usOpened.slice(from), 0.5) / quantile(naive.usOpened.slice(naiveFrom), 0.5));
}
if (total === 0 || ours.usOpened.length < 100) throw new Error('Invariant: hardly an update opened anything');

process.stdout.write(
  `\nscan-latency: ${VENUES.length} venues x ${SYMBOLS} symbols x spot and perp, ${ours.engine.scanner.pairCount} pairs, ${ROUNDS} rounds, wall clock us\n`,
);
process.stdout.write(
  '| side | updates | p50 | p99 | that open an opportunity | p50 | p99 |\n|---|---:|---:|---:|---:|---:|---:|\n',
);
const figures = [ours, naive].map(({ name, usAll, usOpened }) => ({
  name,
  updates: usAll.length,
  p50Us: quantile(usAll, 0.5),
  p99Us: quantile(usAll, 0.99),
  opened: usOpened.length,
  openedP50Us: quantile(usOpened, 0.5),
  openedP99Us: quantile(usOpened, 0.99),
}));
for (const row of figures) {
  const shown = [row.p50Us, row.p99Us, row.openedP50Us, row.openedP99Us].map((us) => us.toFixed(1));
  process.stdout.write(
    `| ${row.name} | ${row.updates} | ${shown[0]} | ${shown[1]} | ${row.opened} | ${shown[2]} | ${shown[3]} |\n`,
  );
}
const told = (name: string, all: readonly number[]): string =>
  `ratio of the p50 of ${name}: ${quantile(all, 0.5).toFixed(3)} (${Math.min(...all).toFixed(3)}..${Math.max(...all).toFixed(3)})\n`;
process.stdout.write(told('all updates', ratiosOfAll));
process.stdout.write(told('updates that open an opportunity', ratios));
process.stdout.write(`pairs opened by one of ours: ${(pairsOpened / ours.usOpened.length).toFixed(1)}\n`);
process.stdout.write(`${JSON.stringify({ title: 'scan-latency', node: process.version, figures, ratios })}\n`);
