import { describe, expect, it } from 'vitest';
import { domainError, err, ok, type DomainError, type PlaceAck, type Result } from '../domain/index.ts';
import {
  ACCOUNT,
  approve,
  BTC,
  buildBench,
  buildFill,
  buildReport,
  buildIntent,
  buildPlanned,
  flush,
  GATES_OK,
  pass,
  T0,
  type Bench,
} from './build-execution.fixture.ts';
import { Executor, type SubmitPlan } from './executor.ts';
import { reportOf } from './fake-execution-client.fixture.ts';
import { UnknownResolver } from './unknown-resolver.ts';

interface Scene extends Bench {
  readonly executor: Executor;
  readonly resolver: UnknownResolver;
}

function build(isReconciled = true): Scene {
  const bench = buildBench();
  const resolver = new UnknownResolver(bench.deps, bench.ledger);
  const executor = new Executor({ ...bench.deps, resolver, isReconciled: () => isReconciled });
  return { ...bench, executor, resolver };
}

const PLAN: SubmitPlan = { order: buildPlanned(), gates: GATES_OK };
const ENTRY = approve(buildIntent());
const LOST = domainError('VENUE_TIMEOUT', 'lost', { outcome: 'unknown' });

describe('Executor.submit', () => {
  it('writes intent and order in one go before the first byte leaves', async () => {
    const scene = build();
    let journalled: readonly string[] = [];
    scene.client.onPlace = (order) => {
      journalled = scene.journal.records.map((record) => record.kind);
      return Promise.resolve(ok(scene.client.take(order)));
    };
    const result = await scene.executor.submit(ENTRY, PLAN);
    expect(journalled).toEqual(['intent', 'order']);
    expect(result).toMatchObject({
      ok: true,
      value: { clientOrderId: 'PI100', order: { state: 'open', venueOrderId: 'v-PI100' } },
    });
  });

  it('sends nothing when the journal fails', async () => {
    const scene = build();
    scene.journal.fail();
    const result = await scene.executor.submit(ENTRY, PLAN);
    expect(result).toMatchObject({ ok: false, error: { code: 'RISK_JOURNAL', outcome: 'not-sent' } });
    expect(scene.client.placed).toEqual([]);
  });

  it('sends no entry before the account is reconciled, but lets risk be reduced', async () => {
    const scene = build(false);
    expect(await scene.executor.submit(ENTRY, PLAN)).toMatchObject({ ok: false, error: { code: 'ENGINE_NOT_READY' } });
    const exit = await scene.executor.submit(approve(buildIntent({ role: 'exit' })), {
      order: buildPlanned({ role: 'exit' }),
      gates: [],
    });
    expect(exit.ok).toBe(true);
  });

  it('sends an order only once, however often it is submitted', async () => {
    const scene = build();
    await scene.executor.submit(ENTRY, PLAN);
    expect(await scene.executor.submit(ENTRY, PLAN)).toMatchObject({
      ok: false,
      error: { code: 'ORDER_DUPLICATE_ID' },
    });
    expect(scene.client.placed).toHaveLength(1);
  });

  it('refuses an order that is not the approved one', async () => {
    const scene = build();
    const other = { order: buildPlanned({ side: 'SELL' }), gates: [] };
    expect(await scene.executor.submit(ENTRY, other)).toMatchObject({ ok: false, error: { code: 'INPUT_INVALID' } });
  });

  it('books the fills an answer carries once, also when the stream tells them again', async () => {
    const scene = build();
    scene.client.onPlace = (order) => {
      const report = reportOf(order, { status: 'filled', cumQtyBase: '1', avgPx: '50000' });
      return Promise.resolve(ok({ venueOrderId: report.venueOrderId, report, fills: [buildFill()] }));
    };
    await scene.executor.submit(ENTRY, PLAN);
    scene.deps.facts.append([{ kind: 'fill', account: ACCOUNT, fill: buildFill() }]);
    expect(scene.journal.of('fill')).toHaveLength(1);
    expect(scene.ledger.positionQtyOf(ACCOUNT, BTC.id)).toBe('1');
    expect(scene.store.byKey('PI100')?.state).toBe('filled');
  });

  it('ends an order that the venue refused, alerts once and slows the next entries down', async () => {
    const scene = build();
    scene.client.onPlace = () => Promise.resolve(err(domainError('MARGIN_INSUFFICIENT', 'x')));
    const answers: unknown[] = [];
    for (const intentId of ['I1', 'I2', 'I3']) {
      answers.push(
        await scene.executor.submit(approve(buildIntent({ intentId })), {
          order: buildPlanned({ intentId, clientOrderId: `P${intentId}00` }),
          gates: [],
        }),
      );
    }
    expect(scene.client.placed).toHaveLength(1);
    // The pause is told as what it is: the venue has said nothing of the second and third.
    const paused = {
      code: 'RISK_REFUSAL_PAUSE',
      outcome: 'not-sent',
      retryAfterMs: 2_000,
      detail: `BINANCE refused the last order of ${BTC.id} (MARGIN_INSUFFICIENT); this one was not sent, the next goes in 2 s`,
    };
    expect(answers).toMatchObject([{ error: { code: 'MARGIN_INSUFFICIENT' } }, { error: paused }, { error: paused }]);
    expect(scene.store.byKey('PI100')).toMatchObject({ state: 'rejected', reason: 'MARGIN_INSUFFICIENT' });
    expect(scene.journal.of('event').map((record) => record.event)).toEqual(['order_refused']);
    scene.clock.advance(2_000);
    scene.client.onPlace = (order) => Promise.resolve(ok(scene.client.take(order)));
    const later = { order: buildPlanned({ intentId: 'I4', clientOrderId: 'PI400' }), gates: [] };
    expect((await scene.executor.submit(approve(buildIntent({ intentId: 'I4' })), later)).ok).toBe(true);
    expect(scene.executor.refusals.list()).toEqual([]);
  });

  it.each<{ name: string; answer: () => Promise<Result<PlaceAck, DomainError>> }>([
    { name: 'a lost answer', answer: () => Promise.resolve(err(LOST)) },
    { name: 'an exception', answer: () => Promise.reject(new Error('socket hang up')) },
    {
      name: 'a synchronous throw',
      answer: () => {
        throw new Error('bug');
      },
    },
    {
      name: 'an id the venue knows already',
      answer: () => Promise.resolve(err(domainError('ORDER_DUPLICATE_ID', 'x'))),
    },
  ])('takes $name for unknown, asks, finds the order, and never sends again', async ({ answer }) => {
    const scene = build();
    scene.client.onPlace = (order) => {
      scene.client.take(order);
      return answer();
    };
    const result = await scene.executor.submit(ENTRY, PLAN);
    expect(result).toMatchObject({ ok: false, error: { code: 'ORDER_OUTCOME_UNKNOWN', outcome: 'unknown' } });
    expect(scene.store.byKey('PI100')?.state).toBe('unknown');
    expect(scene.conditions.list()).toMatchObject([{ key: 'unknown-order:PI100', kind: 'unknown-order' }]);
    await pass(scene.clock, 1_000);
    expect(scene.store.byKey('PI100')?.state).toBe('open');
    expect(scene.conditions.list()).toEqual([]);
    expect(scene.client.placed).toHaveLength(1);
  });

  it('asks after 1.5 s without an answer and takes the order for unknown after 3 s', async () => {
    const scene = build();
    scene.client.onPlace = () => new Promise(() => undefined);
    const submitted = scene.executor.submit(ENTRY, PLAN);
    await pass(scene.clock, 1_450);
    expect(scene.client.queried).toHaveLength(0);
    await pass(scene.clock, 100);
    expect(scene.client.queried).toHaveLength(1);
    await pass(scene.clock, 1_500);
    expect(await submitted).toMatchObject({ ok: false, error: { code: 'ORDER_OUTCOME_UNKNOWN' } });
    expect(scene.store.byKey('PI100')?.state).toBe('unknown');
  });

  it('books an answer that comes after the deadline', async () => {
    const scene = build();
    let answerLate: (result: Result<PlaceAck, DomainError>) => void = () => undefined;
    scene.client.onPlace = () => new Promise((resolve) => (answerLate = resolve));
    const submitted = scene.executor.submit(ENTRY, PLAN);
    await pass(scene.clock, 3_100);
    await submitted;
    answerLate(ok({ venueOrderId: 'late', report: null, fills: [] }));
    await flush();
    expect(scene.store.byKey('PI100')).toMatchObject({ state: 'open', venueOrderId: 'late' });
    await pass(scene.clock, 300);
    expect(scene.conditions.list()).toEqual([]);
  });

  it('takes the stream for the answer when the call fails after it', async () => {
    const scene = build();
    scene.client.onPlace = (order) => {
      const report = reportOf(order, { status: 'expired', updatedMs: T0 });
      scene.deps.facts.append([{ kind: 'order-report', account: ACCOUNT, report, source: 'stream' }]);
      return Promise.resolve(err(LOST));
    };
    expect(await scene.executor.submit(ENTRY, PLAN)).toMatchObject({
      ok: true,
      value: { order: { state: 'expired' } },
    });
    expect(scene.resolver.pending()).toEqual([]);
  });

  it('finds the order again when the acknowledgement could not be written down', async () => {
    const scene = build();
    scene.client.onPlace = (order) => {
      scene.journal.fail();
      return Promise.resolve(ok(scene.client.take(order)));
    };
    await scene.executor.submit(ENTRY, PLAN);
    expect(scene.store.byKey('PI100')?.state).toBe('sent');
    scene.journal.error = null;
    await pass(scene.clock, 1_000);
    expect(scene.store.byKey('PI100')?.state).toBe('open');
    expect(scene.conditions.list()).toEqual([]);
  });
});

describe('UnknownResolver', () => {
  async function submitLost(scene: Scene): Promise<void> {
    scene.client.onPlace = () => Promise.resolve(err(LOST));
    await scene.executor.submit(ENTRY, PLAN);
  }

  it('finds its order behind a fill that names only the venue, though the order is denied by our id', async () => {
    const scene = build();
    await submitLost(scene);
    const filled = buildReport({ status: 'filled', cumQtyBase: '1', venueOrderId: '77' });
    scene.client.onQuery = (ref) => ok(ref.clientOrderId === null && ref.venueOrderId === '77' ? filled : null);
    scene.client.fillList = [buildFill({ clientOrderId: null, venueOrderId: '77', venueMs: T0 + 100 })];
    await pass(scene.clock, 12_000);
    expect(scene.store.byKey('PI100')).toMatchObject({ state: 'filled', filledQtyBase: '1' });
    expect(scene.journal.of('fill').map(({ fill }) => fill.clientOrderId)).toEqual(['PI100']);
    expect(scene.journal.of('order-absent')).toEqual([]);
  });

  it("books no fill as nobody's while the venue denies the very order it filled", async () => {
    const scene = build();
    await submitLost(scene);
    scene.client.onQuery = () => ok(null);
    scene.client.fillList = [buildFill({ clientOrderId: null, venueOrderId: '77', venueMs: T0 + 100 })];
    await pass(scene.clock, 20_000);
    expect(scene.journal.of('fill')).toEqual([]);
    expect(scene.store.byKey('PI100')?.state).toBe('unknown');
  });

  it('holds an order for absent only after several denials over five seconds', async () => {
    const scene = build();
    await submitLost(scene);
    await pass(scene.clock, 5_000);
    expect(scene.client.queried.length).toBeGreaterThanOrEqual(3);
    expect(scene.store.byKey('PI100')?.state).toBe('unknown');
    await pass(scene.clock, 5_000);
    expect(scene.store.byKey('PI100')?.state).toBe('absent');
    expect(scene.journal.of('order-absent')).toHaveLength(1);
    expect(scene.conditions.list()).toEqual([]);
  });

  it.each(['positions', 'fills'])('never holds an order for absent while %s can not be read', async (call) => {
    const scene = build();
    scene.client.failing.set(call, LOST);
    await submitLost(scene);
    await pass(scene.clock, 120_000, 250);
    expect(scene.store.byKey('PI100')?.state).toBe('unknown');
    expect(scene.conditions.list()).toHaveLength(1);
    scene.client.failing.clear();
    await pass(scene.clock, 31_000, 250);
    expect(scene.store.byKey('PI100')?.state).toBe('absent');
  });

  it('does not hold an order for absent while the position differs from our fills', async () => {
    const scene = build();
    scene.client.positionList = [buildPosition('1')];
    await submitLost(scene);
    await pass(scene.clock, 60_000, 250);
    expect(scene.store.byKey('PI100')?.state).toBe('unknown');
  });

  it('finds the order by its fill when the venue denies it by name', async () => {
    const scene = build();
    scene.client.fillList = [buildFill({ venueMs: T0 + 100 })];
    await submitLost(scene);
    await pass(scene.clock, 10_000);
    expect(scene.store.byKey('PI100')).toMatchObject({ state: 'filled', filledQtyBase: '1' });
    expect(scene.conditions.list()).toEqual([]);
  });

  it('goes on asking a venue that is down, and obeys its pauses', async () => {
    const scene = build();
    scene.client.failing.set(
      'queryOrder',
      domainError('VENUE_RATE_LIMITED', 'x', { outcome: 'unknown', retryAfterMs: 20_000 }),
    );
    await submitLost(scene);
    await pass(scene.clock, 19_000, 250);
    expect(scene.client.queried).toHaveLength(1);
    scene.client.failing.clear();
    scene.client.take({ ...scene.client.placed[0]! });
    await pass(scene.clock, 2_000, 250);
    expect(scene.store.byKey('PI100')?.state).toBe('open');
  });

  it('ends an order within ten seconds of the first denial by a venue that failed for long', async () => {
    const scene = build();
    scene.client.failing.set('queryOrder', domainError('VENUE_ERROR_UNMAPPED', 'status=503', { outcome: 'unknown' }));
    await submitLost(scene);
    await pass(scene.clock, 38_000, 250);
    scene.client.failing.clear();
    await pass(scene.clock, 4_000, 250);
    expect(scene.store.byKey('PI100')?.state).toBe('unknown');
    await pass(scene.clock, 6_000, 250);
    expect(scene.store.byKey('PI100')?.state).toBe('absent');
  });

  it('asks after a restart about every order that the journal left open', async () => {
    const scene = build();
    scene.deps.facts.append([{ kind: 'order', order: buildPlanned() }]);
    expect(scene.resolver.resume()).toBe(1);
    expect(scene.conditions.list()).toHaveLength(1);
    await pass(scene.clock, 10_000);
    expect(scene.store.byKey('PI100')?.state).toBe('absent');
  });
});

describe('Executor.cancel', () => {
  it('leaves the end of the order to the venue', async () => {
    const scene = build();
    await scene.executor.submit(ENTRY, PLAN);
    scene.client.onCancel = () => ok({ kind: 'accepted', report: null });
    await scene.executor.cancel('PI100', 'asked');
    expect(scene.store.byKey('PI100')).toMatchObject({ state: 'open', isCancelAsked: true });
    scene.client.orders.set(
      'PI100',
      reportOf(scene.client.placed[0]!, { status: 'filled', cumQtyBase: '1', updatedMs: T0 + 5 }),
    );
    await pass(scene.clock, 1_600);
    expect(scene.store.byKey('PI100')?.state).toBe('filled');
  });

  it('asks for the end of an order that the venue calls final', async () => {
    const scene = build();
    await scene.executor.submit(ENTRY, PLAN);
    scene.client.orders.set(
      'PI100',
      reportOf(scene.client.placed[0]!, { status: 'filled', cumQtyBase: '1', updatedMs: T0 + 5 }),
    );
    expect(await scene.executor.cancel('PI100', 'asked')).toEqual(ok(null));
    await flush();
    expect(scene.store.byKey('PI100')?.state).toBe('filled');
  });

  it('cancels although the journal fails', async () => {
    const scene = build();
    await scene.executor.submit(ENTRY, PLAN);
    scene.journal.fail();
    expect((await scene.executor.cancel('PI100', 'asked')).ok).toBe(true);
    expect(scene.client.cancelled).toHaveLength(1);
  });

  it('cancels every order of ours that matches and tells which failed', async () => {
    const scene = build();
    await scene.executor.submit(ENTRY, PLAN);
    await scene.executor.submit(approve(buildIntent({ intentId: 'I2' })), {
      order: buildPlanned({ intentId: 'I2' }),
      gates: [],
    });
    scene.client.onCancel = (ref) =>
      ref.clientOrderId === 'PI200' ? err(LOST) : ok({ kind: 'accepted', report: null });
    const failures = await scene.executor.cancelWhere((order) => order.role === 'entry', 'kill switch');
    expect([...failures.keys()]).toEqual(['PI200']);
  });
});

function buildPosition(qtyBase: string) {
  return {
    instrumentId: BTC.id,
    qtyBase,
    entryPx: '50000',
    markPx: '50000',
    unrealisedUsd: '0',
    leverage: 1,
    marginMode: 'isolated',
    liquidationPx: null,
    marginUsd: null,
    adlRank: null,
    updatedMs: T0,
  } as const;
}
