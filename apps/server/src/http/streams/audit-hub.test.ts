import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { buildFailedFact, buildIntentFact, buildOrderFact } from '../../audit/audit-facts.fixture.ts';
import { AuditLog } from '../../audit/audit-log.ts';
import { AUDIT_AT_MS, auditEvent, openAuditWorld, type AuditWorld } from '../../audit/audit-world.fixture.ts';
import { pruneAudit } from '../../storage/trading-db/prune-audit.ts';
import { AuditHub, type AuditTaste } from './audit-hub.ts';

/** A response as far as the hub looks at it; `isStalled`: nothing ever leaves its buffer. */
class FakeResponse extends EventEmitter {
  text = '';
  writableLength = 0;
  isStalled = false;
  isDestroyed = false;

  write(text: string): boolean {
    if (this.isStalled) this.writableLength += text.length;
    else this.text += text;
    return true;
  }

  end(): void {
    this.emit('close');
  }

  destroy(): void {
    this.isDestroyed = true;
    this.emit('close');
  }
}

const EVERYTHING: AuditTaste = { kind: 'both', symbol: null, severityMin: 'DEBUG' };

let world: AuditWorld;
let clock: VirtualClock;
let hub: AuditHub;
beforeEach(async () => {
  world = await openAuditWorld();
  clock = new VirtualClock(AUDIT_AT_MS);
  hub = new AuditHub({ reader: world.reader, clock, log: silentLog() });
  clock.advance(200);
});
afterEach(async () => {
  hub.close();
  await world.close();
});

function attach(taste: Partial<AuditTaste> = {}, lastEventId?: string): FakeResponse {
  const response = new FakeResponse();
  const reader = {
    taste: { ...EVERYTHING, ...taste },
    response: response as unknown as ServerResponse,
    isStillAllowed: () => true,
  };
  hub.attach(reader, lastEventId);
  return response;
}

interface Item {
  readonly name: string;
  readonly id: string | null;
  readonly data: { readonly kind: string; readonly id?: number; readonly result?: { readonly status: string } };
}

/** What a browser would see; pings are left out unless they are asked for. */
function items({ text }: FakeResponse, withPings = false): Item[] {
  const all = text
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block): Item => ({
      name: /^event: (.*)$/m.exec(block)?.[1] ?? '',
      id: /^id: (.*)$/m.exec(block)?.[1] ?? null,
      data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '') as Item['data'],
    }));
  return all.filter(({ name }) => withPings || name !== 'ping');
}

const seen = (response: FakeResponse): unknown[] => items(response).map(({ name, data }) => [name, data.id]);

describe('the audit stream', () => {
  it('tells new rows of engine and server within a quarter of a second, and pings', async () => {
    const response = attach();
    world.write([auditEvent({ symbol: 'BTCUSDT' }), buildIntentFact('i1')], clock.nowMs());
    await new AuditLog({ db: world.app, clock, log: silentLog() }).append({
      event: 'command',
      severity: 'INFO',
      payload: {},
    });
    clock.advance(250);
    expect(seen(response)).toEqual([
      ['event', 1],
      ['trade', 2],
      ['event', 1_000_000_000_001],
    ]);
    clock.advance(10_000);
    expect(items(response, true).filter(({ name }) => name === 'ping').length).toBeGreaterThanOrEqual(2);
  });

  it('tells a trade again when its result changed', () => {
    const response = attach({ kind: 'trades' });
    world.write([buildIntentFact('i1')]);
    clock.advance(200);
    world.write([buildOrderFact('i1', 'c1')]);
    clock.advance(200);
    world.write([buildFailedFact('c1')]);
    clock.advance(200);
    expect(items(response).map(({ data }) => [data.id, data.result?.status])).toEqual([
      [1, 'approved'],
      [1, 'sent'],
      [1, 'sent'],
    ]);
  });

  it.each([
    [{ kind: 'trades' }, [4]],
    [{ kind: 'events' }, [1, 2, 3]],
    [{ symbol: 'ETHUSDT' }, [2]],
    [{ severityMin: 'ERROR' }, [3, 4]],
    [{ kind: 'events', severityMin: 'ERROR' }, [3]],
  ] as const)('shows %j only', (taste, expected) => {
    const response = attach(taste);
    world.write([
      auditEvent({ symbol: 'BTCUSDT' }),
      auditEvent({ symbol: 'ETHUSDT' }),
      auditEvent({ severity: 'CRITICAL' }),
      buildIntentFact('i'),
    ]);
    clock.advance(200);
    expect(items(response).map(({ data }) => data.id)).toEqual(expected);
  });

  it('fills in exactly what a reader missed, by the last id it saw', () => {
    const first = attach();
    world.write([auditEvent(), auditEvent()]);
    clock.advance(200);
    const lastId = items(first, true).findLast(({ id }) => id !== null)?.id ?? '';
    first.end();
    world.write([auditEvent(), buildIntentFact('i1'), auditEvent()]);
    const back = attach({}, lastId);
    world.write([auditEvent()]);
    clock.advance(200);
    expect(seen(back)).toEqual([
      ['event', 3],
      ['trade', 4],
      ['event', 5],
      ['event', 6],
    ]);
  });

  it('fills in a bounded number and says that there is a gap, then goes on live', () => {
    world.write(Array.from({ length: 1_500 }, () => auditEvent()));
    const response = attach({}, '0.1000000000000');
    world.write([auditEvent()]);
    clock.advance(200);
    const names = items(response).map(({ name }) => name);
    expect(names.filter((name) => name === 'event')).toHaveLength(1_001);
    expect(names.indexOf('gap')).toBe(1_000);
    expect(seen(response).at(-1)).toEqual(['event', 1_501]);
  });

  it('says that there is a gap when what was missed is kept no longer', () => {
    world.write([auditEvent(), auditEvent(), auditEvent()]);
    pruneAudit(world.trading, AUDIT_AT_MS + 1, AUDIT_AT_MS);
    world.write([auditEvent()], AUDIT_AT_MS + 5);
    expect(seen(attach({}, '1.1000000000000')).map((item) => (item as string[])[0])).toEqual(['gap', 'event']);
  });

  it.each(['x', '1', '-1.2', '9'.repeat(40), ''])(
    'goes on live for the id %j, and tells of a gap where there is one that is none of ours',
    (lastEventId) => {
      world.write([auditEvent()]);
      clock.advance(200);
      expect(seen(attach({}, lastEventId)).map((item) => (item as string[])[0])).toEqual(
        lastEventId === '' ? [] : ['gap'],
      );
    },
  );

  it('drops a reader that does not read, and no other', () => {
    const stalled = attach();
    stalled.isStalled = true;
    const healthy = attach();
    for (let n = 0; n < 300 && !stalled.isDestroyed; n += 1) {
      world.write([auditEvent({ data: { filler: 'x'.repeat(20_000) } })]);
      clock.advance(200);
    }
    expect([stalled.isDestroyed, healthy.isDestroyed, hub.dropped, hub.size]).toEqual([true, false, 1, 1]);
    expect(stalled.writableLength).toBeLessThan(1_200_000);
  });

  it('ends with the gate session', () => {
    const response = new FakeResponse();
    hub.attach(
      { taste: EVERYTHING, response: response as unknown as ServerResponse, isStillAllowed: () => false },
      undefined,
    );
    clock.advance(10_000);
    expect(hub.size).toBe(0);
  });
});
