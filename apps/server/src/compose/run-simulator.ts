import { VENUES, type Venue, type VenueKey } from '@riptide/core/domain';
import { systemClock, type Clock, type Log } from '@riptide/core/kernel';
import { startSimControl, startVenueSim, type SimControl, type VenueSim } from '@riptide/venue-sim';
import type { Config } from '../config/config.ts';
import { processLog } from '../log/process-log.ts';
import { attachToSupervisor } from '../supervise/child-lifecycle.ts';
import type { SimulatorKeys } from '../supervise/child-messages.ts';
import { SIMULATOR_URLS_VARIABLE, simulatorControlPort, simulatorPorts } from '../supervise/simulator-urls.ts';
import { requireConfig } from './require-config.ts';

/** Runs the simulator process: four loopback venues with a made or a recorded market. */
export async function runSimulator(): Promise<void> {
  const clock = systemClock();
  const config = requireConfig();
  const log = processLog('simulator', { level: config.logLevel, dataDir: config.dataDir });
  let simulator: VenueSim | null = null;
  let control: SimControl | null = null;
  const stop = async (): Promise<void> => void (await Promise.all([control?.stop(), simulator?.stop()]));
  const lifecycle = attachToSupervisor({ clock, log, onMessage: () => undefined, stop });
  const mode =
    config.replayFolder !== null && config.market === 'replay'
      ? { kind: 'replay' as const, folder: config.replayFolder, speed: config.replaySpeed }
      : { kind: 'sim' as const, intensity: config.simIntensityFrac };
  const starting = startVenueSim({
    seed: config.simSeed,
    ports: simulatorPorts(process.env[SIMULATOR_URLS_VARIABLE]),
    mode,
    // What the product trades with: a venue that is ready without configuration.
    startSetup: { leverage: 10, marginMode: 'isolated' },
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
  const controlled = config.market === 'sim' ? await serveControl(simulator, config, { clock, log }) : null;
  if (typeof controlled === 'string') return lifecycle.fail(controlled);
  control = controlled;
  if (control !== null) lifecycle.tell({ kind: 'simulator-control', url: control.url });
  lifecycle.tell({ kind: 'simulator-ready', baseUrls: simulator.baseUrls, keys: keysOf(simulator) });
}

/** The key each venue issued at its start; null over recordings. */
function keysOf(simulator: VenueSim): SimulatorKeys | null {
  if (simulator.replay !== null) return null;
  const keys = VENUES.map((venue): [Venue, VenueKey] => {
    const { apiKey, apiSecret, passphrase } = simulator.firstKey(venue);
    return [venue, { apiKey, apiSecret, passphrase: passphrase === '' ? null : passphrase }];
  });
  return Object.fromEntries(keys) as SimulatorKeys;
}

/** Serves the control API, on the port of the former run if there was one. A text says why the port asked for can't be had. */
async function serveControl(
  sim: VenueSim,
  config: Config,
  deps: { readonly clock: Clock; readonly log: Log },
): Promise<SimControl | string> {
  const kept = simulatorControlPort(process.env[SIMULATOR_URLS_VARIABLE]);
  const port = kept ?? config.simControlPort;
  try {
    return await startSimControl({ sim, marketSeed: config.simSeed, port, ...deps });
  } catch (cause) {
    if (kept !== null || port === 0) throw cause;
    return `SIM_CONTROL_PORT: read ${port}, allowed: a port of 127.0.0.1 that is free and may be used, or 0`;
  }
}

function replayLine(folder: string, found: string): string {
  return `REPLAY: read ${JSON.stringify(folder)}, found ${found}; allowed: a folder with at least one recording of BINANCE, BYBIT, OKX or KUCOIN`;
}

function foundText(skipped: readonly { readonly file: string; readonly reason: string }[]): string {
  const [first] = skipped;
  if (first === undefined) return 'no recordings';
  return `nothing that can be played in ${skipped.length} files, the first: ${first.file} (${first.reason})`;
}
