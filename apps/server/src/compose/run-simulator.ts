import { systemClock } from '@riptide/core/kernel';
import { startVenueSim, type VenueSim } from '@riptide/venue-sim';
import { processLog } from '../log/process-log.ts';
import { attachToSupervisor } from '../supervise/child-lifecycle.ts';
import { SIMULATOR_URLS_VARIABLE, simulatorPorts } from '../supervise/simulator-urls.ts';
import { requireConfig } from './require-config.ts';

/** Runs the simulator process: four loopback venues with a made or a recorded market. */
export async function runSimulator(): Promise<void> {
  const clock = systemClock();
  const config = requireConfig();
  const log = processLog('simulator', config.logLevel);
  let simulator: VenueSim | null = null;
  const lifecycle = attachToSupervisor({ clock, log, onMessage: () => undefined, stop: async () => simulator?.stop() });
  const mode =
    config.replayFolder !== null && config.market === 'replay'
      ? { kind: 'replay' as const, folder: config.replayFolder, speed: config.replaySpeed }
      : { kind: 'sim' as const };
  const starting = startVenueSim({
    seed: config.simSeed,
    ports: simulatorPorts(process.env[SIMULATOR_URLS_VARIABLE]),
    mode,
    clock,
    log,
  });
  const started = await starting.catch((error: unknown) => {
    if (mode.kind !== 'replay') throw error;
    return replayLine(mode.folder, error instanceof Error ? error.message : String(error));
  });
  if (typeof started === 'string') return lifecycle.fail(started);
  simulator = started;
  if (started.replay !== null && started.replay.recorded.length === 0) {
    return lifecycle.fail(replayLine(config.replayFolder ?? '', foundText(started.replay.skipped)));
  }
  log.info('simulator listens', { ...simulator.baseUrls });
  lifecycle.tell({ kind: 'simulator-ready', baseUrls: simulator.baseUrls });
}

function replayLine(folder: string, found: string): string {
  return `REPLAY: read ${JSON.stringify(folder)}, found ${found}; allowed: a folder with at least one recording of BINANCE, BYBIT, OKX or KUCOIN`;
}

function foundText(skipped: readonly { readonly file: string; readonly reason: string }[]): string {
  const [first] = skipped;
  if (first === undefined) return 'no recordings';
  return `nothing that can be played in ${skipped.length} files, the first: ${first.file} (${first.reason})`;
}
