import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeFrames, subscriptionFor, type RecordedEvent } from '../../../test/kucoin/recording-sink.ts';
import type { KucoinProduct } from '../enums.ts';
import { kucoinDecoding } from '../venue.ts';
import { TOPICS } from './wire.ts';

/**
 * Every public KuCoin row of the case collection goes through the decoder and must say what JSON.parse and Number say.
 * The collection lies beside the repository and is not part of it.
 */

const REPOSITORY = resolve(import.meta.dirname, '../../../../..');
const CASES = resolve(process.env['REAL_DATA_DIR'] ?? resolve(REPOSITORY, '../shared/data'), 'cases');
const INT32_MAX = 2_147_483_647;
const DECIMALS_MAX = 10;

interface CaseRow {
  readonly id: string;
  readonly venue: string;
  readonly market: string;
  readonly kind: string;
  readonly raw: unknown;
}

/** Read as loosely as JSON.parse gives it: the expectations must not share the decoder's types. */
type Json = ReturnType<typeof JSON.parse>;

/** Rows filed as public pushes that are private topics. */
const PRIVATE_ROWS: ReadonlySet<string> = new Set([
  ...['0166', '0167', '0169', '0172', '0173', '0174', '0180', '0181', '0183', '0185', '0186'].map(
    (n) => `gocryptotrader-${n}`,
  ),
  ...['0074', '0078', '0080', '0081'].map((n) => `hummingbot-${n}`),
  ...['0224', '0229', '0232', '0236', '0239', '0240', '0246', '0251', '0253', '0255', '0258', '0260', '0270'].map(
    (n) => `jkorf-kucoin-${n}`,
  ),
]);

/** Rows nobody can read, and why. */
const UNREADABLE_ROWS: Readonly<Record<string, string>> = {
  'jkorf-kucoin-0223': 'the candle array is cut to its time',
  'jkorf-kucoin-0245': 'the candle array is cut to its time',
};

/** Channels known but not turned into messages. */
const RARE_CHANNELS: ReadonlySet<string> = new Set(['/contract/announcement', '/indicator/index']);

function loadRows(): readonly CaseRow[] {
  if (!existsSync(CASES)) return [];
  return readdirSync(CASES)
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(resolve(CASES, file), 'utf8').split('\n'))
    .filter((line) => line.includes('"venue": "kucoin"') || line.includes('"venue":"kucoin"'))
    .map((line) => JSON.parse(line) as CaseRow);
}

function framesOf(row: CaseRow): readonly string[] {
  if (row.kind === 'ws-push') return [typeof row.raw === 'string' ? row.raw : JSON.stringify(row.raw)];
  return (row.raw as readonly { dir: string; msg: unknown }[])
    .filter(({ dir }) => dir.startsWith('server->client'))
    .map(({ msg }) => (typeof msg === 'string' ? msg.replace(/^\d+ /, '') : JSON.stringify(msg)))
    .map((text) => text.replace(/"\|(?:1|id)\|"/, '"1"'));
}

/** Prices the frame puts on the tick scale, as text. */
function pricesOf(frame: Json): readonly string[] {
  const data = frame['data'] ?? frame['d'] ?? {};
  const rows = [data.bids, data.asks, data.a, data.b, data.changes?.bids, data.changes?.asks]
    .filter(Array.isArray)
    .flat();
  const singles = [
    data.bestBid,
    data.bestAsk,
    data.bestBidPrice,
    data.bestAskPrice,
    data.price,
    data.p,
    data.change?.split(',')[0],
  ];
  return [...rows.map((row) => (Array.isArray(row) ? row[0] : row)), ...singles]
    .filter((px) => px !== undefined)
    .map(plain);
}

function plain(px: unknown): string {
  const text = Number(px).toFixed(12);
  return text.replace(/0+$/, '').replace(/\.$/, '');
}

function decimalsFor(prices: readonly string[]): number {
  let decimals = Math.min(DECIMALS_MAX, Math.max(0, ...prices.map((px) => px.split('.')[1]?.length ?? 0)));
  while (decimals > 0 && prices.some((px) => Number(px) * 10 ** decimals > INT32_MAX)) decimals -= 1;
  return decimals;
}

const ms = (value: string | number | undefined): number =>
  value === undefined ? Number.NaN : Number(String(value).slice(0, 13));
const levels = (rows: readonly Json[] = []): readonly (readonly number[])[] =>
  rows.filter((row) => Number(row[0]) !== 0).map((row) => [Number(row[0]), Number(row[1])]);
const number = (value: unknown): number => (value === undefined ? Number.NaN : Number(value));

/** What the frame says by the language's own means; null for frames that carry no message. */
function expectedOf(frame: Json): Partial<RecordedEvent> | null {
  if (typeof frame['T'] === 'string') return expectedUnified(frame);
  const topic = String(frame['topic'] ?? '');
  const [channel = '', suffix = ''] = topic.split(':');
  const data = frame['data'];
  if (topic === '' || RARE_CHANNELS.has(channel)) return null;
  if (channel === '/market/level2') {
    const { changes, sequenceStart, sequenceEnd, time } = data;
    const sides = { bids: levels(changes.bids), asks: levels(changes.asks) };
    return {
      kind: 'depth',
      symbol: suffix,
      isSnapshot: false,
      ...sides,
      firstSeq: sequenceStart,
      lastSeq: sequenceEnd,
      venueMs: ms(time),
    };
  }
  if (channel === '/contractMarket/level2') {
    const [px, side, qty] = data.change.split(',');
    const level = [[Number(px), Number(qty)]];
    const sides = { bids: side === 'buy' ? level : [], asks: side === 'sell' ? level : [] };
    return {
      kind: 'depth',
      symbol: suffix,
      isSnapshot: false,
      ...sides,
      firstSeq: data.sequence,
      lastSeq: data.sequence,
      venueMs: ms(data.timestamp),
    };
  }
  if (/level2(?:Depth|Snapshot)/.test(channel)) {
    const seq = data.sequence === undefined ? -1 : Number(data.sequence);
    const sides = { bids: levels(data.bids), asks: levels(data.asks) };
    return {
      kind: 'depth',
      symbol: suffix,
      isSnapshot: true,
      ...sides,
      firstSeq: seq,
      lastSeq: seq,
      venueMs: ms(data.timestamp ?? data.ts ?? data.time),
    };
  }
  if (/ticker/.test(channel)) return expectedQuote(channel, suffix, frame);
  if (/match|execution/.test(channel)) {
    const takerSide = data.side === 'buy' ? 'BUY' : 'SELL';
    return {
      kind: 'trade',
      symbol: suffix,
      px: Number(data.price),
      qty: Number(data.size),
      takerSide,
      tradeId: data.tradeId,
      venueMs: ms(data.ts ?? data.time),
    };
  }
  if (channel === '/contract/instrument') {
    const { markPrice, indexPrice, fundingRate, timestamp } = data;
    return {
      kind: 'mark',
      symbol: suffix,
      markPx: number(markPrice),
      indexPx: number(indexPrice),
      fundingRateFrac: number(fundingRate),
      venueMs: ms(timestamp),
    };
  }
  return expectedSummary(channel, suffix, data);
}

function expectedUnified(frame: Json): Partial<RecordedEvent> {
  const data = frame['d'];
  if (String(frame['T']).startsWith('trade')) {
    const takerSide = data.S === 'buy' ? 'BUY' : 'SELL';
    return {
      kind: 'trade',
      symbol: data.s,
      px: Number(data.p),
      qty: Number(data.q),
      takerSide,
      tradeId: data.ti,
      venueMs: ms(data.M),
    };
  }
  const sides = { bids: levels(data.b), asks: levels(data.a) };
  return {
    kind: 'depth',
    symbol: data.s,
    isSnapshot: frame['t'] === 'snapshot',
    ...sides,
    firstSeq: data.O,
    lastSeq: data.C,
    venueMs: ms(data.M),
  };
}

function expectedQuote(channel: string, suffix: string, frame: Json): Partial<RecordedEvent> {
  const data = frame['data'];
  return {
    kind: 'quote',
    symbol: suffix === 'all' ? frame['subject'] : suffix,
    bidPx: Number(data.bestBid ?? data.bestBidPrice),
    bidQty: Number(data.bestBidSize),
    askPx: Number(data.bestAsk ?? data.bestAskPrice),
    askQty: Number(data.bestAskSize),
    seq: channel === '/contractMarket/ticker' ? -1 : Number(data.sequence),
    venueMs: ms(data.time ?? data.ts),
  };
}

function expectedSummary(channel: string, suffix: string, data: Json): Partial<RecordedEvent> {
  if (channel === '/market/snapshot') {
    const d = data['data'];
    const volumes = { volumeQty: number(d.vol), volumeQuote: number(d.volValue) };
    return {
      kind: 'ticker',
      symbol: d.symbol,
      lastPx: number(d.lastTradedPrice),
      openPx: number(d.open),
      highPx: number(d.high),
      lowPx: number(d.low),
      changeFrac: number(d.changeRate),
      ...volumes,
      venueMs: ms(d.datetime),
    };
  }
  if (channel === '/contractMarket/snapshot') {
    const volumes = { volumeQty: number(data['volume']), volumeQuote: number(data['turnover']) };
    return {
      kind: 'ticker',
      symbol: suffix,
      lastPx: number(data['lastPrice']),
      highPx: number(data['highPrice']),
      changeFrac: number(data['priceChgPct']),
      ...volumes,
      venueMs: ms(data['ts']),
    };
  }
  const symbol = suffix.slice(0, suffix.lastIndexOf('_'));
  if (channel === '/contractMarket/candle') {
    const { time, open, high, low, close, volume } = data;
    return { kind: 'candle', symbol, openMs: time, open, high, low, close, volumeQty: volume };
  }
  const [s, open, close, high, low, fifth, sixth] = data['candles'].map(Number);
  const isSpot = channel === '/market/candles';
  const volumes = { volumeQty: isSpot ? fifth : sixth, volumeQuote: isSpot ? sixth : Number.NaN };
  return { kind: 'candle', symbol, openMs: s * 1000, open, high, low, close, ...volumes };
}

function decodeLikeAVerifier(product: KucoinProduct, frames: readonly string[]): ReturnType<typeof decodeFrames> {
  const names = new Set(
    decodeFrames(product, [], frames)
      .sink.unknown.filter(({ what }) => what === 'symbol')
      .map(({ name }) => name),
  );
  const decimals = decimalsFor(frames.flatMap((frame) => pricesOf(JSON.parse(frame))));
  return decodeFrames(
    product,
    [...names].map((name, ix) => subscriptionFor(ix, name, decimals)),
    frames,
  );
}

/** Frames of the channels the feed subscribes, and control frames, which count by themselves. */
function isHot(text: string): boolean {
  const frame = JSON.parse(text);
  const channel = String(frame['topic'] ?? '').split(':')[0]!;
  return (
    frame['T'] === undefined &&
    (Object.values(TOPICS) as string[]).concat('').includes(channel) &&
    !text.includes(':all')
  );
}

const rows = loadRows();
const wsRows = rows.filter(({ kind }) => kind === 'ws-push' || kind === 'ws-dialogue');

describe.skipIf(rows.length === 0)('cases of other projects', () => {
  for (const row of wsRows) {
    if (PRIVATE_ROWS.has(row.id) || row.id in UNREADABLE_ROWS) continue;
    it(`reads ${row.id} without loss`, () => {
      const frames = framesOf(row);
      const { sink, counters } = decodeLikeAVerifier(row.market === 'usdt-perp' ? 'futures' : 'spot', frames);
      const expected = frames.map((frame) => expectedOf(JSON.parse(frame))).filter((event) => event !== null);
      expect(sink.events).toHaveLength(expected.length);
      for (const [at, event] of expected.entries()) expect(sink.events[at]).toMatchObject(event);
      // Hot channels never need JSON.parse: a slow reader that hides behind right answers would show here.
      if (frames.every(isHot)) expect(counters.slow).toBe(0);
      const read = counters.fast + counters.keyed + counters.slow + counters.control;
      expect({ read, malformed: counters.malformed, unknown: counters.unknown, offTick: counters.offTick }).toEqual({
        read: frames.length,
        malformed: 0,
        unknown: 0,
        offTick: 0,
      });
    });
  }

  it('leaves out only rows that the closed lists name', () => {
    const skipped = [...PRIVATE_ROWS, ...Object.keys(UNREADABLE_ROWS)];
    expect(skipped.filter((id) => !wsRows.some((row) => row.id === id))).toEqual([]);
    const privateTopics = wsRows
      .filter(({ id }) => PRIVATE_ROWS.has(id))
      .map((row) => decodeFrames('spot', [], framesOf(row)).counters.unknown);
    expect(privateTopics.every((unknown) => unknown === 1)).toBe(true);
  });
});

/** Paths the product reads, with the field that holds the rows. */
const READ_PATHS =
  /symbols|allTickers$|orderbook\/level2|histories|timestamp$|contracts\/|level2\/|mark-price|funding-rate\/.*current/;
const UNREAD_PATHS = /callauction|\/ua\/|risk-limit|\/hf\//;

describe.skipIf(rows.length === 0)('REST answers of other projects', () => {
  const answers = rows.flatMap((row) => {
    const raw = row.raw as Json;
    if (row.kind === 'rest-endpoint' && typeof raw['response'] === 'object')
      return [{ row, path: String(raw['path']), body: raw['response'] }];
    return [];
  });
  const named = [
    { id: 'crypto-msg-parser-0129', path: '/api/v1/level2/snapshot' },
    { id: 'crypto-msg-parser-0130', path: '/api/v1/contracts/active' },
    { id: 'hummingbot-0065', path: '/api/v1/level2/snapshot' },
    { id: 'hummingbot-0138', path: '/api/v3/market/orderbook/level2' },
  ].flatMap(({ id, path }) => {
    const row = rows.find((candidate) => candidate.id === id);
    return row === undefined ? [] : [{ row, path, body: row.raw }];
  });
  const isRead = ({ row, path }: { row: CaseRow; path: string }): boolean =>
    READ_PATHS.test(path) && !UNREAD_PATHS.test(path) && !(row.market === 'usdt-perp' && path.endsWith('allTickers'));

  for (const { row, path, body } of [...answers.filter(isRead), ...named]) {
    it(`reads ${row.id} ${path} without loss`, () => {
      const reading = kucoinDecoding.readRest(path, body);
      const data = body['data'];
      if (reading?.kind === 'depth') {
        expect(reading.bids).toEqual(data.bids.map((level: unknown[]) => [Number(level[0]), Number(level[1])]));
        expect(reading.asks).toEqual(data.asks.map((level: unknown[]) => [Number(level[0]), Number(level[1])]));
        expect(reading.seq).toBe(Number(data.sequence));
      } else if (reading?.kind === 'instruments') {
        expect(reading.instruments.length + reading.skipped).toBe(Array.isArray(data) ? data.length : 1);
        expect(reading.instruments.length).toBeGreaterThan(0);
      } else if (reading?.kind === 'tickers') expect(reading.tickers).toHaveLength(data.ticker.length);
      else if (reading?.kind === 'trades') expect(reading.trades).toHaveLength(data.length);
      else if (reading?.kind === 'marks') expect(reading.marks).toHaveLength(1);
      else if (reading?.kind === 'time') expect(reading.venueMs).toBe(data);
      else expect.unreachable(`${path} gave ${reading?.kind ?? 'nothing'}`);
    });
  }
});

if (rows.length === 0) it.skip(`needs the case collection at ${CASES}`, () => undefined);
