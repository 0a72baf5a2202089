import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fill, OrderIntent, PlannedOrder, TradingFact } from '@riptide/core/domain';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { Ledger } from '@riptide/core/ledger';
import { FileJournal } from '../journal/file-journal.ts';
import { readJournal, segmentsOf } from '../journal/read-journal.ts';
import { SegmentRetention } from '../journal/segment-retention.ts';
import { openSqlite } from '../open-sqlite.ts';
import { JournalFold } from './journal-fold.ts';
import { TradingHistory } from './trading-history.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from './trading-schema.ts';

const AT_MS = 1_800_000_000_000;
const ACCOUNT = 'BYBIT:paper' as const;
const INSTRUMENT = 'BTCUSDT.PERP.BYBIT' as const;
const TABLES = ['order_row', 'fill_row', 'closed_trade', 'income_row', 'equity_point', 'audit_trade', 'audit_event'];

let dataDir = '';
let folder = '';
let path = '';
let clock: VirtualClock;
let journal: FileJournal;
let ledger: Ledger;
let orders = 0;
let folds: JournalFold[] = [];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'riptide-fold-'));
  folder = join(dataDir, 'journal');
  path = join(dataDir, 'trading.db');
  clock = new VirtualClock(AT_MS);
  ledger = new Ledger();
  orders = 0;
  folds = [];
  await (await openSqlite<TradingSchema>(path, TRADING_MIGRATIONS)).destroy();
  journal = new FileJournal({ folder, clock, log: silentLog() });
  journal.begin({ ledger: ledger.snapshot() }, 0);
});
afterEach(() => {
  for (const fold of folds) fold.close();
  journal.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function write(...facts: readonly TradingFact[]): void {
  const written = journal.append(facts, clock.nowMs());
  if (!written.ok) throw new Error(written.error.detail);
  for (const record of written.records) ledger.apply(record);
}

function nameOf(seq: number): string {
  return `${String(seq).padStart(15, '0')}.journal`;
}

function rotate(): void {
  journal.begin({ ledger: ledger.snapshot() }, journal.lastSeq);
}

function openFold(): JournalFold {
  const log = silentLog();
  const retention = new SegmentRetention({ folder, clock, log, keepMs: () => 0, bytesMax: 0 });
  const fold = new JournalFold({ folder, path, retention, clock, log });
  folds.push(fold);
  return fold;
}

/** Starts a fold and lets it do all it can at once. */
function caughtUp(): JournalFold {
  const fold = openFold();
  fold.start();
  clock.advance(50);
  return fold;
}

function allRows(file = path): Record<string, unknown[]> {
  const db = new Database(file, { readonly: true });
  const rows = Object.fromEntries(TABLES.map((table) => [table, db.prepare(`select * from ${table}`).all()]));
  db.close();
  return rows;
}

function intentOf(n: number): OrderIntent {
  return {
    intentId: `I${n}`,
    source: 'operator',
    role: 'entry',
    instrumentId: INSTRUMENT,
    side: 'BUY',
    type: 'market',
    tif: 'IOC',
    qtyBase: '0.01',
    px: null,
    triggerPx: null,
    triggerBy: 'mark',
    isReduceOnly: false,
    closesPosition: false,
    leverage: 10,
    expectedNetBps: null,
    stopPx: null,
    createdMs: AT_MS,
  };
}

/** An order from its wish to its fill. */
function orderFacts(side: 'BUY' | 'SELL', px: string): TradingFact[] {
  orders += 1;
  const n = orders;
  const intent = { ...intentOf(n), side };
  const order: PlannedOrder = { ...intent, clientOrderId: `P${n}`, venue: 'BYBIT', mode: 'paper' };
  const fill: Fill = {
    instrumentId: INSTRUMENT,
    fillId: `${n}`,
    venueOrderId: `V${n}`,
    clientOrderId: `P${n}`,
    side,
    px,
    qtyBase: '0.01',
    fee: '0.3',
    feeAsset: 'USDT',
    liquidity: 'taker',
    cause: 'order',
    venueMs: AT_MS + n * 1_000,
  };
  return [
    { kind: 'intent', intent, gates: [], isApproved: true },
    { kind: 'order', order },
    { kind: 'fill', account: ACCOUNT, fill },
    {
      kind: 'order-report',
      account: ACCOUNT,
      source: 'stream',
      report: {
        ...order,
        venueOrderId: `V${n}`,
        status: 'filled',
        cumQtyBase: '0.01',
        avgPx: px,
        reason: null,
        updatedMs: AT_MS,
      },
    },
  ];
}

const roundTrip = (): TradingFact[] => [...orderFacts('BUY', '64000'), ...orderFacts('SELL', '64100')];

describe('JournalFold', () => {
  it.each([false, true])(
    'shows nothing of an account that was exchanged, closed in the same batch: %s',
    (isSameBatch) => {
      const owner = (venueAccountId: string, archives: boolean): TradingFact => ({
        kind: 'account-owner',
        account: ACCOUNT,
        venueAccountId,
        keySavedMs: 1,
        archives,
      });
      write(owner('7', false), ...roundTrip());
      write({ kind: 'equity', account: ACCOUNT, cashUsd: '10000.4', unrealisedUsd: '0' });
      if (!isSameBatch) caughtUp().close();
      write(owner('8', true), ...roundTrip());
      write({ kind: 'equity', account: ACCOUNT, cashUsd: '5000', unrealisedUsd: '0' });
      caughtUp();
      const history = new TradingHistory({ path, log: silentLog() });
      const trades = history.closedTrades('paper');
      expect(trades.ok ? trades.value.map(({ tradeId }) => tradeId) : []).toHaveLength(1);
      expect(trades.ok ? trades.value : []).toEqual(ledger.closedTrades());
      const equity = history.equity({ mode: 'paper', sinceMs: 0 });
      expect(equity.ok ? equity.value.rows.map(({ cashUsd }) => cashUsd) : []).toEqual(['5000']);
      expect(allRows()['closed_trade']).toHaveLength(2);
      history.close();
    },
  );

  it('turns the records of a trade into its rows', () => {
    write(...roundTrip(), { kind: 'equity', account: ACCOUNT, cashUsd: '10000.4', unrealisedUsd: '0' });
    write({
      kind: 'event',
      event: 'started',
      severity: 'INFO',
      symbol: null,
      venues: ['OKX'],
      text: 'up',
      data: { a: 1 },
    });
    write({ kind: 'intent', intent: intentOf(9), gates: [], isApproved: false });
    const fold = caughtUp();
    expect(fold.figures).toMatchObject({ lastSeq: 11, behind: 0, failures: 0, reason: null });
    const rows = allRows();
    expect(rows['order_row']).toMatchObject([
      { order_key: 'BYBIT:paper|P1', status: 'filled', cum_qty: '0.01', avg_px: '64000', venue_order_id: 'V1', seq: 4 },
      { order_key: 'BYBIT:paper|P2', status: 'filled', side: 'SELL', seq: 8 },
    ]);
    expect(rows['fill_row']).toHaveLength(2);
    expect(rows['equity_point']).toMatchObject([{ seq: 9, cash_usd: '10000.4' }]);
    expect(rows['audit_event']).toMatchObject([
      { id: 10, event: 'started', venues: 'OKX', payload: '{"text":"up","a":1}' },
    ]);
    expect(rows['audit_trade']).toMatchObject([
      { id: 1 },
      { id: 5 },
      { id: 11, result: '{"status":"blocked","blocks":[]}' },
    ]);
    expect(JSON.parse((rows['audit_trade'] as { result: string }[])[0]?.result ?? '')).toMatchObject({
      status: 'sent',
      orders: [{ client_order_id: 'P1', status: 'filled', filled_qty: '0.01', avg_price: '64000' }],
    });
    const history = new TradingHistory({ path, log: silentLog() });
    expect(history.closedTrades('paper')).toMatchObject({
      ok: true,
      value: [{ side: 'LONG', grossQuote: '1', feesQuote: '0.6' }],
    });
    expect(history.closedTrades('live')).toEqual({ ok: true, value: [] });
    history.close();
  });

  it('makes the same rows of the same journal, in one go, piece by piece, and over restarts', () => {
    const pieces = Array.from({ length: 12 }, roundTrip).flat();
    for (const [at, fact] of pieces.entries()) {
      write(fact);
      if (at % 7 === 0) {
        const fold = caughtUp();
        fold.close();
      }
      if (at % 20 === 19) rotate();
    }
    caughtUp();
    const piecewise = allRows();
    expect(piecewise['closed_trade']).toHaveLength(12);
    const second = join(dataDir, 'second.db');
    copyFileSync(path, second);
    const db = new Database(path);
    db.exec('delete from journal_state');
    db.close();
    const again = caughtUp();
    expect(again.figures.lastSeq).toBe(journal.lastSeq);
    expect(allRows()).toEqual(piecewise);
  });

  it('goes on where it was after a crash between reading and writing, without a row twice or lost', () => {
    write(...roundTrip());
    caughtUp();
    write(...roundTrip());
    // A process that dies here has read the records and written none.
    const dead = openFold();
    dead.start();
    write(...orderFacts('BUY', '65000'));
    const fold = caughtUp();
    expect(fold.figures.lastSeq).toBe(20);
    expect(allRows()['fill_row']).toHaveLength(5);
    expect(allRows()['closed_trade']).toHaveLength(2);
  });

  it('waits for a locked database without holding anything up, and catches up', () => {
    write(...roundTrip());
    const locker = new Database(path);
    locker.exec('begin exclusive');
    const fold = caughtUp();
    write(...roundTrip());
    fold.wake(journal.lastSeq);
    clock.advance(20_000);
    expect(fold.figures).toMatchObject({ lastSeq: 0, behind: 16, reason: expect.stringContaining('locked') });
    expect(fold.figures.failures).toBeGreaterThan(3);
    expect(fold.figures.failures).toBeLessThan(15);
    locker.exec('rollback');
    locker.close();
    clock.advance(6_000);
    expect(fold.figures).toMatchObject({ lastSeq: 16, behind: 0, reason: null });
    expect(allRows()['closed_trade']).toHaveLength(2);
  });

  it('waits for room on a full disk, and catches up', () => {
    const db = new Database(path);
    const pages = db.pragma('page_count', { simple: true }) as number;
    db.close();
    const fold = caughtUp();
    const inner = fold as unknown as { open(): { db: Database.Database } };
    write(...Array.from({ length: 30 }, roundTrip).flat());
    inner.open().db.pragma(`max_page_count = ${pages}`);
    fold.wake(journal.lastSeq);
    clock.advance(1_000);
    expect(fold.figures).toMatchObject({ lastSeq: 0, reason: expect.stringContaining('full') });
    inner.open().db.pragma('max_page_count = 1000000');
    clock.advance(6_000);
    expect(fold.figures).toMatchObject({ lastSeq: 240, behind: 0, reason: null });
    expect(allRows()['closed_trade']).toHaveLength(30);
  });

  it('deletes folded segments but the last three, and none that was not folded', () => {
    for (let at = 0; at < 5; at += 1) {
      write(...roundTrip());
      rotate();
    }
    expect(segmentsOf(folder)).toHaveLength(6);
    const locker = new Database(path);
    locker.exec('begin exclusive');
    const fold = caughtUp();
    expect(segmentsOf(folder)).toHaveLength(6);
    locker.exec('rollback');
    locker.close();
    clock.advance(6_000);
    expect(fold.figures.lastSeq).toBe(40);
    expect(segmentsOf(folder)).toEqual([24, 32, 40].map(nameOf));
    expect(fold.figures.journal).toMatchObject({ segments: 3, deleted: 3, failures: 0 });
    expect(readJournal(folder).checkpoint?.seq).toBe(40);
    write(...roundTrip());
    fold.wake(journal.lastSeq);
    clock.advance(200);
    expect(allRows()['closed_trade']).toHaveLength(6);
  });

  it('leaves half a line for later and a torn one behind', () => {
    write(...orderFacts('BUY', '64000'));
    const fold = caughtUp();
    const [name = ''] = segmentsOf(folder);
    appendFileSync(join(folder, name), '1234abcd {"kind":"event","te');
    fold.wake(5);
    clock.advance(200);
    expect(fold.figures).toMatchObject({ lastSeq: 4, failures: 0 });
    rotate();
    write(...orderFacts('SELL', '64100'));
    fold.wake(journal.lastSeq);
    clock.advance(200);
    expect(fold.figures).toMatchObject({ lastSeq: 8, failures: 0 });
    expect(allRows()['closed_trade']).toHaveLength(1);
  });

  it('saves the closed trades of a journal whose records are gone, and the records that are left', () => {
    write(...roundTrip());
    rotate();
    write(...roundTrip());
    mkdirSync(join(dataDir, 'gone'));
    rmSync(join(folder, '000000000000000.journal'));
    const fold = caughtUp();
    expect(fold.figures).toMatchObject({ lastSeq: 16, reason: null });
    expect(allRows()['closed_trade']).toHaveLength(2);
    expect(allRows()['fill_row']).toHaveLength(2);
  });
});

describe('TradingHistory', () => {
  it('is empty before the engine has made the file, and says so when it can not be read', () => {
    const missing = new TradingHistory({ path: join(dataDir, 'none.db'), log: silentLog() });
    expect(missing.closedTrades('paper')).toEqual({ ok: true, value: [] });
    appendFileSync(join(dataDir, 'broken.db'), 'x'.repeat(5_000));
    const broken = new TradingHistory({ path: join(dataDir, 'broken.db'), log: silentLog() });
    expect(broken.closedTrades('paper')).toMatchObject({ ok: false, error: { code: 'ENGINE_NOT_READY' } });
  });
});
