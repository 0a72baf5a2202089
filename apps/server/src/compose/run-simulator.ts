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
  simulator = await startVenueSim({
    seed: config.simSeed,
    ports: simulatorPorts(process.env[SIMULATOR_URLS_VARIABLE]),
    mode,
    clock,
    log,
  });
  log.info('simulator listens', { ...simulator.baseUrls });
  lifecycle.tell({ kind: 'simulator-ready', baseUrls: simulator.baseUrls });
}
