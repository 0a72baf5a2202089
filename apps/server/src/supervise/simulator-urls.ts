import { VENUES, type Venue } from '@riptide/core/domain';
import type { SimulatorUrls } from './child-messages.ts';

/** Variable that tells a restarted simulator the addresses it has to come back on. */
export const SIMULATOR_URLS_VARIABLE = 'RIPTIDE_SIMULATOR_URLS';

/** Returns the addresses as the text of the variable: `BINANCE=http://127.0.0.1:4001,…`; empty before the first start. */
export function simulatorUrlsText(urls: SimulatorUrls | null): string {
  return Object.entries(urls ?? {})
    .map(([venue, url]) => `${venue}=${url}`)
    .join(',');
}

/** Returns the ports of the former run, none on the first. */
export function simulatorPorts(text: string | undefined): Partial<Record<Venue, number>> {
  const ports: Partial<Record<Venue, number>> = {};
  for (const pair of (text ?? '').split(',')) {
    const [name, url] = pair.split('=');
    const venue = VENUES.find((candidate) => candidate === name);
    if (venue !== undefined && url !== undefined && URL.canParse(url)) ports[venue] = Number(new URL(url).port);
  }
  return ports;
}
