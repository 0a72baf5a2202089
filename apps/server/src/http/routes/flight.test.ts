import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DepthMessage, MarkMessage, type TradingRecord } from '@riptide/core/domain';
import { createHotEngine, type TradingView } from '@riptide/core/engine';
import { seededRandom, silentLog, VirtualClock } from '@riptide/core/kernel';
import { buildInstrument } from '../../../../../packages/core/src/domain/build-instrument.fixture.ts';
import type { FromHot } from '../../engine-host/hot-protocol.ts';
import { TradingHost } from '../../engine-host/trading-host.ts';
import { MarketRecorder } from '../../flight/market/market-recorder.ts';
import { buildDetail } from '../../link/sniping-values.fixture.ts';
import { SERVER_ID_BASE } from '../../storage/audit/audit-chain.ts';
import { FileJournal } from '../../storage/journal/file-journal.ts';
import { readSegment, segmentsOf } from '../../storage/journal/read-journal.ts';
import { openTestSqlite } from '../../storage/open-test-sqlite.fixture.ts';
import { RecordRows } from '../../storage/trading-db/record-rows.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from '../../storage/trading-db/trading-schema.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';

const START_MS = 1_800_000_000_000 - 3_600_000;
const PERP = buildInstrument();

/** A trading host that writes its journal, and a recorder that writes its market, into the folder of a test server. */
class FlownEngine {
  readonly clock = new VirtualClock(START_MS);
  readonly engine = createHotEngine({ instruments: [PERP], clock: this.clock });
  readonly recorder: MarketRecorder;
  readonly journalFolder: string;
  private host: TradingHost;
  private posted: FromHot[] = [];
  private calls = 0;
  private isClosed = false;

  constructor(dataDir: string) {
    this.journalFolder = join(dataDir, 'journal');
    this.recorder = new MarketRecorder({
      folder: join(dataDir, 'flight'),
      keepMs: 1e9,
      bytesMax: 1e9,
      clock: this.clock,
      log: silentLog(),
      freeBytes: () => 1e12,
    });
    this.recorder.begin(this.engine.instruments);
    this.engine.store.setClockOffset('BINANCE', 0);
    this.show(600_000);
    this.host = this.open();
  }

  /** Ends the host and starts one over the same journal: a segment of its own. */
  async restart(): Promise<void> {
    await this.host.stop();
    this.host = this.open();
    await this.pass(1_500);
  }

  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 100) {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      this.clock.advance(100);
      this.engine.sink.onBookAlive(0, this.clock.nowMs(), this.clock.nowMs());
      this.recorder.take(this.engine.takeBatch());
      this.host.tick();
      for (const message of this.posted)
        if (message.kind === 'depths') this.recorder.takeDepths(message.depths, message.loss);
      this.posted = this.posted.filter(({ kind }) => kind === 'trading' || kind === 'call-answer');
    }
  }

  show(ticks: number): void {
    const depth = new DepthMessage();
    for (let level = 0; level < 15; level += 1) {
      depth.pushBid(ticks - level, 5 + level);
      depth.pushAsk(ticks + 1 + level, 4 + level);
    }
    const mark = new MarkMessage();
    mark.markPx = ticks / 10;
    mark.fundingRateFrac = 0.0001;
    mark.nextFundingMs = START_MS + 4 * 3_600_000;
    this.engine.sink.onBookSnapshot(0, depth, this.clock.nowMs());
    this.engine.sink.onMark(0, mark, this.clock.nowMs());
  }

  async call(name: 'preview-order' | 'execute-order' | 'kill-switch', request: unknown): Promise<unknown> {
    this.calls += 1;
    const id = this.calls;
    this.host.handle({ kind: 'call', id, name, request });
    await this.pass(1_500);
    const answer = this.posted.findLast((message) => message.kind === 'call-answer' && message.id === id);
    if (answer?.kind !== 'call-answer' || !answer.result.ok) throw new Error(JSON.stringify(answer));
    return answer.result.value;
  }

  async buy(qtyBase: string): Promise<void> {
    const base = { venue: 'BINANCE', market: 'perp', symbol: 'BTCUSDT', side: 'BUY', type: 'market', qtyBase };
    const none = { notionalUsd: null, px: null, tif: null, isReduceOnly: false, leverage: null };
    const preview = (await this.call('preview-order', { ...base, ...none })) as { readonly previewId: string };
    await this.call('execute-order', { previewId: preview.previewId, by: 'operator' });
  }

  /** What the engine showed last. */
  view(): TradingView {
    const newest = this.posted.findLast((message) => message.kind === 'trading');
    if (newest?.kind !== 'trading') throw new Error('nothing was shown');
    return newest.view;
  }

  records(): readonly TradingRecord[] {
    return segmentsOf(this.journalFolder).flatMap((name) => readSegment(join(this.journalFolder, name)).records);
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.host.stop();
    await this.recorder.close();
  }

  private open(): TradingHost {
    const { journalFolder, clock, engine } = this;
    const host = new TradingHost({
      clock,
      random: seededRandom(7),
      log: silentLog(),
      engine,
      start: { market: 'sim', trading: { journalFolder, execution: 'paper', paperUsdt: '10000', keys: {} } },
      createLiveClient: () => {
        throw new Error('no live client here');
      },
      post: (message) => void this.posted.push(message),
    });
    host.start();
    return host;
  }
}

/** Brings the records of the journal into the tables that rows of the audit and decisions are found in. */
async function fold(records: readonly TradingRecord[]): Promise<void> {
  const path = join(test.dataDir, 'trading.db');
  await (await openTestSqlite<TradingSchema>(path, TRADING_MIGRATIONS)).destroy();
  const db = new Database(path);
  const rows = new RecordRows(db);
  db.transaction(() => {
    for (const record of records) rows.write(record);
  })();
  db.close();
}

let test: TestApp;
let flown: FlownEngine;

beforeEach(async () => {
  test = await startTestApp();
  flown = new FlownEngine(test.dataDir);
  await flown.pass(2_000);
});

afterEach(async () => {
  await flown.close();
  await test.close();
});

async function get(url: string): Promise<{ readonly status: number; readonly body: Record<string, any> }> {
  const cookie = await test.unlock();
  const answer = await test.app.inject({ method: 'GET', url, headers: { cookie } });
  return { status: answer.statusCode, body: answer.json() };
}

describe('GET /api/flight/moment', () => {
  it('tells positions, orders, gates and books as they were, before and after, over a restart', async () => {
    const before = flown.records().at(-1)?.seq ?? 0;
    await flown.buy('0.005');
    const shown = flown.view();
    const bought = flown.records().at(-1)?.seq ?? 0;
    await flown.restart();
    flown.show(610_000);
    await flown.buy('0.004');
    await flown.close();

    const empty = (await get(`/api/flight/moment?seq=${before}`)).body;
    expect([empty['positions'], empty['orders']]).toEqual([[], []]);
    const then = (await get(`/api/flight/moment?seq=${bought}`)).body;
    const [position] = shown.positions;
    expect(then['positions']).toMatchObject([
      {
        id: position?.id,
        size: Number(position?.qtyBase),
        entry_price: Number(position?.entryPx),
        stop_price: Number(position?.stopPx),
        mark_price: 60_000,
        leverage: null,
      },
    ]);
    expect(then['orders']).toHaveLength(shown.orders.length);
    expect(then['books']).toMatchObject([{ bid_price: 60_000, ask_price: 60_000.1, live: true, mark_price: 60_000 }]);
    expect(then['unknown']).toContainEqual({ part: 'positions', reason: expect.stringContaining('leverage') });
    const now = (await get(`/api/flight/moment?at=${flown.clock.nowMs() / 1_000}`)).body;
    expect(now['positions']).toMatchObject([{ size: 0.009 }]);
    expect(now['books']).toMatchObject([{ bid_price: 61_000 }]);
    expect(now['next_seq']).toBeNull();
  });

  it('shows the gates of an order with value and limit, and ten levels of its book', async () => {
    await flown.buy('0.005');
    await flown.close();
    const intent = flown.records().find(({ kind }) => kind === 'intent');
    const { body } = await get(`/api/flight/moment?seq=${intent?.seq}`);
    expect(body['risk'].gates).toHaveLength(1);
    expect(body['risk'].gates[0]).toMatchObject({ of: 'order', seq: intent?.seq, symbol: 'BTCUSDT', venue: 'BINANCE' });
    expect(body['risk'].gates[0].gates.find((gate: any) => gate.gate === 'max-position')).toMatchObject({
      ok: true,
      value: expect.any(Number),
      bound: expect.any(Number),
    });
    const [book] = body['books'];
    expect(book.depth.bids).toHaveLength(10);
    expect(book.depth.bids[9]).toEqual({ price: 59_999.1, size: 14 });
    expect(book.depth.asks[0]).toEqual({ price: 60_000.1, size: 4 });
  });

  it('tells the kill switch, and 36 arms with what is believed of each', async () => {
    await flown.call('kill-switch', { level: 1, reason: 'drill', by: 'operator' });
    await flown.close();
    const pulled = flown.records().find(({ kind }) => kind === 'kill-switch')?.seq ?? 0;
    const { body } = await get(`/api/flight/moment?seq=${pulled}`);
    expect(body['risk'].kill_switch).toMatchObject({ level: 1, reason: 'drill' });
    expect((await get(`/api/flight/moment?seq=${pulled - 1}`)).body['risk'].kill_switch.level).toBe(0);
    expect(body['arms']).toHaveLength(36);
    expect(body['engines']).toMatchObject([{ engine: 'pas_trader', running: false }, { engine: 'oraculis' }]);
  });

  it('narrows the books to a symbol', async () => {
    await flown.close();
    const at = flown.clock.nowMs() / 1_000;
    expect((await get(`/api/flight/moment?at=${at}&symbol=btcusdt`)).body).toMatchObject({
      books: [{}],
      books_total: 1,
    });
    expect((await get(`/api/flight/moment?at=${at}&symbol=ETHUSDT`)).body).toMatchObject({ books: [], books_total: 1 });
  });

  it('says what it does not know of a time without a market', async () => {
    await flown.close();
    rmSync(join(test.dataDir, 'flight'), { recursive: true });
    const { status, body } = await get(`/api/flight/moment?at=${flown.clock.nowMs() / 1_000}`);
    expect([status, body['books'], body['positions']]).toEqual([200, null, []]);
    expect(body['unknown']).toContainEqual({ part: 'books', reason: expect.stringContaining('not recorded') });
  });

  it.each([
    ['a record that never was', '?seq=999999', 404, 'moment_unknown'],
    ['a row that is not in the audit', '?kind=trade&id=77', 404, 'moment_unknown'],
    ['a decision that never was', '?decision_id=nope', 404, 'moment_unknown'],
    ['a time before the first record', `?at=${START_MS / 1_000 - 60}`, 404, 'moment_unknown'],
    ['a time that has not come', '?at=1900000000', 404, 'moment_unknown'],
    ['no moment at all', '', 400, 'invalid_input'],
    ['two at once', '?seq=1&at=1', 400, 'invalid_input'],
    ['a kind without an id', '?kind=trade', 400, 'invalid_input'],
    ['an unknown field', '?seq=1&sybmol=BTCUSDT', 400, 'invalid_input'],
  ])('refuses %s', async (_, query, status, code) => {
    await flown.close();
    const answer = await get(`/api/flight/moment${query}`);
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  });

  it('takes a row of the audit that the server wrote by its time', async () => {
    await flown.close();
    await test.unlock();
    await test.audit.log.settled();
    const { status, body } = await get(`/api/flight/moment?kind=event&id=${SERVER_ID_BASE + 1}`);
    expect([status, body['at'], body['next_seq']]).toEqual([200, test.clock.nowMs() / 1_000, null]);
    expect(body['record'].seq).toBe(flown.records().at(-1)?.seq);
    expect(body['unknown']).toContainEqual({ part: 'books', reason: expect.stringContaining('breaks off') });
  });

  it('takes a trade of the audit by its row: the wish, its gates and the levels it saw', async () => {
    await flown.buy('0.005');
    await flown.buy('0.004');
    await flown.close();
    const records = flown.records();
    await fold(records);
    const [first, second] = records.filter(({ kind }) => kind === 'intent');
    const { status, body } = await get(`/api/flight/moment?kind=trade&id=${first?.seq}`);
    expect([status, body['record'].seq, body['record'].kind]).toEqual([200, first?.seq, 'intent']);
    expect(body['positions']).toEqual([]);
    expect(body['risk'].gates).toMatchObject([{ of: 'order', seq: first?.seq }]);
    expect(body['books'][0].depth.bids[0]).toEqual({ price: 60_000, size: 5 });
    const later = (await get(`/api/flight/moment?kind=trade&id=${second?.seq}`)).body;
    expect(later['positions']).toMatchObject([{ size: 0.005 }]);
    expect((await get(`/api/flight/moment?kind=trade&id=${(first?.seq ?? 0) + 1}`)).status).toBe(404);
  });

  it('takes a decision by its id: the record it was first told with, and its gates', async () => {
    await flown.buy('0.005');
    await flown.close();
    const newest = segmentsOf(flown.journalFolder).at(-1) ?? '';
    const { checkpoint } = readSegment(join(flown.journalFolder, newest));
    const lastSeq = flown.records().at(-1)?.seq ?? 0;
    const journal = new FileJournal({ folder: flown.journalFolder, clock: flown.clock, log: silentLog() });
    if (checkpoint === null) throw new Error('Invariant: the newest segment has no checkpoint');
    expect(journal.begin(checkpoint.state, lastSeq).ok).toBe(true);
    const { decision } = buildDetail();
    const told = { ...decision, instrumentId: PERP.id, atMs: flown.clock.nowMs() };
    journal.append([{ kind: 'decision', decision: { ...told, action: 'proposed' } }], told.atMs);
    journal.append([{ kind: 'decision', decision: told }], told.atMs);
    journal.close();
    await fold(flown.records());

    const { status, body } = await get(`/api/flight/moment?decision_id=${decision.decisionId}`);
    expect([status, body['record'].seq, body['record'].kind]).toEqual([200, lastSeq + 1, 'decision']);
    expect(body['next_seq']).toBe(lastSeq + 2);
    expect(body['risk'].gates).toMatchObject([{ of: 'decision', seq: lastSeq + 1, symbol: decision.symbol }]);
    expect(body['risk'].gates[0].gates).toHaveLength(decision.gates.length);
    const other = await get(`/api/flight/moment?decision_id=${decision.decisionId}x`);
    expect([other.status, other.body['code']]).toEqual([404, 'moment_unknown']);
  });

  it('says that a record is gone with its segment', async () => {
    await flown.buy('0.005');
    await flown.restart();
    await flown.close();
    const [oldest = '', ...rest] = readdirSync(flown.journalFolder).filter((name) => name.endsWith('.journal'));
    expect(rest.length).toBeGreaterThan(0);
    rmSync(join(flown.journalFolder, oldest));
    const { status, body } = await get('/api/flight/moment?seq=1');
    expect([status, body['code']]).toEqual([410, 'moment_gone']);
    const books = (await get(`/api/flight/moment?at=${START_MS / 1_000 + 1.5}`)).body;
    expect([books['books'].length, books['positions'], books['record']]).toEqual([1, null, null]);
    expect(books['unknown']).toContainEqual({ part: 'positions', reason: expect.stringContaining('taken away') });
  });
});

describe('GET /api/flight/steps', () => {
  it('lists records to both sides, over segments, and says where they end', async () => {
    await flown.buy('0.005');
    await flown.restart();
    await flown.buy('0.005');
    await flown.close();
    const all = flown.records().map(({ seq }) => seq);
    const middle = all[Math.floor(all.length / 2)] ?? 0;
    const { body } = await get(`/api/flight/steps?around=${middle}&limit=3`);
    const seqs = body['steps'].map(({ seq }: { readonly seq: number }) => seq);
    expect(seqs).toEqual([-3, -2, -1, 0, 1, 2, 3].map((step) => middle + step));
    expect(body).toMatchObject({
      around_seq: middle,
      has_before: true,
      has_after: true,
      first_seq: 1,
      last_seq: all.at(-1),
    });
    const whole = (await get(`/api/flight/steps?around=${middle}&limit=200`)).body;
    expect(whole['steps'].map(({ seq }: { readonly seq: number }) => seq)).toEqual(all);
    expect(whole).toMatchObject({ has_before: false, has_after: false });
    const fill = whole['steps'].find(({ kind }: { readonly kind: string }) => kind === 'fill');
    expect(fill).toMatchObject({
      symbol: 'BTCUSDT',
      venues: ['BINANCE'],
      title: expect.stringContaining('Fill: BUY 0.005 at'),
    });
  });

  it('keeps to a symbol, and to the record asked for', async () => {
    await flown.buy('0.005');
    await flown.close();
    const last = flown.records().at(-1)?.seq ?? 0;
    const other = (await get(`/api/flight/steps?around=${last}&symbol=ETHUSDT`)).body['steps'];
    expect(other.map(({ seq }: { readonly seq: number }) => seq)).toEqual([last]);
    const own = (await get(`/api/flight/steps?at=${flown.clock.nowMs() / 1_000}&symbol=BTCUSDT&limit=200`)).body[
      'steps'
    ];
    expect(own.length).toBeGreaterThan(3);
  });
});
