import * as contracts from '@riptide/contracts';
import { domainError, err } from '@riptide/core/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLASSED_CALLS, callClassOf } from '../call-classes.ts';
import { answerArbitrageCall, fillTestArbitrage } from '../fill-test-arbitrage.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';
import { KEY_KEPT_MS } from './once-hook.ts';

const URL = '/api/trading/execute_live';
const ORDER = { symbol: 'BTCUSDT', mode: 'arb', venues: ['OKX', 'BYBIT'] };

let test: TestApp;
let cookie = '';
beforeEach(async () => {
  test = await startTestApp();
  fillTestEngine(test);
  fillTestArbitrage(test);
  test.link.answer = answerArbitrageCall;
  cookie = await test.unlock();
});
afterEach(() => test.close());

const execute = (key: string, payload: object = ORDER) =>
  test.app.inject({ method: 'POST', url: URL, headers: { cookie, 'idempotency-key': key }, payload });
const sent = () => test.link.sent.filter(({ name }) => name === 'arb-execute').length;
const isRepeat = (answer: Awaited<ReturnType<typeof execute>>) => answer.headers['idempotency-replayed'] === 'true';

describe('a command with a key', () => {
  it('is carried out once and answered the same each time', async () => {
    const first = await execute('key-00000001');
    const second = await execute('key-00000001');
    expect([first.statusCode, isRepeat(first), isRepeat(second), sent()]).toEqual([200, false, true, 1]);
    expect([second.statusCode, second.body]).toEqual([200, first.body]);
    expect(isRepeat(await execute('key-00000002'))).toBe(false);
    expect(sent()).toBe(2);
  });

  it('is refused again in the same words where it was refused', async () => {
    test.link.answer = () => err(domainError('RISK_KILL_SWITCH', 'x', { outcome: 'not-sent' }));
    const first = await execute('key-00000001');
    test.link.answer = answerArbitrageCall;
    const second = await execute('key-00000001');
    expect([first.statusCode, second.statusCode, isRepeat(second), sent()]).toEqual([409, 409, true, 1]);
    expect(second.json()).toMatchObject({ code: 'kill_switch' });
  });

  it('is said to be a repeat in the audit', async () => {
    await execute('key-00000001');
    await execute('key-00000001');
    const listed = await test.app.inject({ url: '/api/audit/events', headers: { cookie } });
    const rows = listed.json().rows as { event: string; payload: { is_repeat?: boolean } }[];
    expect(rows.filter(({ event }) => event === 'command').map(({ payload }) => payload.is_repeat)).toEqual([
      true,
      undefined,
    ]);
  });

  it('lets repeats wait for the answer of the one under way', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => execute('key-00000001')));
    expect(sent()).toBe(1);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers.filter(isRepeat)).toHaveLength(4);
  });

  it('is refused where the key belongs to another command, or has another form', async () => {
    await execute('key-00000001');
    const other = await execute('key-00000001', { ...ORDER, venues: ['OKX', 'BINANCE'] });
    expect([other.statusCode, other.json()]).toMatchObject([409, { code: 'conflict' }]);
    const malformed = await execute('short');
    expect([malformed.statusCode, malformed.json()]).toMatchObject([
      400,
      { fields: { 'idempotency-key': 'must be 8 to 64 letters, digits, _ or -' } },
    ]);
    expect(sent()).toBe(1);
  });

  it('takes no key for a command its contract refuses', async () => {
    expect((await execute('key-00000001', { ...ORDER, nothing: 1 })).statusCode).toBe(400);
    expect((await execute('key-00000001')).statusCode).toBe(200);
  });

  it('is forgotten after a day', async () => {
    for (const [key, ageMs, status] of [
      ['key-00000006', KEY_KEPT_MS, 504],
      ['key-00000009', KEY_KEPT_MS + 1, 200],
    ] as const) {
      await claimBefore(key, ageMs);
      expect((await execute(key)).statusCode, key).toBe(status);
      test.clock.advance(60_000);
    }
  });

  it('is told to look where the server stopped before it answered', async () => {
    await claimBefore('key-00000001', 1000);
    const answer = await execute('key-00000001');
    expect(answer.statusCode).toBe(504);
    expect(answer.json()).toMatchObject({ code: 'order_outcome_unknown' });
  });
});

describe('commands that are done once', () => {
  it('are those that send, start, close or cancel: every one of class safety, and of money those that trade', () => {
    const once = Object.values(contracts as Readonly<Record<string, unknown>>)
      .filter((value): value is contracts.RouteDef => typeof value === 'object' && value !== null && 'isOnce' in value)
      .map(({ method, path }) => `${method} ${path}`);
    const classOf = (call: string) => callClassOf(...(call.split(' ') as [string, string]));
    expect(once.length).toBe(new Set(once).size);
    expect(CLASSED_CALLS.filter((call) => classOf(call) === 'safety' && !once.includes(call))).toEqual([]);
    expect(once.filter((call) => !['safety', 'money'].includes(classOf(call) ?? ''))).toEqual([]);
    expect(CLASSED_CALLS.filter((call) => /\/(execute|execute_live)$/.test(call) && !once.includes(call))).toEqual([]);
  });
});

/** As a server leaves it that stops before the answer. */
async function claimBefore(key: string, ageMs: number): Promise<void> {
  // The body as its contract reads it.
  const command = `POST ${URL}\n${JSON.stringify(contracts.executeLive.body.parse(ORDER))}`;
  await test.commandKeys.claim(await hashOf(key), await hashOf(command), test.clock.nowMs() - ageMs);
}

async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(bytes).toString('hex');
}
