import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLog } from '@riptide/core/kernel';
import { startSimControl } from '../src/index.ts';
import { controlRig, type Body, type ControlRig } from './control-rig.ts';

let rig: ControlRig;

beforeAll(async () => {
  rig = await controlRig(44);
});
afterAll(() => rig.stop());

/** A request with headers that fetch does not let through. */
function raw(
  headers: Record<string, string>,
  more: { method?: string; path?: string } = {},
): Promise<{ status: number; body: Body }> {
  const { method = 'GET', path = '/' } = more;
  return new Promise((resolve, reject) => {
    const sent = request(`${rig.control.url}${path}`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) as Body }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('the control API', () => {
  it('describes every call with its fields and an example', async () => {
    const { body } = await rig.get('/');
    expect(body['venues']).toEqual(rig.sim.baseUrls);
    const calls = body['calls'] as {
      method: string;
      path: string;
      fields: Record<string, Body>;
      example: Body | null;
    }[];
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /',
      'POST /faults',
      'GET /faults',
      'DELETE /faults',
      'POST /seed',
      'POST /price-shock',
      'POST /cascade',
      'POST /borrow-rate',
      'POST /balance',
      'POST /funding',
      'POST /liquidate',
      'POST /adl',
      'POST /keys',
      'GET /keys',
      'GET /truth',
      'GET /truth/conservation',
    ]);
    for (const { path, method, fields, example } of calls) {
      for (const field of Object.values(fields))
        expect(field).toMatchObject({ about: expect.any(String), allowed: expect.any(String) });
      if (method !== 'POST') continue;
      const answered = await rig.post(path, example);
      expect({ path, code: answered.body['code'] }).toEqual({
        path,
        code: path === '/liquidate' || path === '/adl' ? 'no_position' : undefined,
      });
    }
  });

  it('listens on 127.0.0.1 only', () => {
    expect(rig.control.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it.each([
    ['foreign_host', { host: 'evil.example' }],
    ['foreign_host', { host: '127.0.0.1' }],
    ['foreign_host', { host: '127.0.0.1:1' }],
    ['foreign_origin', { origin: 'http://evil.example' }],
    ['foreign_origin', { origin: 'null' }],
    ['foreign_origin', { 'sec-fetch-site': 'same-site' }],
  ])('refuses as %s a request with %j', async (code, headers) => {
    expect(await raw(headers)).toMatchObject({ status: 403, body: { ok: false, code } });
    expect(await raw(headers, { method: 'DELETE', path: '/faults' })).toMatchObject({ status: 403, body: { code } });
  });

  it('answers to localhost as well', async () => {
    expect((await raw({ host: `localhost:${new URL(rig.control.url).port}` })).status).toBe(200);
  });

  it('answers 404 for an unknown path, and 405 with what is allowed for another method', async () => {
    expect(await rig.get('/nope')).toMatchObject({ status: 404, body: { ok: false, code: 'not_found' } });
    expect(await rig.get('/truth/')).toMatchObject({ status: 404 });
    expect(await raw({}, { method: 'PUT', path: '/faults' })).toMatchObject({
      status: 405,
      body: { code: 'method_not_allowed', allowed: 'POST, GET, DELETE' },
    });
  });

  it.each(['', '{', '[]', '7', 'null', '"text"', 'venue=OKX'])('answers 400 for the body %j', async (body) => {
    expect(await rig.post('/seed', body)).toMatchObject({
      status: 400,
      body: { ok: false, code: 'bad_body', field: 'body' },
    });
  });

  it('takes no field by the name of an inherited one', async () => {
    expect(await rig.post('/seed', '{"seed":1,"__proto__":{"seed":2}}')).toMatchObject({
      status: 400,
      body: { field: '__proto__' },
    });
    expect(await rig.post('/faults', { venue: 'OKX', kind: 'constructor' })).toMatchObject({
      status: 400,
      body: { field: 'kind' },
    });
  });

  it('refuses a body over 64 KiB, and repeats only the start of a long value', async () => {
    expect(await rig.post('/seed', 'x'.repeat(65 * 1024))).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    });
    const long = await rig.post('/seed', { seed: 'y'.repeat(10_000) });
    expect(JSON.stringify(long.body).length).toBeLessThan(1_000);
  });

  it('lives through garbage and half a request, and the venues with it', async () => {
    const { port } = new URL(rig.control.url);
    for (const bytes of [
      '\u0000\u0001\u0002\r\n\r\n',
      'POST /faults HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{',
    ]) {
      const socket = connect(Number(port), '127.0.0.1');
      const ended = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
      socket.on('error', () => undefined);
      socket.write(bytes, () => socket.destroy());
      await ended;
    }
    expect((await rig.get('/truth/conservation')).body['is_conserved']).toBe(true);
    await vi.waitFor(async () => expect((await rig.get('/faults')).status).toBe(200));
    expect((await fetch(`${rig.sim.baseUrls.BYBIT}/v5/market/time`)).status).toBe(200);
  });

  it('turns a fault of the simulator into a counted 500', async () => {
    const broken = {
      ...rig.sim,
      control: () => {
        throw new Error('Invariant: on purpose');
      },
    };
    const control = await startSimControl({ sim: broken, marketSeed: 1, clock: rig.clock, log: silentLog() });
    const response = await fetch(`${control.url}/truth/conservation`);
    expect([response.status, ((await response.json()) as Body)['code']]).toEqual([500, 'simulator_fault']);
    expect(control.counters).toEqual({ requests: 1, refused: 0, failed: 1 });
    await control.stop();
  });

  it('holds a bounded number of faults and takes more after healing', async () => {
    const fault = { venue: 'ALL', kind: 'answer-lost', call: 'key' };
    let refused: Body | null = null;
    for (let at = 0; at < 502 && refused === null; at += 1) {
      const { status, body } = await rig.post('/faults', fault);
      if (status !== 200) refused = { status, ...body };
    }
    expect(refused).toMatchObject({ status: 409, code: 'too_many_faults' });
    expect((await rig.heal()).status).toBe(200);
    expect((await rig.post('/faults', fault)).status).toBe(200);
  });
});
