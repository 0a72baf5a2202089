import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startReceiver, type Receiver } from './channels/receiver.fixture.ts';
import { openNotifyProcess } from './notify-process.fixture.ts';

const KILLS = 3;
const EACH = 500;
/** Acknowledged by the process before it is killed. */
const TAKEN = 25;

let receiver: Receiver;
let dataDir = '';
beforeEach(async () => {
  receiver = await startReceiver();
  dataDir = mkdtempSync(join(tmpdir(), 'riptide-kill-'));
});
afterEach(async () => {
  await receiver.close();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('kill -9 in the middle of sending', () => {
  it('loses nothing that was taken, and a receiver that knows the key takes nothing twice', async () => {
    const acknowledged: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) acknowledged.push(...(await runAndKill(kill * EACH)));
    expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS * TAKEN);

    const notifier = await openNotifyProcess(dataDir, receiver.url);
    await notifier.start();
    await vi.waitFor(
      async () => {
        const figures = await notifier.deliveries.figures();
        expect(figures.find(({ channel }) => channel === 'webhook')?.waiting).toBe(0);
      },
      { timeout: 20_000, interval: 50 },
    );
    const keysByTitle = new Map<string, Set<string>>();
    for (const { headers, body } of receiver.requests) {
      const { title } = JSON.parse(body) as { title: string };
      keysByTitle.set(title, (keysByTitle.get(title) ?? new Set()).add(String(headers['idempotency-key'])));
    }
    expect(acknowledged.filter((i) => !keysByTitle.has(`n${i}`))).toEqual([]);
    expect([...keysByTitle.values()].filter(({ size }) => size !== 1)).toEqual([]);
    // A message is sent a second time only where the process died between sending and noting it: once a kill at most.
    expect(receiver.requests.length - keysByTitle.size).toBeLessThanOrEqual(KILLS);
    const titles = await notifier.repository.list({ beforeId: null, limit: 5_000, isUnread: null, severityMin: null });
    expect(new Set(titles.map(({ title }) => title)).size).toBe(titles.length);
    await notifier.end();
  }, 120_000);
});

/** Returns what the process said it had taken before it was killed. */
function runAndKill(from: number): Promise<readonly number[]> {
  const entry = fileURLToPath(new URL('./send-notices.fixture.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--conditions=@riptide/source', '--import', 'tsx', entry, dataDir, receiver.url, String(from), String(EACH)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (text.split('\n').length > TAKEN) child.kill('SIGKILL');
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve(text.split('\n').slice(0, -1).map(Number)));
  });
}
