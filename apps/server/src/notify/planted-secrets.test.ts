import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Log } from '@riptide/core/kernel';
import { openNotifyWorld } from './notify-world.fixture.ts';
import { sendTest } from './send-test.ts';

const SECRETS = {
  bot: `12345678:${'plantedbot'.repeat(4)}`,
  meta: 'plantedmeta'.repeat(3),
  hook: 'plantedhook-plantedhook',
};

describe('secrets of the channels', () => {
  it('are in no log line, no file, no result, no delivery and no audit row, however the receivers answer', async () => {
    const lines: string[] = [];
    const note = (message: string, fields: object = {}): void =>
      void lines.push(JSON.stringify({ message, ...fields }));
    const log: Log = { info: note, warn: note, error: note };
    const world = await openNotifyWorld({ log });
    const { url } = world.receiver;
    await world.set({
      enabled: true,
      channels: {
        telegram: { enabled: true, chat_id: '7', bot_token: SECRETS.bot },
        whatsapp: { enabled: true, to: '+4915112345678', token: SECRETS.meta },
        webhook: { enabled: true, url, allow_private: true, secret: SECRETS.hook },
      },
    });
    // A receiver that says back all it was sent.
    world.receiver.reply = ({ path, headers, body }) => ({
      status: path.includes('getUpdates') ? 409 : 400,
      body: JSON.stringify({
        ok: false,
        description: `${path} ${body}`,
        error: { message: `${headers.authorization ?? ''} ${path}` },
      }),
    });
    await world.notifier.start();
    await world.notifier.desk.accept([world.notice('a')]);
    const rows = () => world.notifier.deliveries.list({ channel: null, state: null, beforeId: null, limit: 10 });
    await vi.waitFor(async () => expect((await rows()).map(({ state }) => state)).toEqual(['dead', 'dead', 'dead']));
    const results = await sendTest(world.notifier, { severity: 'INFO', title: 't', body: 'b', id: 'x' }, world.clock);
    expect(results.filter(({ outcome }) => outcome === 'failed')).toHaveLength(3);
    expect(world.receiver.requests.some(({ path }) => path.includes(SECRETS.bot))).toBe(true);
    const files = readdirSync(world.dataDir).map((name) => readFileSync(join(world.dataDir, name), 'latin1'));
    const kept = [...lines, ...files, JSON.stringify([results, await rows(), world.audited])].join('\n');
    expect(lines.length).toBeGreaterThan(0);
    expect(kept).not.toContain('planted');
    await world.close();
  });
});
