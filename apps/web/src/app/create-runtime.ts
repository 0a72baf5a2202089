import { createApiCall, createApiDownload } from '../lib/api-client.ts';
import { browserClock } from '../lib/browser-clock.ts';
import { EventStream } from '../lib/event-stream.ts';
import { leaveForGate } from '../lib/gate-redirect.ts';
import type { Runtime } from '../lib/runtime.tsx';
import { ServerClock } from '../lib/server-clock.ts';
import { Ticker } from '../lib/ticker.ts';
import { bearerToken } from '../shared/account.ts';
import { renewBearer } from './renew-bearer.ts';

/** Builds what the running app shares, on the browser's own clock and network. */
export function createRuntime(): Runtime {
  const fetch: typeof window.fetch = (input, init) => window.fetch(input, init);
  return {
    clock: browserClock,
    serverClock: new ServerClock(browserClock.nowMs),
    ticker: new Ticker(browserClock),
    call: createApiCall({ fetch, onGateLocked: leaveForGate, bearer: bearerToken, renewBearer }),
    download: createApiDownload({ fetch, onGateLocked: leaveForGate }),
    stream: new EventStream({ fetch, clock: browserClock, onGateLocked: leaveForGate }, [
      'opportunities',
      'arbitrage',
      'health',
      'prices',
      'positions',
      'orders',
      'balances',
      'engine',
      'liquidations',
      'executions',
      'notifications',
    ]),
  };
}
