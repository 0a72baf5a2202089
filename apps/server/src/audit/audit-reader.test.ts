import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TradingFact, Venue } from '@riptide/core/domain';
import { silentLog } from '@riptide/core/kernel';
import {
  countSql,
  followingSql,
  pageSql,
  tallySql,
  valuesOf,
  type AuditFilter,
  type AuditKind,
} from '../storage/audit/audit-filter.ts';
import { buildIntentFact } from './audit-facts.fixture.ts';
import { AuditReader, type AuditPlace, type AuditRead, type AuditRow } from './audit-reader.ts';
import { AUDIT_AT_MS, auditEvent, openAuditWorld, type AuditWorld } from './audit-world.fixture.ts';

const DAY_MS = 86_400_000;
const NO_FILTER: AuditFilter = { sinceMs: null, untilMs: null, symbol: null, venues: null, severities: null };

let world: AuditWorld;
beforeEach(async () => {
  world = await openAuditWorld();
});
afterEach(() => world.close());

const event = (symbol: string | null, venues: readonly Venue[]): TradingFact => auditEvent({ symbol, venues });

function ids(more: Partial<AuditFilter & { limit: number; offset: number }> = {}, kind: AuditKind = 'event'): number[] {
  const page = world.reader.page(kind, { ...NO_FILTER, limit: 50, offset: 0, ...more });
  if (!page.ok) throw new Error(page.error.code);
  return [page.value.total, ...page.value.rows.map(({ id }) => id)];
}

describe('AuditReader', () => {
  it('filters literally, newest first, in pages', () => {
    world.write([event('BTCUSDT', ['OKX', 'BYBIT']), event('ETHUSDT', ['OKX']), event(null, [])]);
    expect(ids()).toEqual([3, 3, 2, 1]);
    expect(ids({ limit: 1, offset: 1 })).toEqual([3, 2]);
    expect(ids({ limit: 5, offset: 3 })).toEqual([3]);
    expect(ids({ symbol: 'BTCUSDT' })).toEqual([1, 1]);
    expect(ids({ symbol: '%' })).toEqual([0]);
    expect(ids({ venues: ['BYBIT'] })).toEqual([1, 1]);
    expect(ids({ sinceMs: AUDIT_AT_MS + 1 })).toEqual([0]);
    expect(ids({ sinceMs: AUDIT_AT_MS, untilMs: AUDIT_AT_MS })).toEqual([3, 3, 2, 1]);
    expect(world.reader.row('event', 2)).toMatchObject({ ok: true, value: { id: 2, symbol: 'ETHUSDT' } });
    expect(world.reader.row('event', 99)).toEqual({ ok: true, value: null });
    expect(world.reader.row('trade', 2)).toEqual({ ok: true, value: null });
  });

  it('counts truly and pages truly over any days, whatever the range cuts', () => {
    const all: { id: number; atMs: number; symbol: string }[] = [];
    for (let n = 0; n < 300; n += 1) {
      const atMs = AUDIT_AT_MS + n * 3_600_000 - (n % 7) * 1_800_000;
      const symbol = n % 3 === 0 ? 'BTCUSDT' : 'ETHUSDT';
      const [record] = world.write([auditEvent({ symbol, venues: n % 2 === 0 ? ['OKX'] : ['BYBIT', 'OKX'] })], atMs);
      all.push({ id: record?.seq ?? 0, atMs, symbol });
    }
    all.sort((a, b) => b.atMs - a.atMs || b.id - a.id);
    const ranges = [
      [null, null],
      [AUDIT_AT_MS + 5_000_000, null],
      [null, AUDIT_AT_MS + 200 * 3_600_000 + 17],
      [AUDIT_AT_MS + DAY_MS, AUDIT_AT_MS + 9 * DAY_MS - 1],
      [AUDIT_AT_MS + 30_000_000, AUDIT_AT_MS + 31_000_000],
    ] as const;
    for (const [sinceMs, untilMs] of ranges) {
      for (const symbol of [null, 'BTCUSDT']) {
        const expected = all
          .filter(({ atMs }) => atMs >= (sinceMs ?? 0) && atMs <= (untilMs ?? Infinity))
          .filter((row) => symbol === null || row.symbol === symbol)
          .map(({ id }) => id);
        for (const offset of [0, 1, 40, 111, 299]) {
          const got = ids({ sinceMs, untilMs, symbol, limit: 20, offset });
          expect(got).toEqual([expected.length, ...expected.slice(offset, offset + 20)]);
        }
      }
    }
  });

  it('goes through all rows from place to place, each once', () => {
    world.write(Array.from({ length: 25 }, () => auditEvent()));
    const seen: number[] = [];
    let after: AuditPlace | null = null;
    for (;;) {
      const part: AuditRead<readonly AuditRow[]> = world.reader.following('event', NO_FILTER, { after, limit: 7 });
      if (!part.ok) throw new Error(part.error.code);
      const last = part.value.at(-1);
      if (last === undefined) break;
      seen.push(...part.value.map(({ id }) => id));
      after = { createdMs: last.created_ms, id: last.id };
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => 25 - n));
  });

  it('shows a trade with its newest result, and tells it again on the tail when that changed', () => {
    world.write([buildIntentFact('i1')]);
    const first = world.reader.after({ engineId: 0, serverId: 0 }, 10);
    expect(first).toMatchObject({ ok: true, value: { rows: [{ kind: 'trade', row: { id: 1 } }], hasMore: false } });
    expect(ids({}, 'trade')).toEqual([1, 1]);
    expect(ids({ symbol: 'ETHUSDT' }, 'trade')).toEqual([0]);
  });

  it('shows only the rows of the server before the engine has made its file', async () => {
    const reader = new AuditReader({
      appPath: world.appPath,
      tradingPath: '/nonexistent/trading.db',
      log: silentLog(),
    });
    expect(reader.page('event', { ...NO_FILTER, limit: 5, offset: 0 })).toEqual({
      ok: true,
      value: { rows: [], total: 0 },
    });
    expect(reader.page('trade', { ...NO_FILTER, limit: 5, offset: 0 })).toEqual({
      ok: true,
      value: { rows: [], total: 0 },
    });
    reader.close();
  });

  it('says that it can not read, never that there is nothing', () => {
    const broken = join(world.dataDir, 'broken.db');
    writeFileSync(broken, 'x'.repeat(5_000));
    const reader = new AuditReader({
      appPath: broken,
      tradingPath: world.tradingPath,
      log: silentLog(),
    });
    expect(reader.row('event', 1)).toMatchObject({ ok: false, error: { code: 'ENGINE_NOT_READY' } });
  });
});

describe('the statements of the lists', () => {
  const filters: AuditFilter[] = [];
  for (const symbol of [null, 'BTCUSDT'])
    for (const venues of [null, ['OKX'], ['OKX', 'BYBIT']])
      for (const severities of [null, ['ERROR']]) filters.push({ ...NO_FILTER, symbol, venues, severities });

  it('never walk over a whole table: every access enters an index by its first columns', () => {
    const { trading } = world;
    trading.prepare('attach ? as trading').run(world.tradingPath);
    const plan = (statement: string, values: object): string[] =>
      (trading.prepare(`explain query plan ${statement}`).all(values) as { detail: string }[]).map(
        ({ detail }) => detail,
      );
    for (const filter of filters) {
      for (const kind of ['trade', 'event'] as const) {
        const sides = ['trading'] as const;
        const values = valuesOf(filter);
        const more = { limit: 50, offset: 10, lastMs: 5, lastId: 5, kind, firstDay: 0, lastDay: 9 };
        const statements = [
          pageSql(sides, kind, filter),
          pageSql(['trading', 'main'], kind, filter),
          followingSql(sides, kind, filter),
          followingSql(['main', 'trading'], kind, filter),
          countSql('trading', kind, filter),
          tallySql('trading', filter, kind),
        ];
        for (const statement of statements) {
          const details = plan(statement, { ...values, ...more });
          expect([statement, details.filter((detail) => detail.startsWith('SCAN'))]).toEqual([statement, []]);
          // The tally is small and is ordered by day after it is summed; nothing else is sorted.
          if (!statement.includes('audit_tally')) {
            expect(details.join()).toMatch(/USING COVERING INDEX audit_/);
            expect(details.join()).not.toMatch(/TEMP B-TREE/);
          }
        }
      }
    }
    for (const statement of [
      'select * from trading.audit_event where id = 5',
      'select * from trading.audit_event where id > 5 order by id limit 5',
      "select id from trading.audit_trade where intent_id = 'x'",
    ])
      expect(plan(statement, {}).join()).toMatch(/^SEARCH/);
  });
});
