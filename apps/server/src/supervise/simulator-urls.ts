import { VENUES, type Venue } from '@riptide/core/domain';
import type { SimulatorUrls } from './child-messages.ts';

/** Variable that tells a restarted simulator the addresses it has to come back on. */
export const SIMULATOR_URLS_VARIABLE = 'RIPTIDE_SIMULATOR_URLS';

const CONTROL = 'CONTROL';

/** Returns the addresses as the text of the variable: `BINANCE=http://127.0.0.1:4001,…,CONTROL=…`; empty before the first start. */
export function simulatorUrlsText(urls: SimulatorUrls | null, controlUrl: string | null): string {
  return Object.entries({ ...urls, ...(controlUrl === null ? {} : { [CONTROL]: controlUrl }) })
    .map(([venue, url]) => `${venue}=${url}`)
    .join(',');
}

/** Returns the ports of the former run, none on the first. */
export function simulatorPorts(text: string | undefined): Partial<Record<Venue, number>> {
  const named = portsByName(text);
  const ports: Partial<Record<Venue, number>> = {};
  for (const venue of VENUES) {
    const port = named.get(venue);
    if (port !== undefined) ports[venue] = port;
  }
  return ports;
}

/** Returns the port that the control API had in the former run, null on the first. */
export function simulatorControlPort(text: string | undefined): number | null {
  return portsByName(text).get(CONTROL) ?? null;
}

function portsByName(text: string | undefined): ReadonlyMap<string, number> {
  const ports = new Map<string, number>();
  for (const pair of (text ?? '').split(',')) {
    const [name, url] = pair.split('=');
    if (name !== undefined && url !== undefined && URL.canParse(url)) ports.set(name, Number(new URL(url).port));
  }
  return ports;
}
