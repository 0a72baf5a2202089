import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addCompressHook, COMPRESSED_FROM_BYTES } from './compress-hook.ts';

const LONG = JSON.stringify({ ok: true, text: 'é'.repeat(COMPRESSED_FROM_BYTES) });
const ELSEWHERE = '192.0.2.7';

let app: FastifyInstance;
beforeEach(() => {
  app = Fastify();
  addCompressHook(app);
  app.get('/long', (_request, reply) => reply.type('application/json').send(LONG));
  app.get('/short', (_request, reply) => reply.type('application/json').send('{"ok":true}'));
  app.get('/bytes', (_request, reply) => reply.send(Buffer.from(LONG)));
});
afterEach(() => app.close());

const ask = (url: string, encodings: string | null, remoteAddress = ELSEWHERE) =>
  app.inject({ url, remoteAddress, headers: encodings === null ? {} : { 'accept-encoding': encodings } });

describe('a long answer', () => {
  it.each(['gzip', 'gzip, deflate, br', 'br, GZIP', 'deflate;q=0.5, gzip;q=0.8', 'gzip;q=0.001'])(
    'is compressed for another machine that takes it: %s',
    async (encodings) => {
      const answer = await ask('/long', encodings);
      expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
      expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
      expect(answer.rawPayload.length).toBeLessThan(LONG.length / 10);
      expect(gunzipSync(answer.rawPayload).toString()).toBe(LONG);
    },
  );

  it.each([null, 'identity', 'br', 'gzip;q=0', 'br, gzip ; q=0.0', 'x-gzip2'])(
    'stays as it is for whoever does not take it: %s',
    async (encodings) => {
      const answer = await ask('/long', encodings);
      expect([answer.headers['content-encoding'], answer.body]).toEqual([undefined, LONG]);
    },
  );

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('stays as it is on this machine: %s', async (address) => {
    expect((await ask('/long', 'gzip', address)).headers['content-encoding']).toBeUndefined();
  });
});

it('leaves short answers and bytes alone', async () => {
  for (const url of ['/short', '/bytes'])
    expect((await ask(url, 'gzip')).headers['content-encoding'], url).toBeUndefined();
});
