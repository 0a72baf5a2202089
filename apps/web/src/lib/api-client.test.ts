import { createBackup, executeLive, getHealth, gateLock, getOpportunities } from '@riptide/contracts/calls';
import { describe, expect, it, vi } from 'vitest';
import { createApiCall, createApiDownload } from './api-client.ts';
import { ApiProblem, isRefused, problemText } from './api-problem.ts';
import { contractCheck } from './contract-check.ts';

function answer(status: number, body: string) {
  const onGateLocked = vi.fn();
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(body, { status }));
  const call = createApiCall({ fetch, onGateLocked, check: contractCheck.answer });
  return { call, fetch, onGateLocked };
}

async function problemOf(promise: Promise<unknown>): Promise<ApiProblem> {
  const outcome = await promise.then(
    () => null,
    (e: unknown) => e,
  );
  if (!(outcome instanceof ApiProblem)) throw new Error(`expected an ApiProblem, got ${String(outcome)}`);
  return outcome;
}

const refusal = (code: string, extra = {}) =>
  JSON.stringify({ ok: false, code, error: 'Said', message: 'Said', detail: '', request_id: 'r1', ...extra });

describe('createApiCall', () => {
  it('tells the gate on any 401', async () => {
    const { call, onGateLocked } = answer(401, refusal('gate_required'));
    expect((await problemOf(call(getHealth))).facts.code).toBe('gate-locked');
    expect(onGateLocked).toHaveBeenCalledTimes(1);
  });

  it('calls an answer that is not JSON by its name and status', async () => {
    const { call } = answer(502, '<html>');
    const { facts } = await problemOf(call(getHealth));
    expect(facts).toMatchObject({ code: 'non-json-response', text: 'Server sent an unreadable answer (502)' });
  });

  it("carries the server's text, fields and wait", async () => {
    const { call } = answer(429, refusal('too_many_tries', { retry_after_seconds: 28, fields: { a: 'b' } }));
    expect((await problemOf(call(getHealth))).facts).toMatchObject({
      code: 'too_many_tries',
      text: 'Said',
      retryAfterS: 28,
      requestId: 'r1',
      fields: { a: 'b' },
    });
  });

  it('sends the token of the account with every call, and none where nobody is logged in', async () => {
    const headers = async (bearer: () => string | null) => {
      const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{"ok":true}', { status: 200 }));
      await createApiCall({ fetch, onGateLocked: vi.fn(), bearer })(gateLock);
      return new Headers(fetch.mock.calls[0]?.[1]?.headers).get('authorization');
    };
    expect(await headers(() => 'token-1')).toBe('Bearer token-1');
    expect(await headers(() => null)).toBeNull();
  });

  it('asks once more under the same key where the connection broke in a command that is done once, and only there', async () => {
    const keysOf = async (route: typeof executeLive | typeof gateLock) => {
      const fetch = vi.fn<typeof globalThis.fetch>().mockRejectedValue(new TypeError('fetch failed'));
      const call = createApiCall({ fetch, onGateLocked: vi.fn() });
      const { facts } = await problemOf(call(route as typeof gateLock));
      expect(facts.code).toBe(route.isOnce === true ? 'order_outcome_unknown' : 'network');
      return fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
    };
    const [first, second, ...more] = await keysOf(executeLive);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect([second, more]).toEqual([first, []]);
    expect((await keysOf(executeLive))[0]).not.toBe(first);
    expect(await keysOf(gateLock)).toEqual([null]);
  });

  it.each([
    ['can not be reached', () => Promise.reject(new TypeError('fetch failed')), 'Server can not be reached'],
    [
      'says nothing in time',
      () => Promise.reject(new DOMException('', 'TimeoutError')),
      'Server did not answer in time',
    ],
    ['is answered for by a proxy', async () => new Response('<html>', { status: 502 }), /unreadable answer \(502\)/],
  ])('never calls a command failed that is done once while the server %s', async (_how, fail, why) => {
    const fetch = vi.fn<typeof globalThis.fetch>(fail);
    const call = createApiCall({ fetch, onGateLocked: vi.fn() });
    const problem = await problemOf(call(executeLive));
    expect(problemText(problem, 'Failed to execute')).toBe(
      'No answer came: this may have been done, and is being checked',
    );
    expect(problem.facts.detail).toMatch(why);
    const other = await problemOf(createApiCall({ fetch, onGateLocked: vi.fn() })(gateLock));
    expect(problemText(other, 'Failed to lock')).toMatch(/Failed to lock: |unreadable/);
  });

  it('recalls the answer of a command under its key, and has nothing carried out by that', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>().mockRejectedValue(new TypeError('fetch failed'));
    const call = createApiCall({ fetch, onGateLocked: vi.fn() });
    const { facts } = await problemOf(call(executeLive));
    fetch.mockResolvedValue(new Response('{"ok":true}', { status: 200 }));
    await expect(facts.recall?.()).resolves.toEqual({ ok: true });
    const sent = fetch.mock.calls.map(([, init]) => new Headers(init?.headers));
    expect(sent.map((headers) => headers.get('idempotency-recall'))).toEqual([null, null, 'true']);
    expect(new Set(sent.map((headers) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('gives the answer of the second asking', async () => {
    const fetch = vi
      .fn<typeof globalThis.fetch>()
      .mockResolvedValueOnce({ text: () => Promise.reject(new TypeError('terminated')) } as Response)
      .mockResolvedValueOnce(new Response('{"ok":true}', { status: 200 }));
    const call = createApiCall({ fetch, onGateLocked: vi.fn() });
    await expect(call(executeLive)).resolves.toEqual({ ok: true });
  });

  it('refuses an answer of another shape instead of showing half of it', async () => {
    const { call } = answer(200, '{"ok":true}');
    expect((await problemOf(call(getHealth))).facts.code).toBe('unexpected-answer');
    const fetch = async () => new Response('{"hello":"from somebody else"}');
    const unchecked = createApiCall({ fetch, onGateLocked: vi.fn() });
    expect((await problemOf(unchecked(getHealth))).facts.code).toBe('unexpected-answer');
  });

  it('tells a refusal, which is final for now, from what may pass at the next try', async () => {
    for (const status of [400, 404, 409, 429])
      expect(isRefused(await problemOf(answer(status, refusal('not_found')).call(getHealth))), String(status)).toBe(
        true,
      );
    expect(isRefused(await problemOf(answer(503, refusal('engine_unavailable')).call(getHealth)))).toBe(false);
    const call = createApiCall({ fetch: async () => Promise.reject(new TypeError('refused')), onGateLocked: vi.fn() });
    expect(isRefused(await problemOf(call(getHealth)))).toBe(false);
    expect(isRefused(new Error('a bug'))).toBe(false);
  });

  it('says so when the server can not be reached', async () => {
    const call = createApiCall({ fetch: async () => Promise.reject(new TypeError('refused')), onGateLocked: vi.fn() });
    expect((await problemOf(call(getHealth))).facts.code).toBe('network');
  });

  it('sends a JSON body with every changing call and the query with reads', async () => {
    const posted = answer(200, '{"ok":true}');
    await posted.call(gateLock);
    expect(posted.fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: '{}', credentials: 'same-origin' });
    const read = answer(200, '{"ok":true,"opportunities":[],"count":0,"timestamp":1}');
    await read.call(getOpportunities, { query: { limit: 7 } });
    expect(read.fetch.mock.calls[0]?.[0]).toBe('/api/arbitrage/opportunities?limit=7');
  });
});

describe('createApiDownload', () => {
  const input = { body: { passphrase: 'a passphrase of its own', gate_password: 'open sesame' } };

  it('gives the file under the name that the server chose', async () => {
    const headers = { 'content-disposition': 'attachment; filename="riptide.backup"' };
    const download = createApiDownload({
      fetch: async () => new Response('bytes', { headers }),
      onGateLocked: vi.fn(),
    });
    const { fileName, blob } = await download(createBackup, input);
    expect([fileName, await blob.text()]).toEqual(['riptide.backup', 'bytes']);
  });

  it('reads a refusal like every other call', async () => {
    const fields = { gate_password: 'The gate password is wrong' };
    const fetch = async () => new Response(refusal('invalid_credentials', { fields }), { status: 403 });
    const { facts } = await problemOf(createApiDownload({ fetch, onGateLocked: vi.fn() })(createBackup, input));
    expect(facts).toMatchObject({ code: 'invalid_credentials', fields });
  });
});
