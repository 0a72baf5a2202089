import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectedOf } from '../extra/expected.fixture.ts';
import { decodeLearning, hasRealData, REAL_DATA_DIR, type Product } from '../extra/recorder.fixture.ts';
import { readRest } from '../rest/parse.ts';

interface Row {
  readonly id: string;
  readonly venue: string;
  readonly market: string;
  readonly channel: string;
  readonly kind: string;
  readonly raw: unknown;
}

/** Rows of public channels that can't be served, and why. Closed: a row that is neither here nor read fails. */
const UNSERVED: Readonly<Record<string, string>> = {
  'crypto-msg-parser-0032': 'a channel its author made up (TICKER_ALL): the venue has none of that name',
  'jkorf-binance-0432': "hand-made candles without prices, numbered for the peer's own mock",
  'jkorf-binance-0446': "hand-made candles without prices, numbered for the peer's own mock",
  'gocryptotrader-0003': 'its anonymiser emptied the name of the field that tells the taker side',
};

function rows(): Row[] {
  const folder = `${REAL_DATA_DIR}/cases`;
  const all = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as Row);
  return all.filter((row) => row.venue === 'binance');
}

/** Dialogues hold what both sides said; only what the venue pushed is read here. */
function framesOf(row: Row): unknown[] {
  if (row.kind === 'ws-dialogue') {
    const steps = row.raw as { dir: string; msg: unknown }[];
    return steps.filter((step) => step.dir === 'server->client-push').map((step) => step.msg);
  }
  const isListOfFrames = Array.isArray(row.raw) && row.raw.every((frame) => (frame as { stream?: unknown }).stream);
  return isListOfFrames ? (row.raw as unknown[]) : [row.raw];
}

/** User data; these rows stand among the public ones. */
const PRIVATE_EVENTS: ReadonlySet<unknown> = new Set([
  'ACCOUNT_UPDATE',
  'ACCOUNT_CONFIG_UPDATE',
  'CONDITIONAL_ORDER_TRIGGER_REJECT',
  'MARGIN_CALL',
  'ORDER_TRADE_UPDATE',
  'USER_LIABILITY_CHANGE',
  'executionReport',
  'listStatus',
  'listenKeyExpired',
  'outboundAccountPosition',
]);

function isPrivate(frame: unknown): boolean {
  const { data, event, e } = frame as { data?: { e?: unknown }; event?: unknown; e?: unknown };
  return PRIVATE_EVENTS.has(data?.e ?? e) || event !== undefined;
}

const PRODUCTS: Readonly<Record<string, Product>> = {
  spot: 'spot',
  any: 'usdm',
  'usdt-perp': 'usdm',
  'usdt-future': 'usdm',
};

/** Paths for rows that only say which answer they hold. */
const PATHS: readonly (readonly [pattern: RegExp, path: string])[] = [
  [/exchange_?info(?!_error)/i, 'exchangeInfo'],
  [/server_?time_?response|TestServerTime/i, 'time'],
  [/klines_response/, 'klines'],
  [/ticker_24hr|single-24hr-ticker|PriceChangeStats|TestListSymbolTicker/, 'ticker/24hr'],
  [/TestAggregateTrades/, 'aggTrades'],
  [/TestGetPremiumIndex/, 'premiumIndex'],
  [/l2_snapshot/, 'depth'],
];

/** Lists whose only symbol has no lot size, or placeholders for filters: counted as skipped, not invented. */
const INCOMPLETE: ReadonlySet<string> = new Set([
  'go-binance-0006',
  'hummingbot-0006',
  'jkorf-binance-0218',
  'nautilus_trader-0037',
]);

/** Endpoints the product reads. */
const READ = /\/(time|exchangeInfo|depth|trades|aggTrades|klines|ticker\/24hr|premiumIndex)$/;

/** Returns the path and body of a REST row of an endpoint the product reads; null for others. */
function answerOf(row: Row): { path: string; body: unknown } | null {
  const raw = row.raw as { path?: unknown; response?: unknown };
  if (typeof raw?.path === 'string') return READ.test(raw.path) ? { path: raw.path, body: raw.response } : null;
  const name = PATHS.find(([pattern]) => pattern.test(row.channel))?.[1];
  if (name === undefined) return null;
  return { path: `${row.market === 'spot' ? '/api/v3' : '/fapi/v1'}/${name}`, body: row.raw };
}

describe.skipIf(!hasRealData)('socket rows of other projects (skipped without the real data folder)', () => {
  const socketRows = hasRealData ? rows().filter((row) => row.kind === 'ws-push' || row.kind === 'ws-dialogue') : [];

  for (const row of socketRows) {
    framesOf(row).forEach((frame, n) => {
      if (isPrivate(frame) || row.id in UNSERVED) return;
      it(`reads ${row.id} ${row.channel} (frame ${n}) as JSON.parse and Number do`, () => {
        const text = typeof frame === 'string' ? frame : JSON.stringify(frame);
        const { said, counters } = decodeLearning(PRODUCTS[row.market] as Product, text);
        expect(counters).toMatchObject({ malformed: 0, unknown: 0 });
        expect(said).toEqual(expectedOf(JSON.parse(text)));
      });
    });
  }

  it('calls user data an unknown channel and nothing worse', () => {
    const frames = socketRows.flatMap((row) => framesOf(row).filter(isPrivate));
    expect(frames.length).toBeGreaterThan(0);
    for (const frame of frames) {
      expect(decodeLearning('usdm', JSON.stringify(frame)).counters).toMatchObject({ malformed: 0 });
    }
  });

  it('confirms the acknowledgements of recorded dialogues', () => {
    const ack = decodeLearning('spot', '{ "result": null, "id": 1 }');
    expect(ack.said).toEqual([{ kind: 'control', control: { kind: 'confirmed-request', requestId: 1 } }]);
    expect(ack.counters.control).toBe(1);
  });
});

describe.skipIf(!hasRealData)('REST rows of other projects (skipped without the real data folder)', () => {
  const answers = (hasRealData ? rows() : []).flatMap((row) => {
    const answer = row.kind.startsWith('rest') ? answerOf(row) : null;
    return answer === null || row.id in UNSERVED ? [] : [{ row, ...answer }];
  });

  for (const { row, path, body } of answers) {
    it(`reads ${row.id} ${path} whole`, () => {
      const reading = readRest(path, body);
      if (reading === null) throw new Error(`not read: ${JSON.stringify(body).slice(0, 300)}`);
      if (reading.kind === 'depth') {
        const { bids, asks } = body as { bids: string[][]; asks: string[][] };
        expect(reading.bids).toEqual(bids.map(([px, qty]) => [Number(px), Number(qty)]));
        expect(reading.asks).toEqual(asks.map(([px, qty]) => [Number(px), Number(qty)]));
      } else if (reading.kind === 'instruments') {
        const listed = (body as { symbols: unknown[] }).symbols.length;
        expect(reading.instruments).toHaveLength(INCOMPLETE.has(row.id) ? 0 : listed);
        expect(reading.instruments.length + reading.skipped).toBe(listed);
      } else if (reading.kind === 'trades') expect(reading.trades).toHaveLength((body as unknown[]).length);
      else if (reading.kind === 'candles') expect(reading.candles).toHaveLength((body as unknown[]).length);
      else if (reading.kind === 'tickers') expect(reading.tickers).toHaveLength([body].flat().length);
      else if (reading.kind === 'marks') expect(reading.marks).toHaveLength([body].flat().length);
      else expect(reading.kind).toBe('time');
    });
  }

  it('finds rows of every endpoint the product reads', () => {
    expect(answers.length).toBeGreaterThan(40);
  });
});
