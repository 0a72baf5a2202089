import { connect } from 'node:net';
import * as contracts from '@riptide/contracts';
import { domainError, err } from '@riptide/core/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLASSED_CALLS, callClassOf } from '../call-classes.ts';
import { answerArbitrageCall, fillTestArbitrage } from '../fill-test-arbitrage.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { portOf } from '../raw-exchange.fixture.ts';
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
const STOP_URL = '/api/arbitrage/stop';
const stop = (key: string) =>
  test.app.inject({ method: 'POST', url: STOP_URL, headers: { cookie, 'idempotency-key': key }, payload: {} });
const sent = (command = 'arb-execute') => test.link.sent.filter(({ name }) => name === command).length;
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

  it('is the same command in another session, and another one at another address', async () => {
    const first = await execute('key-00000001');
    cookie = await test.unlock();
    const second = await execute('key-00000001');
    expect([second.body, isRepeat(second), sent()]).toEqual([first.body, true, 1]);
    const other = await stop('key-00000001');
    expect([other.statusCode, other.json().code, sent('stop-scanner')]).toEqual([409, 'conflict', 0]);
  });

  it('is refused by the gate before its key is looked at', async () => {
    await execute('key-00000001');
    cookie = '';
    const stranger = await execute('key-00000001');
    expect([stranger.statusCode, isRepeat(stranger), stranger.json().code]).toEqual([401, false, 'gate_required']);
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

  it('is answered to whoever asks again after the connection broke', async () => {
    const held = holdCommands();
    const port = await portOf(test);
    const body = JSON.stringify(ORDER);
    const lines = [
      `POST ${URL} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      `cookie: ${cookie}`,
      'idempotency-key: key-00000001',
      'content-type: application/json',
      `content-length: ${body.length}`,
    ];
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`));
    await held.taken;
    socket.destroy();
    await vi.waitFor(async () => expect(await openConnections()).toBe(0));
    held.go();
    const again = await execute('key-00000001');
    expect([again.statusCode, isRepeat(again), sent()]).toEqual([200, true, 1]);
    // No third is held up by the first either.
    expect(isRepeat(await execute('key-00000001'))).toBe(true);
  });

  it('may be given again under its key where the engine never got it', async () => {
    test.link.setConnected(false);
    expect((await execute('key-00000001')).statusCode).toBe(503);
    expect((await stop('key-00000002')).statusCode).toBe(503);
    test.link.setConnected(true);
    const second = await execute('key-00000001');
    expect([second.statusCode, isRepeat(second), sent()]).toEqual([200, false, 1]);
    expect([(await stop('key-00000002')).statusCode, sent('stop-scanner')]).toEqual([200, 1]);
  });

  it('is not given again where the engine may have got it, or said no', async () => {
    for (const [key, outcome] of [
      ['key-00000001', 'unknown'],
      ['key-00000002', 'rejected'],
    ] as const) {
      test.link.answer = () => err(domainError('ENGINE_NOT_READY', 'x', { outcome }));
      const first = await execute(key);
      test.link.answer = answerArbitrageCall;
      const second = await execute(key);
      expect([second.statusCode, second.body, isRepeat(second)]).toEqual([first.statusCode, first.body, true]);
    }
    expect(sent()).toBe(2);
  });

  it('is refused where its key can not be stored, unless it closes or stops', async () => {
    vi.spyOn(test.commandKeys, 'claim').mockRejectedValue(new Error('database or disk is full'));
    vi.spyOn(test.commandKeys, 'answer').mockRejectedValue(new Error('database or disk is full'));
    expect((await execute('key-00000001')).statusCode).toBe(500);
    expect((await stop('key-00000002')).statusCode).toBe(200);
    expect([sent(), sent('stop-scanner')]).toEqual([0, 1]);
  });

  it('is answered where its answer can not be stored; a repeat is told to look', async () => {
    const full = vi.spyOn(test.commandKeys, 'answer').mockRejectedValue(new Error('database or disk is full'));
    expect((await execute('key-00000001')).statusCode).toBe(200);
    full.mockRestore();
    const again = await execute('key-00000001');
    expect([again.statusCode, again.json().code, sent()]).toEqual([504, 'order_outcome_unknown', 1]);
  });

  it('is carried out again after a stop of the server where it closes or stops', async () => {
    await claimBefore('key-00000001', 1000, `POST ${STOP_URL}\n${JSON.stringify({})}`);
    const first = await stop('key-00000001');
    const second = await stop('key-00000001');
    expect([first.statusCode, isRepeat(first), isRepeat(second), sent('stop-scanner')]).toEqual([200, false, true, 1]);
  });

  it('is told to look where the server stopped before it answered', async () => {
    await claimBefore('key-00000001', 1000);
    const answer = await execute('key-00000001');
    expect(answer.statusCode).toBe(504);
    expect(answer.json()).toMatchObject({ code: 'order_outcome_unknown' });
  });
});

describe('a command that is recalled', () => {
  const recall = (key: string, url = URL, payload: object = ORDER) =>
    test.app.inject({
      method: 'POST',
      url,
      headers: { cookie, 'idempotency-key': key, 'idempotency-recall': 'true' },
      payload,
    });

  it('is answered as it was, done or refused', async () => {
    const first = await execute('key-00000001');
    const told = await recall('key-00000001');
    expect([told.statusCode, told.body, isRepeat(told), sent()]).toEqual([200, first.body, true, 1]);
    test.link.answer = () => err(domainError('RISK_KILL_SWITCH', 'x', { outcome: 'not-sent' }));
    await execute('key-00000002');
    expect((await recall('key-00000002')).json()).toMatchObject({ code: 'kill_switch' });
  });

  it('waits for the one under way', async () => {
    const held = holdCommands();
    const first = execute('key-00000001');
    await held.taken;
    const told = recall('key-00000001');
    held.go();
    expect((await told).body).toBe((await first).body);
    expect(sent()).toBe(1);
  });

  it('is never carried out where it did not come, neither then nor when it comes late', async () => {
    const told = await recall('key-00000001');
    expect([told.statusCode, told.json().code, sent()]).toEqual([409, 'conflict', 0]);
    expect(told.json().error).toBe('This never came to the server: nothing was done, and nothing will be done of it');
    const late = await execute('key-00000001');
    expect([late.statusCode, late.body, sent()]).toEqual([409, told.body, 0]);
  });

  it('is not carried out where the server stopped before it answered, also where it closes or stops', async () => {
    await claimBefore('key-00000001', 1000);
    await claimBefore('key-00000002', 1000, `POST ${STOP_URL}\n${JSON.stringify({})}`);
    expect((await recall('key-00000001')).json().code).toBe('order_outcome_unknown');
    expect((await recall('key-00000002', STOP_URL, {})).json().code).toBe('order_outcome_unknown');
    expect([sent(), sent('stop-scanner')]).toEqual([0, 0]);
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

/** Keeps commands from the engine until `go`; `taken` resolves with the first of them. */
function holdCommands(): { readonly taken: Promise<void>; readonly go: () => void } {
  const send = test.link.send.bind(test.link);
  let take: () => void = () => undefined;
  let go: () => void = () => undefined;
  const taken = new Promise<void>((resolve) => (take = resolve));
  const gone = new Promise<void>((resolve) => (go = resolve));
  test.link.send = async (name, request) => {
    take();
    await gone;
    return send(name, request);
  };
  return { taken, go };
}

function openConnections(): Promise<number> {
  return new Promise((resolve, reject) =>
    test.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
}

/** The body as its contract reads it. */
const EXECUTE = `POST ${URL}\n${JSON.stringify(contracts.executeLive.body.parse(ORDER))}`;

/** As a server leaves it that stops before the answer. */
async function claimBefore(key: string, ageMs: number, command = EXECUTE): Promise<void> {
  await test.commandKeys.claim(await hashOf(key), await hashOf(command), test.clock.nowMs() - ageMs);
}

async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(bytes).toString('hex');
}
