import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { silentLog, systemClock } from '@riptide/core/kernel';
import type { ChildName } from './child-messages.ts';
import type { ChildSpec } from './managed-child.ts';
import { ProcessSupervisor, type ReadyFacts } from './process-supervisor.ts';

const folder = mkdtempSync(join(tmpdir(), 'riptide-supervise-'));
const WAIT = { timeout: 30_000, interval: 20 };

const READY: Record<ChildName, string> = {
  simulator: `{ kind: 'simulator-ready', baseUrls: { BINANCE: 'http://127.0.0.1:1' }, keys: { BINANCE: { apiKey: 'key-1' } } }`,
  engine: `{ kind: 'engine-ready' }`,
  server: `{ kind: 'server-ready', url: 'http://127.0.0.1:2', generatedPassword: 'made-once' }`,
};

/** Writes a tiny child: reports ready, keeps every message it got in a file, ends on stop unless it is stubborn. */
function childFile(name: ChildName, more: { stubborn?: boolean; before?: string; ready?: string } = {}): ChildSpec {
  const path = join(folder, `${name}-${Math.floor(performance.now() * 1000)}.mjs`);
  writeFileSync(
    path,
    `import { appendFileSync } from 'node:fs';
     process.on('SIGINT', () => {});
     process.on('SIGTERM', () => {});
     process.on('disconnect', () => process.exit(0));
     process.on('message', (m) => { appendFileSync('${path}.log', JSON.stringify(m) + '\\n'); if (m.kind === 'stop' && ${more.stubborn !== true}) process.exit(0); });
     ${more.before === undefined ? '' : `process.send(${more.before});`}
     process.send(${more.ready ?? READY[name]});
     setInterval(() => {}, 1000);`,
  );
  return { name, modulePath: path, environment: () => process.env };
}

const messagesOf = (spec: ChildSpec): string => {
  try {
    return readFileSync(`${spec.modulePath}.log`, 'utf8');
  } catch {
    return '';
  }
};

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const running: ProcessSupervisor[] = [];
const outside: ChildProcess[] = [];
afterEach(async () => {
  for (const child of outside.splice(0)) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map((supervisor) => supervisor.stop()));
});

function supervise(specs: readonly ChildSpec[], clock = systemClock()) {
  const ready: ReadyFacts[] = [];
  const fatal: string[] = [];
  const supervisor = new ProcessSupervisor(specs, {
    clock,
    log: silentLog(),
    onReady: (facts) => ready.push(facts),
    onFatal: (line) => fatal.push(line),
  });
  running.push(supervisor);
  supervisor.start();
  return { supervisor, ready, fatal };
}

describe('ProcessSupervisor', { timeout: 90_000 }, () => {
  it('reports ready once, when every child has, with the password that was made', async () => {
    const specs = [childFile('simulator'), childFile('engine'), childFile('server')];
    const { ready } = supervise(specs);
    const facts = { url: 'http://127.0.0.1:2', generatedPassword: 'made-once', simulatorControlUrl: null };
    await vi.waitFor(() => expect(ready).toEqual([facts]), WAIT);
  });

  it('starts a child with the flags of its own, and no other with them', async () => {
    const before = `{ kind: 'simulator-control', url: String(process.execArgv.includes('--max-inlined-bytecode-size=2000')) }`;
    const flagged = { ...childFile('simulator', { before }), nodeFlags: ['--max-inlined-bytecode-size=2000'] };
    const { supervisor } = supervise([flagged]);
    await vi.waitFor(() => expect(supervisor.simulatorControlUrl).toBe('true'), WAIT);
    const plain = supervise([childFile('simulator', { before })]).supervisor;
    await vi.waitFor(() => expect(plain.simulatorControlUrl).toBe('false'), WAIT);
  });

  it('tells where the control API of the simulator is, and keeps the address for a restarted one', async () => {
    const before = `{ kind: 'simulator-control', url: 'http://127.0.0.1:3' }`;
    const { supervisor, ready } = supervise([
      childFile('simulator', { before }),
      childFile('engine'),
      childFile('server'),
    ]);
    await vi.waitFor(() => expect(ready).toHaveLength(1), WAIT);
    expect(ready[0]?.simulatorControlUrl).toBe('http://127.0.0.1:3');
    expect(supervisor.simulatorControlUrl).toBe('http://127.0.0.1:3');
  });

  it('restarts a child that was killed and tells it again where the simulator is', async () => {
    const engine = childFile('engine');
    const server = childFile('server');
    const { supervisor, ready } = supervise([childFile('simulator'), engine, server]);
    await vi.waitFor(() => expect(ready).toHaveLength(1), WAIT);
    const before = supervisor.pidOf('engine');
    process.kill(before ?? 0, 'SIGKILL');
    await vi.waitFor(() => {
      expect(supervisor.pidOf('engine')).not.toBeNull();
      expect(supervisor.pidOf('engine')).not.toBe(before);
    }, WAIT);
    await vi.waitFor(() => expect(messagesOf(engine).match(/simulator-urls/g)?.length).toBeGreaterThanOrEqual(2), WAIT);
    await vi.waitFor(() => expect(messagesOf(server)).toContain('"count":1'), WAIT);
    expect(ready).toHaveLength(1);
  });

  it('hands the keys of the simulated venues to the server alone, again after it was restarted', async () => {
    const server = childFile('server');
    const engine = childFile('engine');
    const { supervisor, ready } = supervise([childFile('simulator'), engine, server]);
    await vi.waitFor(() => expect(ready).toHaveLength(1), WAIT);
    await vi.waitFor(() => expect(messagesOf(server)).toContain('"apiKey":"key-1"'), WAIT);
    process.kill(supervisor.pidOf('server') ?? 0, 'SIGKILL');
    await vi.waitFor(() => expect(messagesOf(server).match(/simulator-keys/g)).toHaveLength(2), WAIT);
    expect(messagesOf(engine)).not.toContain('key-1');
  });

  it('ends every child, also one that does not listen, and waits for none longer than 2 s', async () => {
    const clock = systemClock();
    const { supervisor, ready } = supervise([childFile('engine'), childFile('server', { stubborn: true })], clock);
    await vi.waitFor(() => expect(ready).toHaveLength(1), WAIT);
    const pids = [supervisor.pidOf('engine') ?? 0, supervisor.pidOf('server') ?? 0];
    expect(pids.every(isAlive)).toBe(true);
    // How long a busy machine takes for it says nothing: how long the supervisor means to wait does.
    const after = vi.spyOn(clock, 'after');
    await supervisor.stop();
    expect(after.mock.calls.map(([delayMs]) => delayMs)).toHaveLength(2);
    expect(Math.max(...after.mock.calls.map(([delayMs]) => delayMs))).toBeLessThan(2_000);
    expect(pids.some(isAlive)).toBe(false);
  });

  it('hands on the line of a child that cannot run', async () => {
    const { fatal } = supervise([childFile('server', { ready: `{ kind: 'fatal', line: 'PORT 80 is taken' }` })]);
    await vi.waitFor(() => expect(fatal).toEqual(['PORT 80 is taken']), WAIT);
  });

  it('leaves no child behind when the supervisor itself is killed', async () => {
    const pids = await startSupervisorOutside([childFile('engine'), childFile('server')]);
    expect(pids.length).toBe(2);
    outside[0]?.kill('SIGKILL');
    await vi.waitFor(() => expect(pids.some(isAlive)).toBe(false), WAIT);
  });
});

/** Runs a supervisor in a process of its own and returns the ids of its children. */
async function startSupervisorOutside(specs: readonly ChildSpec[]): Promise<number[]> {
  const script = join(folder, 'outside.mts');
  const source = (name: string): string => pathToFileURL(fileURLToPath(new URL(name, import.meta.url))).href;
  const kernel = new URL('../../../../packages/core/src/kernel/index.ts', import.meta.url).href;
  writeFileSync(
    script,
    `import { silentLog, systemClock } from '${kernel}';
     import { ProcessSupervisor } from '${source('./process-supervisor.ts')}';
     const specs = ${JSON.stringify(specs.map(({ name, modulePath }) => ({ name, modulePath })))}.map((s) => ({ ...s, environment: () => process.env }));
     const supervisor = new ProcessSupervisor(specs, { clock: systemClock(), log: silentLog(), onFatal() {},
       onReady() { console.log(JSON.stringify(specs.map((s) => supervisor.pidOf(s.name)))); } });
     supervisor.start();`,
  );
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const child = spawn(process.execPath, ['--conditions=@riptide/source', '--import', tsx, script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  outside.push(child);
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (data: Buffer) => resolve(data.toString()));
    child.once('exit', () => reject(new Error('the supervisor ended before it was ready')));
  });
  return JSON.parse(line) as number[];
}
