import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildFailedFact, buildIntentFact, buildOrderFact } from '../../audit/audit-facts.fixture.ts';
import { AUDIT_AT_MS, auditEvent, openAuditWorld, type AuditWorld } from '../../audit/audit-world.fixture.ts';
import { pruneAudit } from '../trading-db/prune-audit.ts';
import { verifyChain, type ChainReport } from './verify-chain.ts';

let world: AuditWorld;
beforeEach(async () => {
  world = await openAuditWorld();
});
afterEach(() => world.close());

const whole = { fromId: null, toId: null };
const verify = (range: { fromId: number | null; toId: number | null } = whole): ChainReport =>
  verifyChain(world.trading, range);

/** 40 records: events, wishes, their orders and what became of them; four ways to a row, ids 1 to 40. */
function fill(atMs = AUDIT_AT_MS, name = 'i'): void {
  for (let n = 0; n < 10; n += 1) {
    const facts = [
      auditEvent({ symbol: 'BTCUSDT' }),
      buildIntentFact(`${name}${n}`),
      buildOrderFact(`${name}${n}`, `${name}c${n}`),
      buildFailedFact(`${name}c${n}`),
    ];
    world.write(facts, atMs + n * 1_000);
  }
}

describe('the chain', () => {
  it('holds over events, wishes and every result of them, whole and in ranges', () => {
    fill();
    expect(verify()).toMatchObject({ rows: 40, firstId: 1, lastId: 40, pruned: 0, firstBreak: null });
    for (const [fromId, toId] of [
      [7, 19],
      [40, 40],
      [1, 3],
      [20, null],
    ] as const)
      expect(verify({ fromId, toId }).firstBreak).toBeNull();
    expect(verify({ fromId: 7, toId: 19 }).rows).toBe(13);
    const result = world.trading.prepare('select result from audit_trade where id = 2').get() as { result: string };
    expect(JSON.parse(result.result)).toMatchObject({ status: 'sent', orders: [{ status: 'rejected' }] });
  });

  it.each([
    ['a changed payload', "update audit_event set payload = '{}' where id = 5", 5],
    ['a changed severity', "update audit_event set severity = 'DEBUG' where id = 5", 5],
    ['a changed time', 'update audit_event set created_ms = created_ms + 1 where id = 5', 5],
    ['a changed wish', "update audit_trade set symbol = 'ETHUSDT' where id = 6", 6],
    ['a changed first result', "update audit_trade set first_result = '{}' where id = 6", 6],
    ['a changed later result', "update audit_result set result = '{}' where id = 8", 8],
    ['a removed row', 'delete from audit_event where id = 9', 10],
    ['a changed version', 'update audit_event set version = 2 where id = 5', 5],
    ['rows cut off at the end', 'delete from audit_result where id > 38', 40],
    ['a row that claims to be older', 'update audit_event set id = 50 where id = 5', 6],
    ['another result shown than written', "update audit_trade set result = '{}' where id = 6", 6],
    [
      'a row put in between',
      `insert into audit_event select 6, created_ms, event, severity, symbol, venues, payload, version, hash from audit_event where id = 5`,
      6,
    ],
    ['a text in place of a hash', "update audit_event set hash = 'x' where id = 5", 5],
    ['a number in place of the last hash', 'update audit_head set hash = 1', 40],
    ['a checkpoint without a hash', "insert into audit_checkpoint values (0, 1, 'x', 0)", 1],
    ['counts that are not true', 'update audit_tally set count = count + 1', 0],
  ])('breaks by %s, at the first row that is wrong', (_what, statement, id) => {
    fill();
    world.trading.prepare(statement).run();
    expect(verify().firstBreak).toMatchObject({ id });
  });

  it('finds in a range only what is wrong there', () => {
    fill();
    world.trading.prepare("update audit_event set payload = '{}' where id = 21").run();
    expect(verify({ fromId: 1, toId: 20 }).firstBreak).toBeNull();
    expect(verify({ fromId: 22, toId: 30 }).firstBreak).toBeNull();
    expect(verify({ fromId: 15, toId: 25 }).firstBreak).toMatchObject({ id: 21 });
  });

  it('writes no record twice', () => {
    fill();
    const before = verify();
    const reader = world.reader.page('event', {
      sinceMs: null,
      untilMs: null,
      symbol: null,
      venues: null,
      severities: null,
      limit: 1,
      offset: 0,
    });
    expect(reader).toMatchObject({ ok: true, value: { total: 10 } });
    expect(verify()).toEqual(before);
  });

  it('goes on after retention and vacuum, and tells what was taken away', () => {
    fill();
    fill(AUDIT_AT_MS + 86_400_000, 'j');
    const cutMs = AUDIT_AT_MS + 5_000;
    expect(pruneAudit(world.trading, cutMs, AUDIT_AT_MS + 90_000_000)).toBe(20);
    expect(pruneAudit(world.trading, cutMs, AUDIT_AT_MS + 90_000_000)).toBe(0);
    world.trading.exec('vacuum');
    expect(verify()).toMatchObject({ rows: 60, firstId: 21, pruned: 20, firstBreak: null });
    world.write([auditEvent()], AUDIT_AT_MS + 90_000_000);
    expect(verify()).toMatchObject({ rows: 61, firstBreak: null });
    expect(verify({ fromId: 30, toId: 50 }).firstBreak).toBeNull();
    expect(pruneAudit(world.trading, AUDIT_AT_MS + 8_000, AUDIT_AT_MS + 90_000_000)).toBe(12);
    expect(verify()).toMatchObject({ rows: 49, pruned: 32, firstBreak: null });
    world.trading.prepare('update audit_checkpoint set hash = zeroblob(32)').run();
    expect(verify().firstBreak).toMatchObject({ id: 33 });
  });

  it('takes away only a beginning: a young row keeps those behind it', () => {
    world.write([auditEvent()], AUDIT_AT_MS);
    world.write([auditEvent()], AUDIT_AT_MS + 10_000);
    world.write([auditEvent()], AUDIT_AT_MS);
    expect(pruneAudit(world.trading, AUDIT_AT_MS + 5_000, AUDIT_AT_MS)).toBe(1);
    expect(verify()).toMatchObject({ rows: 2, firstBreak: null });
  });
});
