import { systemClock } from '@riptide/core/kernel';
import type { Venue } from '@riptide/core/domain';
import { VENUES } from '@riptide/core/domain';
import { startVenueSim, type VenueSim } from '@riptide/venue-sim';
import { processLog } from '../log/process-log.ts';
import { attachToSupervisor } from '../supervise/child-lifecycle.ts';
import { SIMULATOR_URLS_VARIABLE } from '../supervise/child-messages.ts';
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
    ports: portsFrom(process.env[SIMULATOR_URLS_VARIABLE]),
    mode,
    clock,
    log,
  });
  log.info('simulator listens', { ...simulator.baseUrls });
  lifecycle.tell({ kind: 'simulator-ready', baseUrls: simulator.baseUrls });
}

/** Returns the ports of the former run, none on the first. */
export function portsFrom(text: string | undefined): Partial<Record<Venue, number>> {
  const ports: Partial<Record<Venue, number>> = {};
  for (const pair of (text ?? '').split(',')) {
    const [name, url] = pair.split('=');
    const venue = VENUES.find((candidate) => candidate === name);
    if (venue !== undefined && url !== undefined && URL.canParse(url)) ports[venue] = Number(new URL(url).port);
  }
  return ports;
}
