import { createApiCall, createApiDownload, type ContractCheck } from '../lib/api-client.ts';
import { browserClock } from '../lib/browser-clock.ts';
import type { EarlyAnswers } from '../lib/early-answers.ts';
import { EventStream } from '../lib/event-stream.ts';
import { heldWhileSigningOut, leaveForGate } from '../lib/gate-redirect.ts';
import { LivePace, frameEnd, pacedClock } from '../lib/live-pace.ts';
import type { ReadEventsPorts } from '../lib/read-events.ts';
import type { Runtime } from '../lib/runtime.tsx';
import { ServerClock } from '../lib/server-clock.ts';
import { Ticker } from '../lib/ticker.ts';
import { bearerToken } from '../shared/account.ts';
import { renewBearer } from './renew-bearer.ts';

/** Live data wait for what the page answers to these. */
const PRESSES = ['keydown', 'pointerdown', 'pointerup'] as const;

/** Builds what the running app shares, on the browser's own clock and network; what was asked early is taken first. */
export function createRuntime(early: EarlyAnswers): Runtime {
  const fetch = heldWhileSigningOut(early.fetch);
  const pace = new LivePace({ clock: browserClock, afterFrame: frameEnd() });
  for (const type of PRESSES) window.addEventListener(type, pace.standBack, { capture: true, passive: true });
  const check = import.meta.env.DEV ? developmentCheck() : null;
  return {
    clock: pacedClock(browserClock, pace),
    serverClock: new ServerClock(browserClock.nowMs),
    ticker: new Ticker(browserClock),
    earlyStartMs: (path) => early.startedMs(path),
    call: createApiCall({
      fetch,
      onGateLocked: leaveForGate,
      bearer: bearerToken,
      renewBearer,
      ...(check ? { check: check.answer } : {}),
    }),
    download: createApiDownload({ fetch, onGateLocked: leaveForGate }),
    readEvents: lateReadEvents({ fetch, clock: browserClock, onGateLocked: leaveForGate }),
    stream: new EventStream(
      {
        fetch,
        clock: browserClock,
        onGateLocked: leaveForGate,
        nextFlush: pace.nextFlush,
        ...(check ? { check: check.item } : {}),
      },
      [
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
      ],
    ),
  };
}

/** Few pages read a stream of their own: what reads it is loaded by the first that does. */
function lateReadEvents(ports: ReadEventsPorts): Runtime['readEvents'] {
  return async (wish) => {
    const { createReadEvents } = await import('../lib/read-events.ts');
    await createReadEvents(ports)(wish);
  };
}

/** Checks by the contract as soon as its schemas are there. */
function developmentCheck(): ContractCheck {
  let loaded: ContractCheck | null = null;
  import('../lib/contract-check.ts').then(
    ({ contractCheck }) => (loaded = contractCheck),
    (e: unknown) => console.warn('Answers are not checked by the contract.', e),
  );
  return {
    answer: (route, body) => loaded?.answer(route, body) ?? null,
    item: (topic, payload) => loaded?.item(topic, payload) ?? null,
  };
}
