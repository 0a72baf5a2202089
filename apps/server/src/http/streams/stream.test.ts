import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { STREAM_TOPICS, strictInput, StreamPayloads, type StreamTopic } from '@riptide/contracts';
import { buildArbitrage, buildArbTrade, buildClosedArbTrade } from '../../link/arbitrage-values.fixture.ts';
import { buildInstrument, buildOpportunity, buildScanner, buildVenue } from '../../link/link-values.fixture.ts';
import { buildDecisionRow, buildEngineView, buildLiquidation, buildSnipe } from '../../link/sniping-values.fixture.ts';
import { buildPosition, buildTradingState } from '../../link/trading-values.fixture.ts';
import { noticeOf } from '../../notify/notice.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';

const WAIT = { timeout: 15_000, interval: 5 };

interface Item {
  readonly id: string;
  readonly event: string;
  readonly kind: string;
  readonly payload: Record<string, unknown>;
}

let test: TestApp;
let port: number;
let cookie: string;
const open: IncomingMessage[] = [];

beforeEach(async () => {
  test = await startTestApp();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as AddressInfo).port;
  cookie = await test.unlock();
});
afterEach(async () => {
  for (const response of open.splice(0)) response.destroy();
  await test.close();
});

/** Opens the stream as a browser does and collects what arrives. */
async function read(topics: string, headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(
      { host: '127.0.0.1', port, path: `/api/stream?topics=${topics}`, headers: { cookie, ...headers } },
      resolve,
    ).once('error', reject);
  });
  open.push(response);
  let text = '';
  let isEnded = false;
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  response.on('error', () => undefined).on('close', () => (isEnded = true));
  const items = (): Item[] =>
    text
      .split('\n\n')
      .slice(0, -1)
      .flatMap((block) => {
        const [, id, event, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
        return data === undefined
          ? []
          : [
              {
                id: id ?? '',
                event: event ?? '',
                ...(JSON.parse(data) as { kind: string; payload: Record<string, unknown> }),
              },
            ];
      });
  return { response, items, raw: () => text, isEnded: () => isEnded };
}

describe('GET /api/stream', () => {
  it('sends one snapshot per topic that fits the contract, empty where nothing is behind it yet', async () => {
    test.link.update(
      ['venue', 'OKX', buildVenue('OKX')],
      ['instrument', '0', buildInstrument()],
      ['scanner', 'state', buildScanner()],
      ['opportunity', 'a', buildOpportunity()],
    );
    const stream = await read(STREAM_TOPICS.join(','));
    await vi.waitFor(() => expect(stream.items()).toHaveLength(STREAM_TOPICS.length), WAIT);
    for (const item of stream.items()) {
      expect(item.kind).toBe('snapshot');
      expect(strictInput(StreamPayloads[item.event as StreamTopic]).safeParse(item.payload).success).toBe(true);
    }
    expect(stream.items().find(({ event }) => event === 'positions')?.payload).toEqual({ positions: [] });
    expect(stream.response.headers['content-type']).toContain('text/event-stream');
    expect(stream.response.headers['content-security-policy']).toBeDefined();
  });

  it('sends only what changed, merged where it comes together', async () => {
    test.link.update(
      ['opportunity', 'a', buildOpportunity({ id: 'a' })],
      ['opportunity', 'b', buildOpportunity({ id: 'b' })],
    );
    const stream = await read('opportunities');
    await vi.waitFor(() => expect(stream.items()).toHaveLength(1), WAIT);
    for (let i = 0; i < 20; i += 1)
      test.link.update(['opportunity', 'a', buildOpportunity({ id: 'a', entryNetBps: i })]);
    test.link.update(['opportunity', 'b', null]);
    test.clock.advance(100);
    await vi.waitFor(() => expect(stream.items()).toHaveLength(2), WAIT);
    const { kind, payload } = stream.items()[1] ?? { kind: '', payload: {} as Record<string, unknown> };
    expect(kind).toBe('update');
    expect(payload['removed']).toEqual(['b']);
    expect(
      (payload['opportunities'] as { id: string; entry_net_bps: number }[]).map((row) => [row.id, row.entry_net_bps]),
    ).toEqual([['a', 19]]);
  });

  it('sends a change of the market on at once, and the next ones twenty times a second at most', async () => {
    const stream = await read('opportunities');
    await vi.waitFor(() => expect(stream.items()).toHaveLength(1), WAIT);
    test.link.update(['opportunity', 'a', buildOpportunity({ id: 'a' })]);
    test.clock.advance(2);
    await vi.waitFor(() => expect(stream.items()).toHaveLength(2), WAIT);
    for (let ms = 0; ms < 100; ms += 1) {
      test.link.update(['opportunity', 'a', buildOpportunity({ id: 'a', entryNetBps: ms })]);
      test.clock.advance(1);
    }
    test.link.update(['opportunity', 'b', buildOpportunity({ id: 'b' })]);
    test.clock.advance(50);
    await vi.waitFor(() => expect(JSON.stringify(stream.items().at(-1))).toContain('"id":"b"'), WAIT);
    expect(stream.items()).toHaveLength(5);
  });

  it('sends the positions again when one of them loses its price, and not for every state of trading', async () => {
    const position = buildPosition();
    const { instrumentId, venue, symbol } = position;
    test.link.update(['trading', 'state', buildTradingState()], ['position', position.id, position]);
    const stream = await read('positions');
    await vi.waitFor(() => expect(stream.items()).toHaveLength(1), WAIT);
    test.clock.advance(250);
    await vi.waitFor(() => expect(stream.items()).toHaveLength(2), WAIT);
    const dark = { instrumentId, venue, symbol, sinceMs: 1_800_000_000_000, follows: null };
    for (let again = 0; again < 3; again += 1) {
      test.link.update(['trading', 'state', buildTradingState({ darkBooks: [dark] })]);
      test.clock.advance(1_000);
    }
    await vi.waitFor(() => expect(stream.items()).toHaveLength(3), WAIT);
    expect(stream.items()[2]?.payload).toMatchObject({ positions: [{ price_stale_since: 1_800_000_000 }] });
    test.link.update(['trading', 'state', buildTradingState()]);
    test.clock.advance(250);
    await vi.waitFor(() => expect(stream.items()).toHaveLength(4), WAIT);
    expect(stream.items()[3]?.payload).toMatchObject({ positions: [{ price_stale_since: null }] });
  });

  it('sends of the executions only those that changed, and the ids that are gone', async () => {
    const open = buildArbTrade();
    test.link.update(['arbitrage', 'state', buildArbitrage({ trades: [open, buildClosedArbTrade()] })]);
    const stream = await read('executions');
    await vi.waitFor(() => expect(stream.items()).toHaveLength(1), WAIT);
    expect(stream.items()[0]?.payload).toMatchObject({ executions: [{}, {}], rounds: [{}], removed: [] });
    test.clock.advance(250);
    await vi.waitFor(() => expect(stream.items()).toHaveLength(2), WAIT);
    const naked = { ...open, state: 'naked' as const };
    test.link.update(['arbitrage', 'state', buildArbitrage({ trades: [naked] })]);
    test.clock.advance(250);
    await vi.waitFor(() => expect(stream.items()).toHaveLength(3), WAIT);
    expect(stream.items()[2]).toMatchObject({
      kind: 'update',
      payload: { executions: [{ id: open.arbId, state: 'naked' }], rounds: [], removed: ['a00000000002'] },
    });
    test.link.update(['arbitrage', 'state', buildArbitrage({ trades: [naked], atMs: 5 })]);
    test.clock.advance(1_000);
    test.link.update(['arbitrage', 'state', buildArbitrage({ trades: [open] })]);
    test.clock.advance(250);
    await vi.waitFor(() => expect(stream.items()).toHaveLength(4), WAIT);
    expect(stream.items()[3]?.payload).toMatchObject({ executions: [{ state: 'hedged' }], rounds: [], removed: [] });
  });

  it('tells an event again, under its id, once something was decided on it', async () => {
    test.link.update(['liquidation', '1', buildLiquidation()], ['liquidation', '2', buildLiquidation({ px: 63_400 })]);
    test.clock.advance(100);
    const stream = await read('liquidations');
    await vi.waitFor(() => expect(stream.items()).toHaveLength(1), WAIT);
    test.link.update(['decision', 'd00000000001', buildDecisionRow()]);
    test.clock.advance(100);
    await vi.waitFor(() => expect(stream.items()).toHaveLength(2), WAIT);
    expect(stream.items()[1]?.payload).toMatchObject({
      liquidations: [
        {
          id: 'BYBIT|BTCUSDT|LONG|1800000000000|63500.5|1.5',
          decision: { id: 'd00000000001', action: 'blocked', reason: 'spread: 8.1 bps, at most 5' },
        },
      ],
    });
  });

  it('pushes the engines whole when one of them changes', async () => {
    const stream = await read('engine');
    await vi.waitFor(() => expect(stream.items()).toHaveLength(1), WAIT);
    test.link.update(
      ['engine-run', 'oraculis', buildEngineView('oraculis', { isRunning: true })],
      ['snipe', 's00000000001', buildSnipe()],
    );
    test.clock.advance(250);
    await vi.waitFor(() => expect(stream.items()).toHaveLength(2), WAIT);
    const payload = StreamPayloads.engine.parse(stream.items()[1]?.payload);
    expect(payload).toMatchObject({ engines: { oraculis: { running: true } }, snipes: [{ id: 's00000000001' }] });
  });

  it('does not repeat a price that stayed the same', async () => {
    test.link.update(['instrument', '0', buildInstrument()]);
    const stream = await read('prices');
    await vi.waitFor(() => expect(stream.items()).toHaveLength(1), WAIT);
    test.link.update(['instrument', '0', buildInstrument({ lastPx: 65_000 })]);
    test.clock.advance(100);
    test.link.update(['instrument', '0', buildInstrument({ lastPx: 65_000, recvMs: 1_800_000_000_100 })]);
    test.clock.advance(100);
    test.link.update(['instrument', '0', buildInstrument({ lastPx: 65_000, recvMs: 1_800_000_001_000 })]);
    test.clock.advance(100);
    await vi.waitFor(() => expect(stream.items()).toHaveLength(3), WAIT);
    expect(
      stream
        .items()
        .slice(1)
        .map(({ payload }) => (payload['prices'] as { last_updated: number }[])[0]?.last_updated),
    ).toEqual([1_800_000_000, 1_800_000_001]);
  });

  it('gives a reader that comes back exactly what it missed', async () => {
    const first = await read('opportunities');
    await vi.waitFor(() => expect(first.items()).toHaveLength(1), WAIT);
    const lastId = first.items()[0]?.id ?? '';
    first.response.destroy();
    await vi.waitFor(() => expect(test.hub.size).toBe(0), WAIT);
    for (const id of ['a', 'b', 'c']) {
      test.link.update(['opportunity', id, buildOpportunity({ id })]);
      test.clock.advance(100);
    }
    const second = await read('opportunities', { 'last-event-id': lastId });
    await vi.waitFor(() => expect(second.items()).toHaveLength(3), WAIT);
    expect(second.items().map(({ kind }) => kind)).toEqual(['update', 'update', 'update']);
  });

  it('gives a snapshot instead when too much time passed or the id is of another run', async () => {
    const first = await read('opportunities');
    await vi.waitFor(() => expect(first.items()).toHaveLength(1), WAIT);
    const lastId = first.items()[0]?.id ?? '';
    first.response.destroy();
    await vi.waitFor(() => expect(test.hub.size).toBe(0), WAIT);
    test.clock.advance(31_000);
    test.link.update(['opportunity', 'a', buildOpportunity({ id: 'a' })]);
    test.clock.advance(100);
    for (const id of [lastId, 'run0-1', 'run1-999999', 'rubbish']) {
      const stream = await read('opportunities', { 'last-event-id': id });
      await vi.waitFor(() => expect(stream.items().map(({ kind }) => kind)).toEqual(['snapshot']), WAIT);
    }
  });

  it('keeps quiet connections alive with a comment every 10 s', async () => {
    const stream = await read('audit');
    await vi.waitFor(() => expect(stream.items()).toHaveLength(1), WAIT);
    test.clock.advance(10_000);
    await vi.waitFor(() => expect(stream.raw()).toContain(`\n\n: ${test.clock.nowMs()}\n\n`), WAIT);
  });

  it('sends everything anew when the engine comes back', async () => {
    const stream = await read('arbitrage');
    await vi.waitFor(() => expect(stream.items()).toHaveLength(1), WAIT);
    test.link.setConnected(false);
    await vi.waitFor(() => expect(stream.items()).toHaveLength(2), WAIT);
    expect(stream.items()[1]).toMatchObject({
      kind: 'snapshot',
      payload: { state: { reason: 'The engine is not answering' } },
    });
  });

  it('ends with the gate session, by lock and by time', async () => {
    const locked = await read('audit');
    await vi.waitFor(() => expect(locked.items()).toHaveLength(1), WAIT);
    await test.app.inject({ method: 'POST', url: '/api/gate/lock', headers: { cookie } });
    await vi.waitFor(() => expect(locked.isEnded()).toBe(true), WAIT);
    expect((await read('audit')).response.statusCode).toBe(401);
  });

  it('asks for topics it knows', async () => {
    for (const topics of ['', 'prices,nothing']) {
      const { response } = await read(topics);
      expect(response.statusCode).toBe(400);
    }
  });

  it('drops a reader that does not read, and no other', async () => {
    const slow = await read('opportunities');
    const good = await read('opportunities');
    await vi.waitFor(() => expect(good.items()).toHaveLength(1), WAIT);
    slow.response.pause();
    const many = Array.from(
      { length: 500 },
      (_, i) => ['opportunity', `${i}`, buildOpportunity({ id: `${i}-${'x'.repeat(1_000)}` })] as const,
    );
    // As fast as the good reader reads, and not faster: on a busy machine it would be dropped as well.
    for (let turn = 0; turn < 500 && test.hub.dropped === 0; turn += 1) {
      const read = good.items().length;
      test.link.update(...many);
      test.clock.advance(100);
      await vi.waitFor(() => expect(good.items().length).toBeGreaterThan(read), WAIT);
    }
    expect(test.hub.dropped).toBe(1);
    expect(test.hub.size).toBe(1);
    expect(good.isEnded()).toBe(false);
  });

  it('brings a notification to a reader, counted up or new, with how many are unread', async () => {
    const stream = await read('notifications');
    await expect.poll(() => stream.items()).toMatchObject([{ event: 'notifications', kind: 'snapshot' }]);
    const notice = (title: string) =>
      noticeOf({
        event: 'kill_switch',
        severity: 'CRITICAL',
        atMs: test.clock.nowMs(),
        title,
        body: 'b',
        dedupeKey: title,
      });
    await test.notifier.desk.accept([notice('a')]);
    await test.notifier.desk.accept([notice('a'), notice('b')]);
    await expect
      .poll(() => stream.items().slice(1))
      .toMatchObject([
        { kind: 'update', payload: { unread: 1, notifications: [{ title: 'a', count: 1, severity: 'CRITICAL' }] } },
        {
          kind: 'update',
          payload: {
            unread: 2,
            notifications: [
              { title: 'a', count: 2 },
              { title: 'b', count: 1 },
            ],
          },
        },
      ]);
  });
});
