import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contracts from '@riptide/contracts';
import { domainError, err, ok } from '@riptide/core/domain';
import type { LogFields } from '@riptide/core/kernel';
import { AnswerError, answerSerializer, type UnknownFields } from './answer-serializer.ts';
import { addErrorHandler } from './hooks/error-handler.ts';
import { serve } from './serve.ts';
import { startTestApp, type TestApp } from './start-test-app.fixture.ts';

const INSIDE = 'SQLITE_BUSY: near "select secret from venue_key" at /srv/riptide/open-sqlite.ts:17:4';
const ENGINE_ID = 'the hot thread said: queue 17 of 0xdeadbeef';

const probe = contracts.defineRoute({
  method: 'GET',
  path: '/api/probe',
  summary: 'A call of this test.',
  response: contracts.Ok.extend({ shown: z.object({ a: z.number() }).array() }),
});

let t: TestApp | null = null;
afterEach(() => t?.close());

const routes = (Object.values(contracts) as readonly unknown[]).filter(
  (value): value is contracts.RouteDef =>
    typeof value === 'object' && value !== null && 'path' in value && 'method' in value,
);

describe('fields of an answer that its contract does not know', () => {
  const leaking = { shown: [{ a: 1, apiSecret: 'leaked' }], passwordHash: 'leaked' };

  async function ask(unknownFields: UnknownFields) {
    const lines: string[] = [];
    const note = (message: string, fields?: LogFields): void => void lines.push(`${message} ${JSON.stringify(fields)}`);
    const app = Fastify();
    app.setValidatorCompiler(() => (value) => ({ value }));
    app.setSerializerCompiler(answerSerializer(unknownFields));
    addErrorHandler(app, { info: note, warn: note, error: note });
    serve(app, probe, () => ok(leaking));
    const answer = await app.inject({ url: probe.path });
    await app.close();
    return { status: answer.statusCode, body: answer.json() as unknown, logged: lines.join() };
  }

  it('stay in the house', async () => {
    expect(await ask('strip')).toEqual({ status: 200, body: { ok: true, shown: [{ a: 1 }] }, logged: '' });
  });

  it('are a fault in every test of a call', async () => {
    const { status, body, logged } = await ask('refuse');
    expect([status, contracts.Problem.parse(body).code]).toEqual([500, 'internal_error']);
    expect(logged).toContain('shown.0: unrecognized_keys (apiSecret); the whole: unrecognized_keys (passwordHash)');
    expect(logged).not.toContain('leaked');
  });

  it('are found at every depth of a contract', () => {
    const schema = z.object({
      list: z.array(z.object({ a: z.number() })).readonly(),
      map: z.record(z.string(), z.object({ a: z.number() }).nullable()),
      pair: z.tuple([z.object({ a: z.number() }), z.number()]),
      either: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('x'), part: z.object({ a: z.number() }).optional() }),
        z.object({ kind: z.literal('y') }),
      ]),
    });
    const write = answerSerializer('refuse')({ schema, method: 'GET', url: '/' });
    const right = {
      list: [{ a: 1 }],
      map: { k: { a: 1 } },
      pair: [{ a: 1 }, 1],
      either: { kind: 'x', part: { a: 1 } },
    };
    expect(JSON.parse(write(right))).toEqual(right);
    const wrong = [
      { ...right, list: [{ a: 1, b: 1 }] },
      { ...right, map: { k: { a: 1, b: 1 } } },
      { ...right, pair: [{ a: 1, b: 1 }, 1] },
      { ...right, either: { kind: 'x', part: { a: 1, b: 1 } } },
      { ...right, either: { kind: 'y', b: 1 } },
    ];
    for (const each of wrong) expect(() => write(each)).toThrow(AnswerError);
  });
});

function fail(error: Error): never {
  throw error;
}

describe('an answer to a failure', () => {
  it.each([
    ['throws', () => fail(new Error(INSIDE))],
    ['throws what claims to be a refusal', () => fail(Object.assign(new Error(INSIDE), { statusCode: 422 }))],
    ['fails', () => err(domainError('ENGINE_NOT_READY', ENGINE_ID))],
    ['answers nonsense', () => ok({ [INSIDE]: INSIDE, rows: [INSIDE] })],
  ] as const)('shows nothing of the inside where the engine %s', { timeout: 120_000 }, async (_name, answerAs) => {
    const app = await startTestApp('/nonexistent', { unknownFields: 'strip' });
    t = app;
    const cookie = await app.unlock();
    app.link.answer = answerAs;
    let failures = 0;
    for (const { method, path } of routes) {
      if (path.startsWith('/api/gate/')) continue;
      const url = path.replace(':engine', 'oraculis').replace(':exchange', 'OKX').replace(/:\w+/, 'd01');
      const payload = method === 'POST' || method === 'PUT' ? { payload: {} } : {};
      const answer = await app.app.inject({ method, url, headers: { cookie }, ...payload });
      if (answer.statusCode >= 400) expect(contracts.Problem.safeParse(answer.json()).success).toBe(true);
      if (answer.statusCode >= 500) failures += 1;
      expect([path, /SQLITE|deadbeef|\.ts:\d|\n\s+at /.exec(answer.body)]).toEqual([path, null]);
    }
    expect(failures).toBeGreaterThan(0);
  });
});
