import { createApiCall, createApiDownload } from '../src/lib/api-client.ts';
import { browserClock } from '../src/lib/browser-clock.ts';
import { EventStream } from '../src/lib/event-stream.ts';
import { createReadEvents } from '../src/lib/read-events.ts';
import type { Runtime } from '../src/lib/runtime.tsx';
import { ServerClock } from '../src/lib/server-clock.ts';
import { Ticker } from '../src/lib/ticker.ts';

/** What the sample server says to a form that is saved: a refusal, so that both kinds of error can be seen. */
const REFUSAL = {
  ok: false,
  code: 'invalid_input',
  error: 'Not at this venue',
  message: 'Not at this venue',
  detail: '',
  request_id: 'sample',
  fields: { max_leverage: 'BYBIT allows 5 on this symbol' },
};

/** Builds the runtime of the gallery: it asks no server, every changing call is refused, the stream never opens. */
export function createSampleRuntime(): Runtime {
  const refuse: typeof fetch = async () => new Response(JSON.stringify(REFUSAL), { status: 400 });
  const never: typeof fetch = async () => new Promise(() => {});
  const onGateLocked = (): void => {};
  return {
    clock: browserClock,
    serverClock: new ServerClock(browserClock.nowMs),
    ticker: new Ticker(browserClock),
    call: createApiCall({ fetch: refuse, onGateLocked }),
    download: createApiDownload({ fetch: refuse, onGateLocked }),
    stream: new EventStream({ fetch: never, clock: browserClock, onGateLocked }, []),
    readEvents: createReadEvents({ fetch: never, clock: browserClock, onGateLocked }),
  };
}
