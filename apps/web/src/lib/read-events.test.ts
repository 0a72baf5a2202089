import { describe, expect, it, vi } from 'vitest';
import { ApiProblem } from './api-problem.ts';
import { FakeClock } from './fake-clock.ts';
import { createReadEvents } from './read-events.ts';
import type { SseEvent } from './sse-parser.ts';

function stage(answer: (init: RequestInit | undefined) => Response | Promise<Response>) {
  const clock = new FakeClock();
  const onGateLocked = vi.fn();
  const asked: (RequestInit | undefined)[] = [];
  const read = createReadEvents({
    clock,
    onGateLocked,
    fetch: async (_input, init) => {
      asked.push(init);
      return answer(init);
    },
  });
  const abort = new AbortController();
  const events: SseEvent[] = [];
  const onOpen = vi.fn();
  const start = (lastEventId: string | null = null): Promise<void> =>
    read({
      path: '/api/audit/stream',
      lastEventId,
      signal: abort.signal,
      silentMs: 25_000,
      onOpen,
      onEvents: (each) => events.push(...each),
    });
  return { clock, onGateLocked, asked, abort, events, onOpen, start };
}

const codeOf = async (reading: Promise<void>): Promise<unknown> =>
  reading.then(
    () => null,
    (e: unknown) => (e instanceof ApiProblem ? e.facts.code : e),
  );

/** Rejects when the request is given up, as a browser does. */
const never = (init: RequestInit | undefined): Promise<Response> =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
  });

describe('createReadEvents', () => {
  it('says where it was and hands on every event to the end', async () => {
    const { asked, events, onOpen, start } = stage(() => new Response('id: 7.1\nevent: trade\ndata: {"id":7}\n\n'));
    await start('6.1');
    expect(new Headers(asked[0]?.headers).get('last-event-id')).toBe('6.1');
    expect(onOpen).toHaveBeenCalledTimes(1);
    expect(events).toEqual([{ event: 'trade', data: '{"id":7}', id: '7.1' }]);
  });

  it('tells a locked gate, a refusal by its code, and a lost network', async () => {
    const locked = stage(() => new Response('', { status: 401 }));
    expect(await codeOf(locked.start())).toBe('gate-locked');
    expect(locked.onGateLocked).toHaveBeenCalledTimes(1);
    const body = JSON.stringify({ ok: false, code: 'engine_busy', error: 'Too many readers' });
    expect(await codeOf(stage(() => new Response(body, { status: 503 })).start())).toBe('engine_busy');
    expect(await codeOf(stage(() => Promise.reject(new TypeError('refused'))).start())).toBe('network');
  });

  it('gives up a connection that fell silent, and ends quietly when it is told to', async () => {
    const silent = stage(never);
    const reading = codeOf(silent.start());
    await vi.waitFor(() => expect(silent.asked).toHaveLength(1));
    silent.clock.advance(25_000);
    expect(await reading).toBe('timeout');
    const told = stage(never);
    const ending = codeOf(told.start());
    await vi.waitFor(() => expect(told.asked).toHaveLength(1));
    told.abort.abort();
    expect(await ending).toBeNull();
  });
});
