import { createServer } from 'node:net';
import type { Clock } from '@riptide/core/kernel';

/** A former process on the same port may need a moment to end. */
const TRIES = 10;
const RETRY_MS = 100;

/** Returns one line for a person when the port can't be listened on, null when it can. Listens for a moment to find out. */
export async function portFault(host: string, port: number, clock: Clock): Promise<string | null> {
  for (let attempt = 1; ; attempt += 1) {
    const code = await listenOnce(host, port);
    if (code === null) return null;
    if (code !== 'EADDRINUSE' || attempt >= TRIES) return portTakenLine(host, port);
    await new Promise<void>((resolve) => void clock.after(RETRY_MS, resolve));
  }
}

/** Returns what a person is told about a port that can't be had. */
export function portTakenLine(host: string, port: number): string {
  return `PORT: read ${port}, allowed: a port of ${host} that is free and may be used; stop what uses it or choose another PORT`;
}

function listenOnce(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen({ host, port }, () => probe.close(() => resolve(null)));
  });
}
