import Database from 'better-sqlite3';
import { buildArbTrade, buildRound } from '../../apps/server/src/link/arbitrage-values.fixture.ts';
import { buildDecisionRow } from '../../apps/server/src/link/sniping-values.fixture.ts';

const VENUES = ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'] as const;
const DAY_MS = 86_400_000;

export interface HistorySize {
  readonly trades: number;
  readonly decisions: number;
  readonly arbitrages: number;
  readonly equityPoints: number;
  readonly nowMs: number;
}

/** Fills `trading.db` with a year of closed trades, their orders and fills, decisions, arbitrages and equity; the same every time. */
export function fillHistory(path: string, size: HistorySize): void {
  const db = new Database(path);
  db.pragma('synchronous = off');
  db.transaction(() => {
    fillTrades(db, size);
    fillCourses(db, size);
    db.prepare('insert or replace into journal_state values (1, ?, ?)').run(size.trades * 3, size.nowMs);
  })();
  db.pragma('wal_checkpoint(truncate)');
  db.close();
}

function fillTrades(db: Database.Database, { trades, nowMs }: HistorySize): void {
  const addTrade = db.prepare('insert into closed_trade values (?, ?, ?, ?, ?, ?, ?, ?)');
  const addFill = db.prepare(`insert into fill_row values (${Array(15).fill('?').join()})`);
  const addOrder = db.prepare(`insert into order_row values (${Array(22).fill('?').join()})`);
  for (let n = 0; n < trades; n += 1) {
    const venue = VENUES[n % 4] ?? 'OKX';
    const account = `${venue}:paper`;
    const symbol = n % 3 === 0 ? 'BTCUSDT' : `COIN${n % 50}USDT`;
    const instrumentId = `${symbol}.PERP.${venue}`;
    const closeMs = nowMs - Math.floor(((trades - n) * 365 * DAY_MS) / trades);
    const openMs = closeMs - 60_000;
    const source = n % 5 === 0 ? 'operator' : 'sniping';
    const tradeId = `${account}|${instrumentId}|${n}`;
    const trade = {
      tradeId,
      account,
      instrumentId,
      quoteAsset: 'USDT',
      side: n % 2 === 0 ? 'LONG' : 'SHORT',
      openMs,
      closeMs,
      holdMs: closeMs - openMs,
      qtyBase: '0.01',
      avgEntryPx: '64000',
      avgExitPx: '64100',
      grossQuote: String((n % 21) - 10),
      feesQuote: '0.6',
      otherFees: [],
      fundingQuote: '-0.1',
      otherQuote: '0',
      source,
      entryOrders: 1,
    };
    addTrade.run(tradeId, n * 3, account, 'paper', symbol, source, closeMs, JSON.stringify(trade));
    for (const [at, side, ms] of [
      [0, 'buy', openMs],
      [1, 'sell', closeMs],
    ] as const) {
      const id = `${n}-${at}`;
      addOrder.run(
        `${account}|c${id}`,
        n * 3 + at,
        account,
        `c${id}`,
        `v${id}`,
        `i${n}`,
        source,
        at === 0 ? 'entry' : 'exit',
        instrumentId,
        symbol,
        side,
        'limit',
        'ioc',
        '0.01',
        '64000',
        null,
        'filled',
        '0.01',
        '64000',
        null,
        ms,
        ms,
      );
      addFill.run(
        account,
        instrumentId,
        `f${id}`,
        n * 3 + at,
        symbol,
        `v${id}`,
        `c${id}`,
        side,
        '64000',
        '0.01',
        '0.3',
        'USDT',
        'taker',
        'order',
        ms,
      );
    }
  }
}

function fillCourses(db: Database.Database, { decisions, arbitrages, equityPoints, nowMs }: HistorySize): void {
  const addDecision = db.prepare('insert into decision_row values (?, ?, ?, ?, ?, null, ?, null)');
  const decision = buildDecisionRow();
  for (let n = 0; n < decisions; n += 1) {
    const atMs = nowMs - (decisions - n) * 60_000;
    const decisionId = `d${String(n).padStart(11, '0')}`;
    addDecision.run(
      decisionId,
      n,
      atMs,
      n % 3 === 0 ? 'BTCUSDT' : `COIN${n % 50}USDT`,
      n % 4 === 0 ? 'enter' : 'blocked',
      JSON.stringify({ ...decision, decisionId, atMs }),
    );
  }
  const addArbitrage = db.prepare('insert into arbitrage_row values (?, ?, ?, ?, ?, ?)');
  const addRound = db.prepare('insert into carry_round_row values (?, ?, ?, ?, ?)');
  for (let n = 0; n < arbitrages; n += 1) {
    const startedMs = nowMs - (arbitrages - n) * 60_000;
    const arbId = `a${String(n).padStart(11, '0')}`;
    addArbitrage.run(
      arbId,
      n,
      startedMs,
      'BTCUSDT',
      'closed',
      JSON.stringify({ ...buildArbTrade(), arbId, startedMs, state: 'closed' }),
    );
    const roundId = `r${String(n).padStart(11, '0')}`;
    addRound.run(
      roundId,
      n,
      startedMs,
      'closed',
      JSON.stringify({ ...buildRound(), roundId, createdMs: startedMs, state: 'closed' }),
    );
  }
  const addPoint = db.prepare('insert into equity_point values (?, ?, ?, ?, ?)');
  for (let n = 0; n < equityPoints; n += 1)
    addPoint.run(
      n,
      nowMs - Math.floor((equityPoints - n) / 4) * 60_000,
      `${VENUES[n % 4]}:paper`,
      String(10_000 + (n % 97)),
      '0',
    );
}
