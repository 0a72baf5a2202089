import { fork } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'riptide-lifecycle-'));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Starts a child that attaches itself after `before`, and never ends by itself. */
function startChild(name: string, before: string, stop = 'async () => undefined') {
  const path = join(folder, `${name}.mts`);
  writeFileSync(
    path,
    `import { silentLog, systemClock } from '${new URL('../../../../packages/core/src/kernel/index.ts', import.meta.url).href}';
     import { attachToSupervisor } from '${new URL('./child-lifecycle.ts', import.meta.url).href}';
     setInterval(() => undefined, 1_000);
     process.send({ kind: 'loaded' });
     ${before}
     attachToSupervisor({ clock: systemClock(), log: silentLog(), onMessage: () => undefined, stop: ${stop} });
     if (process.connected) process.send({ kind: 'attached' });`,
  );
  const child = fork(path, [], { execArgv: ['--conditions=@riptide/source', '--import', tsx] });
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const heard = (kind: string): Promise<void> =>
    new Promise((resolve) =>
      child.on('message', (message: { kind: string }) => (message.kind === kind ? resolve() : undefined)),
    );
  return { child, exit, heard };
}

describe('attachToSupervisor', { timeout: 30_000 }, () => {
  it('ends the process when the supervisor was gone before it had loaded', async () => {
    const { child, exit, heard } = startChild(
      'late',
      `await new Promise((resolve) => process.once('disconnect', resolve));`,
    );
    await heard('loaded');
    child.disconnect();
    expect(await exit).toBe(0);
  });

  it.each(['SIGTERM', 'stop', 'disconnect'])('ends the process on %s', async (how) => {
    const { child, exit, heard } = startChild(`ends-${how}`, '');
    await heard('attached');
    if (how === 'SIGTERM') child.kill('SIGTERM');
    else if (how === 'stop') child.send({ kind: 'stop' });
    else child.disconnect();
    expect(await exit).toBe(0);
  });

  it('ends the process in time even when stopping never ends, and leaves Ctrl-C to the supervisor', async () => {
    const { child, exit, heard } = startChild('stuck', '', '() => new Promise(() => undefined)');
    await heard('attached');
    child.kill('SIGINT');
    child.send({ kind: 'stop' });
    expect(await exit).toBe(0);
  });
});
