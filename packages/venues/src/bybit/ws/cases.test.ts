import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { join } from 'node:path';
import { DepthMessage, instrumentId, type FeedSubscription, type Instrument } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { newDecodeCounters } from '../../kit/index.ts';
import { RecordingSink } from '../../../test/recording-sink.ts';
import { BookSync } from './book-sync.ts';
import { BybitDecoder } from './parse.ts';

const DATA = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../../../../shared/data');
const CASES = join(DATA, 'cases');
const RECORDING = join(DATA, 'replay/bybit-linear-2024-12-01/XRPUSDT_ob500.dev.jsonl.gz');

/** Rows of kind ws-push or ws-dialogue that are no public frame of the venue, and why. */
const NOT_SERVED: Readonly<Record<string, string>> = {
  'barter-rs-0016': 'a level alone, without the frame around it',
  'barter-rs-0020': 'a trade alone, without the frame around it',
  'barter-rs-0021': 'a trade alone, without the frame around it',
  'barter-rs-0022': 'a trade alone, without the frame around it',
  'gocryptotrader-0259': 'private: the answer to a login',
  'hirokisan-bybit-0005': 'levels as objects: the other project wrote its own structs back to JSON',
  'hummingbot-0011': 'a template: the symbol is a placeholder',
  'hummingbot-0028': 'private topic order',
  'nautilus_trader-0111': 'private: the answer to a login',
  'nautilus_trader-0112': 'private: the answer to a login',
  'xchange-0038': 'private topic order',
};
const isPrivateDialogue = (channel: string): boolean => channel.startsWith('V5/Private/');

interface Row {
  readonly id: string;
  readonly venue: string;
  readonly channel: string;
  readonly kind: string;
  readonly raw: unknown;
}

function rows(): readonly Row[] {
  const files = readdirSync(CASES).filter((name) => name.endsWith('.jsonl'));
  const all = files.flatMap((name) =>
    readFileSync(join(CASES, name), 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
  return all
    .map((line) => JSON.parse(line) as Row)
    .filter(({ venue, kind }) => venue === 'bybit' && (kind === 'ws-push' || kind === 'ws-dialogue'));
}

function framesOf(row: Row): readonly string[] {
  if (!Array.isArray(row.raw)) return [JSON.stringify(row.raw)];
  const steps = row.raw as readonly { dir: string; msg: unknown }[];
  return steps
    .filter(({ dir }) => dir.startsWith('server'))
    .map(({ msg }) => (typeof msg === 'string' ? msg : JSON.stringify(msg)));
}

function subscription(name: string, ix: number, pxDecimals: number): FeedSubscription {
  const instrument = { id: instrumentId(name, 'perp', 'BYBIT'), wireSymbol: name, kind: 'perp' } as Instrument;
  return { ix, instrument, scale: { pxDecimals } };
}

function decode(frames: readonly string[], names: readonly string[], pxDecimals = 6) {
  const sink = new RecordingSink();
  const counters = newDecodeCounters();
  const subscriptions = names.map((name, ix) => subscription(name, ix, pxDecimals));
  const decoder = new BybitDecoder({ product: 'linear', subscriptions, out: sink, counters });
  for (const text of frames) {
    const bytes = Buffer.from(text);
    decoder.decode(bytes, 0, bytes.length, 1_700_000_000_000);
  }
  return { sink, counters };
}

/** The finest decimals of any quoted number that could be a price and still fits int32. */
function decimalsOf(text: string): number {
  const numbers = [...text.matchAll(/\["(\d+)(?:\.(\d+))?",|"(?:p|price)":"(\d+)(?:\.(\d+))?"/g)];
  return numbers.reduce((most, [, , level, , px]) => Math.max(most, (level ?? px ?? '').length), 0);
}

type Levels = readonly (readonly [string, string])[];
const inTicks = (side: Levels, decimals: number): number[][] =>
  side.map(([px, qty]) => [Math.round(Number(px) * 10 ** decimals), Number(qty)]);

interface Frame {
  readonly topic?: string;
  readonly type?: string;
  readonly ts?: number;
  readonly cts?: number;
  readonly data?: any;
}

/** What JSON.parse and Number say a frame holds, compared with what the decoder handed on. */
function expectFrame(frame: Frame, decimals: number): void {
  const name = frame.topic?.split('.').at(-1) ?? '';
  const { sink, counters } = decode([JSON.stringify(frame)], [name], decimals);
  expect(counters.malformed + counters.unknown).toBe(0);
  const rowsOf = Array.isArray(frame.data) ? frame.data : [frame.data];
  switch (frame.topic?.split('.')[0]) {
    case 'orderbook':
      if (frame.topic.startsWith('orderbook.1.')) {
        const best = [...inTicks(frame.data.b.slice(0, 1), decimals), ...inTicks(frame.data.a.slice(0, 1), decimals)];
        if (best.length === 2 && frame.data.b.length === 1)
          expect(
            sink.quotes.map((q) => [
              [q.bidTicks, q.bidQty],
              [q.askTicks, q.askQty],
            ]),
          ).toEqual([best]);
        return;
      }
      expect(sink.depths).toMatchObject([
        {
          ix: 0,
          isSnapshot: frame.type === 'snapshot',
          lastSeq: frame.data.u,
          venueMs: frame.cts ?? frame.ts,
          bids: inTicks(frame.data.b, decimals),
          asks: inTicks(frame.data.a, decimals),
        },
      ]);
      return;
    case 'publicTrade':
    case 'trade':
      expect(sink.trades.map((t) => [t.tradeId, t.pxTicks, t.qty, t.takerSide, t.venueMs])).toEqual(
        rowsOf.map((row: any) => [
          row.i,
          Math.round(Number(row.p) * 10 ** decimals),
          Number(row.v),
          row.S.toUpperCase(),
          row.T,
        ]),
      );
      return;
    case 'liquidation':
      expect(sink.liquidations.map((l) => [l.px, l.qty, l.liquidatedSide, l.venueMs])).toEqual(
        rowsOf.map((row: any) => [
          Number(row.price),
          Number(row.size),
          row.side === 'Buy' ? 'LONG' : 'SHORT',
          row.updatedTime,
        ]),
      );
      return;
    case 'tickers': {
      const [row] = rowsOf;
      const number = (text: string | undefined): number =>
        text === undefined || text === '' ? Number.NaN : Number(text);
      const [ticker] = sink.tickers;
      const [mark] = sink.marks;
      if (ticker)
        expect([ticker.lastPx, ticker.changeFrac, ticker.volumeQuote]).toEqual([
          number(row.lastPrice),
          number(row.price24hPcnt),
          number(row.turnover24h),
        ]);
      if (mark)
        expect([mark.markPx, mark.indexPx, mark.fundingRateFrac]).toEqual([
          number(row.markPrice),
          number(row.indexPrice),
          number(row.fundingRate),
        ]);
      expect(ticker !== undefined).toBe(['lastPrice', 'price24hPcnt', 'volume24h'].some((key) => key in row));
      expect(mark !== undefined).toBe(['markPrice', 'indexPrice', 'fundingRate'].some((key) => key in row));
      return;
    }
    default:
      expect(sink.count + sink.controls.length).toBe(1);
  }
}

describe.skipIf(!existsSync(CASES))('other projects’ cases', () => {
  const served = existsSync(CASES)
    ? rows().filter(({ id, channel }) => NOT_SERVED[id] === undefined && !isPrivateDialogue(channel))
    : [];

  it('are found', () => {
    expect(served.length).toBeGreaterThanOrEqual(30);
  });

  it.each(served.map((row) => [row.id, row] as const))('%s parses without loss', (_id, row) => {
    for (const text of framesOf(row)) {
      const frame = JSON.parse(text) as Frame;
      if (frame.topic === undefined) {
        const { counters, sink } = decode([text], []);
        expect(counters).toMatchObject({ control: 1, malformed: 0 });
        expect(sink.controls.length).toBeLessThanOrEqual(1);
      } else expectFrame(frame, decimalsOf(text));
    }
  });

  it('serve every row, or name it', () => {
    const all = rows();
    const skipped = all.filter(({ id, channel }) => NOT_SERVED[id] !== undefined || isPrivateDialogue(channel));
    expect(skipped.length + served.length).toBe(all.length);
  });
});

describe.skipIf(!existsSync(RECORDING))('the recorded book', () => {
  it('follows without a gap, all of it by byte templates', () => {
    const lines = gunzipSync(readFileSync(RECORDING))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '');
    const { sink, counters } = decode(lines, ['XRPUSDT'], 4);
    expect(counters).toMatchObject({ fast: lines.length, keyed: 0, slow: 0, malformed: 0, unknown: 0, offTick: 0 });
    const sync = new BookSync(1);
    const verdicts = sink.depths.map(({ isSnapshot, lastSeq }) => {
      const message = new DepthMessage();
      message.lastSeq = lastSeq;
      return sync.judge(0, isSnapshot, message);
    });
    expect(verdicts).toEqual(lines.map(() => 'apply'));
  });
});
