import type { Problem, RouteOutput, gateStatus } from '@riptide/contracts/calls';
import type { BrowserClock } from '../../lib/browser-clock.ts';

export type GateFacts = Omit<RouteOutput<typeof gateStatus>, 'ok'> & { readonly roundTripMs: number };

export type UnlockOutcome =
  | { readonly kind: 'granted' }
  | { readonly kind: 'wrong'; readonly text: string }
  | { readonly kind: 'locked-out'; readonly seconds: number }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'offline' };

export interface GateCallPorts {
  readonly fetch: typeof fetch;
  readonly clock: BrowserClock;
  /** The tick from which an answer counts that was asked for before the gate was there; null where none waits. */
  readonly earlyStartMs?: (path: string) => number | null;
}

const STATUS_PATH = '/api/gate/status';
const TIMEOUT_MS = 8000;
const FALLBACK_LOCK_S = 30;

/** Asks whether this browser holds a gate session; null when the server can't be reached or answers something else. */
export async function readGate({ fetch, clock, earlyStartMs }: GateCallPorts): Promise<GateFacts | null> {
  const startedMs = earlyStartMs?.(STATUS_PATH) ?? clock.ticksMs();
  const answer = await ask(fetch, STATUS_PATH, { method: 'GET' });
  // The gate stays small by reading its two answers by hand; every other call is parsed by its contract.
  const body = answer?.body as (Omit<GateFacts, 'roundTripMs'> & { ok: true }) | undefined;
  if (answer?.status !== 200 || typeof body?.authenticated !== 'boolean') return null;
  return { ...body, roundTripMs: clock.ticksMs() - startedMs };
}

/** Tries the password; 401 here means a wrong one and nothing else. */
export async function unlock({ fetch }: GateCallPorts, password: string): Promise<UnlockOutcome> {
  const answer = await ask(fetch, '/api/gate/unlock', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  if (answer === null || answer.body === null) return { kind: 'offline' };
  if (answer.status === 200) return { kind: 'granted' };
  const problem = answer.body as Partial<Problem>;
  const text = typeof problem.error === 'string' && problem.error !== '' ? problem.error : null;
  if (answer.status === 401) return { kind: 'wrong', text: text ?? 'Invalid password' };
  if (answer.status === 429) return { kind: 'locked-out', seconds: problem.retry_after_seconds ?? FALLBACK_LOCK_S };
  return { kind: 'refused', text: text ?? 'Connection error' };
}

async function ask(
  fetchIt: typeof fetch,
  path: string,
  init: RequestInit,
): Promise<{ status: number; body: unknown } | null> {
  try {
    const response = await fetchIt(path, {
      ...init,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, body: await response.json() };
  } catch (e) {
    // Unreachable, silent for too long, or not JSON: the gate says `Connection error` for all three.
    console.info('The gate could not be asked.', e);
    return null;
  }
}
