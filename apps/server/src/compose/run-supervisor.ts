import { fileURLToPath } from 'node:url';
import { systemClock, type Clock } from '@riptide/core/kernel';
import type { Config } from '../config/config.ts';
import { processLog } from '../log/process-log.ts';
import type { ChildName } from '../supervise/child-messages.ts';
import { lockDataDir } from '../supervise/data-dir-lock.ts';
import { ENGINE_FLAGS } from '../supervise/engine-flags.ts';
import type { ChildSpec } from '../supervise/managed-child.ts';
import { portFault } from '../supervise/port-fault.ts';
import { closeDataDir, makeFilesPrivate } from '../supervise/private-data-dir.ts';
import { ProcessSupervisor } from '../supervise/process-supervisor.ts';
import { readyBlock } from '../supervise/ready-block.ts';
import { SIMULATOR_URLS_VARIABLE, simulatorUrlsText } from '../supervise/simulator-urls.ts';
import { requireConfig } from './require-config.ts';
import { VERSION } from './version.ts';

const PARENT_CHECK_MS = 200;

/** Runs the supervisor: starts the children in `folder`, and ends everything on SIGINT, SIGTERM or a fatal child. */
export async function runSupervisor(entryUrl: string): Promise<void> {
  const clock = systemClock();
  const config = requireConfig();
  makeFilesPrivate();
  const log = processLog('supervisor', { level: config.logLevel, dataDir: config.dataDir });
  const lock = lockDataDir(config.dataDir);
  if (!lock.ok) return exitWith(lock.error);
  const closed = closeDataDir(config.dataDir);
  if (!closed.ok) return exitWith(closed.error);
  if (closed.value !== null) log.warn(closed.value);
  if (config.replayFolder !== null && config.market !== 'replay')
    log.warn(`REPLAY is set and not used: MARKET is ${config.market}`);
  const fault = config.port === 0 ? null : await portFault(config.host, config.port, clock);
  if (fault !== null) return exitWith(fault);

  let isEnding = false;
  const end = (exitCode: number): void => {
    if (isEnding) return;
    isEnding = true;
    const code = supervisor.isAllGone ? 1 : exitCode;
    void supervisor.stop().then(() => {
      if (lock.ok) lock.value.release();
      process.exit(code);
    });
  };
  const supervisor = new ProcessSupervisor(
    childSpecs(entryUrl, config, () =>
      simulatorUrlsText(supervisor.simulatorAddresses, supervisor.simulatorControlUrl),
    ),
    {
      clock,
      log,
      onReady: (facts) => void process.stdout.write(readyBlock(VERSION, config, facts)),
      onFatal: (line) => {
        process.stderr.write(`${line}\n`);
        end(1);
      },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
  endWithNpm(clock, () => end(0));
  process.on('exit', () => supervisor.killAll());
  supervisor.start();
}

/**
 * Ends when npm does. npm puts a shell between itself and this process, and a SIGTERM to npm ends that shell without a word
 * to us; all there is to see is that the parent has changed.
 */
function endWithNpm(clock: Clock, end: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const startedBy = process.ppid;
  clock.every(PARENT_CHECK_MS, () => {
    if (process.ppid !== startedBy) end();
  });
}

function exitWith(line: string): void {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function childSpecs(entryUrl: string, config: Config, simulatorAddresses: () => string): readonly ChildSpec[] {
  const extension = entryUrl.endsWith('.ts') ? 'ts' : 'js';
  const needsSimulator = config.market === 'sim' || config.market === 'replay';
  const names: readonly ChildName[] = needsSimulator ? ['simulator', 'engine', 'server'] : ['engine', 'server'];
  return names.map((name) => ({
    name,
    modulePath: fileURLToPath(new URL(`./${name}.${extension}`, entryUrl)),
    ...(name === 'engine' ? { nodeFlags: ENGINE_FLAGS } : {}),
    environment: () =>
      name === 'simulator' ? { ...process.env, [SIMULATOR_URLS_VARIABLE]: simulatorAddresses() } : process.env,
  }));
}
