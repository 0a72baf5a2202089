import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok, type ArbTrade, type CarryRound, type TradingRecord } from '@riptide/core/domain';
import { buildArbitrage, buildClosedArbTrade, buildRound } from '../../link/arbitrage-values.fixture.ts';
import { openTestSqlite } from '../../storage/open-test-sqlite.fixture.ts';
import { RecordRows } from '../../storage/trading-db/record-rows.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from '../../storage/trading-db/trading-schema.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';
import { callsOf } from './calls.fixture.ts';

const AT_MS = 1_800_000_000_000;
const PAST = 30;
/** Of the newest, what the engine still holds. */
const HELD = 7;

let test: TestApp;
let cookie = '';

const idOf = (letter: string, n: number) => `${letter}${String(n).padStart(11, '0')}`;
const trade = (n: number): ArbTrade => ({
  ...buildClosedArbTrade(),
  arbId: idOf('a', n),
  startedMs: AT_MS + Math.floor(n / 2),
});
const round = (n: number): CarryRound => ({
  ...buildRound({ state: 'closed' }),
  roundId: idOf('r', n),
  createdMs: AT_MS + Math.floor(n / 2),
  result: buildClosedArbTrade().result,
});

async function fold(): Promise<void> {
  const path = join(test.dataDir, 'trading.db');
  await (await openTestSqlite<TradingSchema>(path, TRADING_MIGRATIONS)).destroy();
  const db = new Database(path);
  const rows = new RecordRows(db);
  for (let n = 0; n < PAST; n += 1) {
    const at = { seq: n + 1, atMs: AT_MS };
    rows.write({ kind: 'arb', trade: trade(n), ...at } as TradingRecord);
    rows.write({ kind: 'carry-round', round: round(n), ...at } as TradingRecord);
  }
  db.close();
}

beforeEach(async () => {
  test = await startTestApp();
  fillTestEngine(test);
  await fold();
  const held = Array.from({ length: HELD }, (_, at) => PAST - 1 - at);
  const closed = held.map((n) => ({ ...buildRound(), ...round(n) }));
  const open = buildRound({ roundId: idOf('r', PAST) });
  test.link.update(['arbitrage', 'state', buildArbitrage({ rounds: [open, ...closed] })]);
  test.link.answer = (_, request) => {
    const { arbId, beforeMs = Infinity, limit } = request as { arbId?: string; beforeMs?: number; limit: number };
    const found = held
      .map((n) => ({ ...buildClosedArbTrade(), ...trade(n) }))
      .filter((each) => (arbId === undefined || each.arbId === arbId) && each.startedMs < beforeMs);
    return ok({ trades: found.slice(0, limit), total: found.length });
  };
  cookie = await test.unlock();
});
afterEach(() => test.close());

async function pagesOf(path: string, list: 'executions' | 'rounds', at: 'started_at' | 'created_at') {
  const seen: string[] = [];
  for (let before = ''; ;) {
    const answer = (await callsOf(test, cookie).get(`/api/arbitrage/${path}?limit=5${before}`)).json();
    const page = answer[list] as readonly { readonly id: string; readonly [field: string]: unknown }[];
    if (page.length === 0) return { seen, total: answer.total as number };
    seen.push(...page.map(({ id }) => id));
    before = `&before=${String(page.at(-1)?.[at])}`;
  }
}

describe('what is older than the engine holds', () => {
  it('is paged through with the executions, each once', async () => {
    const { seen, total } = await pagesOf('executions', 'executions', 'started_at');
    expect(seen).toEqual(Array.from({ length: PAST }, (_, n) => idOf('a', PAST - 1 - n)));
    expect(total).toBe(PAST);
  });

  it('is found by its id', async () => {
    const answer = await callsOf(test, cookie).get(`/api/arbitrage/executions/${idOf('a', 1)}`);
    expect(answer.json().execution).toMatchObject({ id: idOf('a', 1), result: { net_usd: 0.3062 } });
    expect((await callsOf(test, cookie).get(`/api/arbitrage/executions/${idOf('a', 99)}`)).statusCode).toBe(404);
  });

  it('is paged through with the rounds, open ones first, with its result', async () => {
    const { seen, total } = await pagesOf('rounds', 'rounds', 'created_at');
    expect(seen).toEqual(Array.from({ length: PAST + 1 }, (_, n) => idOf('r', PAST - n)));
    expect(total).toBe(PAST + 1);
    const { rounds } = (await callsOf(test, cookie).get('/api/arbitrage/rounds?limit=200')).json();
    expect(rounds.at(-1)).toMatchObject({ id: idOf('r', 0), net_usd: 0.3062, result: { net_usd: 0.3062 } });
  });
});
