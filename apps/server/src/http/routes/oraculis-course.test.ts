import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSqlite } from '../../storage/open-test-sqlite.fixture.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from '../../storage/trading-db/trading-schema.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';
import { callsOf } from './calls.fixture.ts';

const AT_MS = 1_800_000_000_000;

let test: TestApp;
beforeEach(async () => {
  test = await startTestApp();
});
afterEach(() => test.close());

describe('the course of Oraculis', () => {
  it('adds up what the chosen arms earned, and tells how widely was tried', async () => {
    const path = join(test.dataDir, 'trading.db');
    await (await openTestSqlite<TradingSchema>(path, TRADING_MIGRATIONS)).destroy();
    const db = new Database(path);
    const insert = db.prepare(`insert into decision_row values (?, ?, ?, 'BTCUSDT', 'traded', null, ?, ?)`);
    const decide = (n: number, chosenArmId: string, propensity: number, nets: Record<string, number> | null): void => {
      const outcome =
        nets === null
          ? null
          : { outcomes: Object.entries(nets).map(([armId, netBps]) => ({ armId, netBps, isFilled: true })) };
      insert.run(
        `d${n}`,
        n,
        AT_MS - 1_000_000 + n * 1_000,
        JSON.stringify({ chosenArmId, propensity }),
        outcome === null ? null : JSON.stringify(outcome),
      );
    };
    decide(1, 'a', 0.75, { a: 10, b: -99 });
    decide(2, 'abstain', 1, { a: 50, b: 50 });
    decide(3, 'b', 0.5, { a: 50, b: -4 });
    decide(4, 'b', 0.5, null);
    db.close();
    const answer = (await callsOf(test, await test.unlock()).get('/api/trading/engine/oraculis/course?days=7')).json();
    expect(answer).toMatchObject({ days: 7, decisions: 4 });
    expect(answer.points.map((each: { cumulative_net_bps: number }) => each.cumulative_net_bps)).toEqual([
      10, 10, 6, 6,
    ]);
    expect(answer.points.map((each: { exploration: number }) => each.exploration)).toEqual([0.25, 0, 0.5, 0.5]);
    expect(answer.points.map((each: { mean_net_bps: number | null }) => each.mean_net_bps)).toEqual([
      10,
      null,
      -4,
      null,
    ]);
  });
});
