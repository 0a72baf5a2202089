import type { Venue } from '@riptide/core/domain';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import type { SimKey, SimOrderRequest } from '../src/account/model.ts';
import { START_MS, request } from '../src/account/venue-accounts.fixture.ts';
import { startSimControl, startVenueSim, type SimControl, type VenueSim } from '../src/index.ts';
import { callBinance, type Answered } from './signed-calls.ts';

export type Body = Readonly<Record<string, unknown>>;

/** A running simulator on a virtual clock with its control API, and the shortest ways to use both. */
export interface ControlRig {
  readonly sim: VenueSim;
  readonly clock: VirtualClock;
  readonly control: SimControl;
  get(path: string): Promise<{ readonly status: number; readonly body: Body }>;
  post(path: string, body: unknown): Promise<{ readonly status: number; readonly body: Body }>;
  heal(): Promise<{ readonly status: number; readonly body: Body }>;
  /** Places an order on the perp of a symbol for the first key's account. */
  place(venue: Venue, wireSymbol: string, part: Partial<SimOrderRequest>): void;
  /** A signed call of BINANCE futures. */
  binance(
    route: string,
    fields: Record<string, string | number>,
    more?: { key?: SimKey; signal?: AbortSignal },
  ): Promise<Answered>;
  stop(): Promise<void>;
}

/** Starts a simulator and its control API. */
export async function controlRig(seed = 41): Promise<ControlRig> {
  const clock = new VirtualClock(START_MS);
  const sim = await startVenueSim({ seed, mode: { kind: 'sim' }, clock, startUsdt: 50_000 });
  const control = await startSimControl({ sim, marketSeed: seed, clock, log: silentLog() });
  const call = async (method: string, path: string, body?: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${control.url}${path}`, { method, ...(body === undefined ? {} : { body: text }) });
    return { status: response.status, body: (await response.json()) as Body };
  };
  return {
    sim,
    clock,
    control,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    heal: () => call('DELETE', '/faults'),
    place(venue, wireSymbol, part) {
      const ix = sim.control(venue).ixOf(wireSymbol, 'perp');
      if (ix === null) throw new Error(`no ${wireSymbol}`);
      const placed = sim.accounts(venue).place(sim.firstKey(venue).accountId, request({ ix, ...part }));
      if (!placed.ok) throw new Error(`refused: ${placed.refusal}`);
    },
    binance(route, fields, { key = sim.firstKey('BINANCE'), signal } = {}) {
      const [method, path] = route.split(' ');
      const url = `${sim.baseUrls.BINANCE}/usdm${path}`;
      return callBinance(
        key,
        `${method} ${url}`,
        { timestamp: clock.nowMs(), ...fields },
        signal === undefined ? {} : { signal },
      );
    },
    async stop() {
      await control.stop();
      await sim.stop();
    },
  };
}
