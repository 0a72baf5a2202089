/* oxlint-disable typescript/no-explicit-any -- rows of other projects have no type */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DecodeCounters, FeedSubscription } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { newDecodeCounters, type RestReading } from '../../kit/index.ts';
import { inPrices, RecordingSink } from '../../../test/recording-sink.ts';
import { subscriptionOf } from '../../../test/okx/subscriptions.ts';
import { readOkxRest } from '../rest/parse.ts';
import { fromWireSymbol } from '../symbols.ts';
import { OkxDecoder } from './parse.ts';

const CASES = join(process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../../../../shared/data'), 'cases');

/** Rows of kind ws-push that are no public push of the venue, and why. */
const NOT_SERVED: Readonly<Record<string, string>> = {
  'gocryptotrader-0205': 'private channel liquidation-warning',
  'gocryptotrader-0208': 'private channel account',
  'gocryptotrader-0218': 'no channel in the argument: the example of the documentation has a typing error',
  'gocryptotrader-0233': 'private channel positions',
  'gocryptotrader-0234': 'private channel positions',
  'hummingbot-0054': 'private channel orders',
  'hummingbot-0055': 'private channel orders',
  'hummingbot-0056': 'private channel orders',
  'hummingbot-0057': 'private channel positions',
  'hummingbot-0127': 'private channel orders',
  'hummingbot-0128': 'private channel orders',
  'hummingbot-0129': 'private channel orders',
  'hummingbot-0130': 'private channel orders',
  'nautilus_trader-0168': 'the rows alone, without the frame around them',
  'nautilus_trader-0169': 'private channel orders',
  'nautilus_trader-0170': 'private channel orders',
  'nautilus_trader-0172': 'private channel orders',
  'nautilus_trader-0174': 'private channel orders',
  'nautilus_trader-0176': 'private channel orders',
  'nautilus_trader-0177': 'private channel orders',
  'nautilus_trader-0178': 'private channel sprd-orders',
};
/** Dialogues whose pushes the other project cut down to what its test needs. */
const CUT_DIALOGUES: Readonly<Record<string, string>> = { 'jkorf-okx-0156': 'candles of one field, the time' };
const PRIVATE_DIALOGUES = ['Unified/Account/', 'Unified/Trading/'];
const DECIMALS_MAX = 9;

interface Row {
  readonly id: string;
  readonly venue: string;
  readonly channel: string;
  readonly kind: string;
  readonly market: string;
  readonly raw: unknown;
}
type Json = any;

function rows(): readonly Row[] {
  const files = readdirSync(CASES).filter((name) => name.endsWith('.jsonl'));
  const all = files.flatMap((name) =>
    readFileSync(join(CASES, name), 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
  return all.map((line) => JSON.parse(line) as Row).filter((row) => /okx|okex/i.test(row.venue));
}

/** The venue's own frames of a row, as text. */
function framesOf(row: Row): readonly string[] {
  if (row.kind === 'ws-push') return [JSON.stringify(row.raw)];
  const steps = row.raw as readonly { dir: string; msg: unknown }[];
  return (
    steps
      .filter(({ dir }) => dir.startsWith('server'))
      // Concurrent dialogues put the number of the request before the frame.
      .map(({ msg }) => (typeof msg === 'string' ? msg.replace(/^\d+ /, '') : JSON.stringify(msg)))
  );
}

function decode(
  frames: readonly string[],
  subscriptions: readonly FeedSubscription[],
): { sink: RecordingSink; counters: DecodeCounters } {
  const sink = new RecordingSink();
  const counters = newDecodeCounters();
  const decoder = new OkxDecoder({ product: 'v5', subscriptions, out: sink, counters });
  for (const text of frames) {
    const bytes = Buffer.from(text);
    decoder.decode(bytes, 0, bytes.length, 1_700_000_000_000);
  }
  return { sink, counters };
}

/** Learns instruments from what is unknown, then decimals from what is off-tick. */
function learnAndDecode(frames: readonly string[]): {
  sink: RecordingSink;
  counters: DecodeCounters;
  subscriptions: readonly FeedSubscription[];
} {
  const names = [
    ...new Set(
      decode(frames, [])
        .sink.unknown.filter(({ what }) => what === 'symbol')
        .map(({ name }) => name),
    ),
  ];
  let subscriptions = names.map((name, ix) => subscriptionOf(name, { ix, pxDecimals: 0 }));
  for (const { ix, digits } of decode(frames, subscriptions).sink.offTick) {
    expect(digits).toBeLessThanOrEqual(DECIMALS_MAX);
    subscriptions = subscriptions.map((one) =>
      one.ix === ix ? { ...one, scale: { pxDecimals: Math.max(digits, one.scale.pxDecimals) } } : one,
    );
  }
  return { ...decode(frames, subscriptions), subscriptions };
}

const levels = (side: string[][]): number[][] => side.map(([px, sz]) => [Number(px), Number(sz)]);
const number = (text: string | undefined): number => (text === undefined || text === '' ? Number.NaN : Number(text));
const kindOfChannel = (channel: string): string => (channel.startsWith('candle') ? 'candle' : channel);

/** What JSON.parse and Number say a frame holds, compared with what the decoder handed on. */
function expectFrame(frame: Json, sink: RecordingSink, subscriptions: readonly FeedSubscription[]): void {
  const { channel } = frame.arg;
  const at = (ix: number): string | undefined => subscriptions[ix]?.instrument.wireSymbol;
  const px = (ix: number, ticks: number): number => ticks / 10 ** subscriptions[ix]!.scale.pxDecimals;
  switch (kindOfChannel(channel)) {
    case 'books':
    case 'books-l2-tbt':
    case 'books5': {
      const [depth] = sink.depths;
      const [row] = frame.data;
      expect(depth).toMatchObject({
        isSnapshot: frame.action !== 'update',
        venueMs: Number(row.ts),
        lastSeq: row.seqId ?? -1,
        prevSeq: row.prevSeqId ?? -1,
      });
      expect(depth!.checksum).toEqual(row.checksum ?? Number.NaN);
      const { pxDecimals } = subscriptions[depth!.ix]!.scale;
      expect([inPrices(depth!.bids, pxDecimals), inPrices(depth!.asks, pxDecimals)]).toEqual([
        levels(row.bids),
        levels(row.asks),
      ]);
      return;
    }
    case 'bbo-tbt': {
      const [quote] = sink.quotes;
      const [row] = frame.data;
      const best = (side: string[][]): number[] => levels(side)[0] ?? [0, 0];
      expect([
        [px(0, quote!.bidTicks), quote!.bidQty],
        [px(0, quote!.askTicks), quote!.askQty],
      ]).toEqual([best(row.bids), best(row.asks)]);
      expect([quote!.venueMs, quote!.seq]).toEqual([Number(row.ts), row.seqId ?? -1]);
      return;
    }
    case 'trades':
      expect(
        sink.trades.map((one) => [
          at(one.ix),
          one.tradeId,
          px(one.ix, one.pxTicks),
          one.qty,
          one.takerSide,
          one.venueMs,
        ]),
      ).toEqual(
        frame.data.map((row: Json) => [
          row.instId,
          row.tradeId,
          Number(row.px),
          Number(row.sz),
          row.side.toUpperCase(),
          Number(row.ts),
        ]),
      );
      return;
    case 'tickers': {
      const [row] = frame.data;
      const [ticker] = sink.tickers;
      expect([
        ticker!.lastPx,
        ticker!.openPx,
        ticker!.highPx,
        ticker!.lowPx,
        ticker!.volumeQty,
        ticker!.venueMs,
      ]).toEqual([row.last, row.open24h, row.high24h, row.low24h, row.vol24h, row.ts].map(number));
      const quoted =
        row.askPx === '' || row.bidPx === ''
          ? []
          : [[number(row.bidPx), number(row.bidSz), number(row.askPx), number(row.askSz)]];
      expect(sink.quotes.map((one) => [px(0, one.bidTicks), one.bidQty, px(0, one.askTicks), one.askQty])).toEqual(
        quoted,
      );
      return;
    }
    case 'mark-price':
      expect(sink.marks.map((one) => [at(one.ix), one.markPx, one.venueMs])).toEqual(
        frame.data.map((row: Json) => [row.instId, Number(row.markPx), Number(row.ts)]),
      );
      return;
    case 'index-tickers':
      expect(sink.marks.map((one) => [at(one.ix), one.indexPx, one.venueMs])).toEqual(
        frame.data.map((row: Json) => [row.instId, Number(row.idxPx), Number(row.ts)]),
      );
      return;
    case 'funding-rate':
      expect(
        sink.marks.map((one) => [at(one.ix), one.fundingRateFrac, one.followingFundingRateFrac, one.nextFundingMs]),
      ).toEqual(
        frame.data.map((row: Json) => [
          row.instId,
          number(row.fundingRate),
          number(row.nextFundingRate),
          number(row.fundingTime),
        ]),
      );
      return;
    case 'candle':
      expect(
        sink.candles.map((one) => [one.openMs, one.open, one.high, one.low, one.close, one.volumeQty, one.isClosed]),
      ).toEqual(frame.data.map((row: string[]) => [...row.slice(0, 6).map(Number), row[8] === '1']));
      return;
    case 'liquidation-orders':
    case 'liquidations': {
      const details = frame.data.flatMap((row: Json) =>
        (row.details ?? [row]).map((detail: Json) => ({ ...detail, instId: row.instId ?? frame.arg.instId })),
      );
      expect(sink.liquidations.map((one) => [at(one.ix), one.liquidatedSide, one.px, one.qty, one.venueMs])).toEqual(
        details.map((one: Json) => [
          one.instId,
          one.side === 'sell' ? 'LONG' : 'SHORT',
          Number(one.bkPx),
          Number(one.sz),
          Number(one.ts),
        ]),
      );
      return;
    }
    default:
      expect(sink.rare).toEqual([{ channel, message: frame }]);
  }
}

/** Where the rows without a path come from. */
function restPathOf(row: Row): string | null {
  if (row.kind === 'rest-endpoint') return (row.raw as { path: string }).path;
  const { channel } = row;
  if (channel === 'l2_snapshot' || channel === 'get_rest_snapshot_msg') return '/api/v5/market/books';
  if (/^(all_symbols|trading_rules)_request/.test(channel) || channel.startsWith('http_get_instruments_'))
    return '/api/v5/public/instruments';
  if (/^latest_(single_)?prices?_request/.test(channel)) return '/api/v5/market/ticker';
  if (channel.startsWith('network_status_request')) return '/api/v5/public/time';
  if (channel === 'mark_price_mock_response') return null;
  if (channel === 'http_get_index_price') return '/api/v5/market/index-tickers';
  return null;
}

function expectReading(reading: RestReading | null, body: Json, path: string): void {
  expect(reading, path).not.toBeNull();
  const { data } = body;
  switch (reading!.kind) {
    case 'time':
      expect(reading!.venueMs).toBe(Number(data[0].ts));
      return;
    case 'depth':
      expect([reading!.bids, reading!.asks, reading!.seq, reading!.venueMs]).toEqual([
        levels(data[0].bids),
        levels(data[0].asks),
        data[0].seqId ?? -1,
        Number(data[0].ts),
      ]);
      return;
    case 'instruments': {
      const known = data.filter((row: Json) => fromWireSymbol(row.instId) !== null && !row.instId.includes('<'));
      expect(
        reading!.instruments
          .filter(({ wireSymbol }) => !wireSymbol.includes('<'))
          .map((one) => [one.wireSymbol, one.pxTick, one.qtyStep, one.qtyMin]),
      ).toEqual(known.map((row: Json) => [row.instId, row.tickSz, row.lotSz, row.minSz]));
      return;
    }
    case 'tickers':
      expect(reading!.tickers.map((one) => [one.wireSymbol, one.lastPx])).toEqual(
        data.map((row: Json) => [row.instId, Number(row.last)]),
      );
      return;
    case 'marks':
      expect(reading!.marks.map((one) => [one.wireSymbol, one.markPx ?? one.indexPx ?? one.fundingRateFrac])).toEqual(
        data.map((row: Json) => [row.instId, Number(row.markPx ?? row.idxPx ?? row.fundingRate)]),
      );
      return;
    default:
      throw new Error(`no expectation for ${reading!.kind} of ${path}`);
  }
}

describe.skipIf(!existsSync(CASES))('cases of other projects (needs the folder of cases)', () => {
  const all = existsSync(CASES) ? rows() : [];
  const pushes = all.filter(({ kind }) => kind === 'ws-push');
  const dialogues = all.filter(
    ({ kind, channel }) => kind === 'ws-dialogue' && !PRIVATE_DIALOGUES.some((prefix) => channel.startsWith(prefix)),
  );

  it('lists only rows that are there', () => {
    expect(Object.keys(NOT_SERVED).filter((id) => !pushes.some((row) => row.id === id))).toEqual([]);
    expect(pushes.length).toBeGreaterThan(50);
    expect(dialogues.length).toBeGreaterThan(5);
  });

  it.each(
    [...pushes, ...dialogues]
      .filter(({ id }) => NOT_SERVED[id] === undefined && CUT_DIALOGUES[id] === undefined)
      .map((row) => [row.id, row] as const),
  )('%s is read without loss', (_id, row) => {
    const frames = framesOf(row);
    const { counters, sink } = learnAndDecode(frames);
    expect(counters).toMatchObject({ malformed: 0, unknown: 0, offTick: 0 });
    expect(counters.fast + counters.keyed + counters.slow + counters.control).toBe(frames.length);
    const parsed: Json[] = frames.map((frame) => JSON.parse(frame));
    expect(sink.controls.length).toBe(parsed.filter((frame) => frame.event !== undefined).length);
    for (const frame of parsed.filter((one) => one.event === undefined)) {
      const one = learnAndDecode([JSON.stringify(frame)]);
      expectFrame(frame, one.sink, one.subscriptions);
    }
  });

  it.each(Object.entries(NOT_SERVED))('%s is refused, not misread: %s', (id) => {
    const { counters, sink } = learnAndDecode(framesOf(pushes.find((row) => row.id === id)!));
    expect(sink.count).toBe(0);
    expect(counters.unknown + counters.malformed).toBe(1);
  });

  it.each(Object.entries(CUT_DIALOGUES))('%s has its acknowledgements read and its pushes refused: %s', (id) => {
    const { counters, sink } = learnAndDecode(framesOf(dialogues.find((row) => row.id === id)!));
    expect(sink.controls.map(({ kind }) => kind)).toEqual(['confirmed-topic', 'confirmed-topic']);
    expect([sink.count, counters.malformed]).toEqual([0, 2]);
  });

  const rest = all.flatMap((row) => {
    const path = ['rest-endpoint', 'rest-response', 'rest-or-snapshot'].includes(row.kind) ? restPathOf(row) : null;
    const body = row.kind === 'rest-endpoint' ? (row.raw as { response: unknown }).response : row.raw;
    return path === null ? [] : [{ row, path, body: JSON.parse(JSON.stringify(body)) as Json }];
  });
  const READ = [
    'instruments',
    'books',
    'time',
    'ticker',
    'tickers',
    'mark-price',
    'funding-rate',
    'index-tickers',
    'candles',
    'trades',
  ];
  const isRead = (path: string): boolean =>
    /^\/api\/v5\/(public|market)\//.test(path) && READ.includes(path.split('/').at(-1)!);

  it.each(rest.filter(({ path }) => isRead(path)).map((one) => [one.row.id, one.path, one] as const))(
    '%s %s is read without loss',
    (_id, path, { body }) => {
      expectReading(readOkxRest(path, body), body, path);
    },
  );

  it.each(rest.filter(({ path }) => !isRead(path)).map((one) => [one.row.id, one.path, one] as const))(
    '%s %s is an endpoint the product does not read',
    (_id, path, { body }) => {
      expect(readOkxRest(path, body)).toBeNull();
    },
  );
});
