import * as fc from 'fast-check';
import type { PrivateCallFault, PrivateEventFault } from '../../../packages/venue-sim/src/account/model.ts';

/** One random operation. Plain data, so that a failing run can be shrunk and printed. */
export type Operation =
  | {
      readonly kind: 'market' | 'GTC' | 'IOC' | 'FOK' | 'POST_ONLY';
      readonly on: number;
      readonly side: 'BUY' | 'SELL';
      readonly usd: number;
      /** Limit price away from the touch, bps; positive is towards the taker. */
      readonly awayBps: number;
      readonly reduces: boolean;
    }
  | { readonly kind: 'conditional'; readonly on: number; readonly awayBps: number; readonly isStop: boolean }
  | { readonly kind: 'cancel' | 'close'; readonly pick: number }
  | { readonly kind: 'move'; readonly on: number; readonly bps: number }
  | { readonly kind: 'flow'; readonly on: number; readonly times: number }
  | { readonly kind: 'funding'; readonly on: number; readonly bps: number }
  | {
      readonly kind: 'call-fault';
      readonly fault: PrivateCallFault;
      readonly call: 'place' | 'cancel' | 'query-order' | null;
    }
  | {
      readonly kind: 'event-fault';
      readonly fault: PrivateEventFault;
      readonly event: 'order' | 'fill' | 'balance' | null;
    }
  | { readonly kind: 'stream-lost'; readonly ms: number }
  | { readonly kind: 'silence'; readonly ms: number }
  | { readonly kind: 'restart'; readonly downMs: number }
  | {
      readonly kind: 'foreign';
      readonly on: number;
      readonly side: 'BUY' | 'SELL';
      readonly usd: number;
      readonly awayBps: number;
    }
  | { readonly kind: 'adl' | 'liquidate'; readonly on: number; readonly frac: number }
  | { readonly kind: 'deposit'; readonly cents: number }
  | { readonly kind: 'kill'; readonly level: 1 | 2 | 3 }
  | { readonly kind: 'journal-full'; readonly ms: number };

/** An operation and how long it is waited afterwards. Short waits let the next one meet it half done. */
export interface Step {
  readonly operation: Operation;
  readonly waitMs: number;
}

const on = fc.nat(2);
const side = fc.constantFrom('BUY' as const, 'SELL' as const);
const usd = fc.integer({ min: 20, max: 6_000 });
const awayBps = fc.integer({ min: -40, max: 25 });

const order: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constantFrom(
    'market' as const,
    'market' as const,
    'GTC' as const,
    'GTC' as const,
    'IOC' as const,
    'FOK' as const,
    'POST_ONLY' as const,
  ),
  on,
  side,
  usd,
  awayBps,
  reduces: fc.constantFrom(false, false, false, true),
});

const callFault: fc.Arbitrary<PrivateCallFault> = fc.constantFrom<PrivateCallFault>(
  { kind: 'answer-lost' },
  { kind: 'answer-lost' },
  { kind: 'request-lost' },
  { kind: 'delay', ms: 400 },
  { kind: 'delay', ms: 4_000 },
  { kind: 'partial', fillFrac: 0.4 },
  { kind: 'reject', refusal: 'margin-insufficient' },
  { kind: 'status', status: 429, retryAfterS: 1 },
  { kind: 'status', status: 503, retryAfterS: null },
  { kind: 'maintenance' },
);
const eventFault: fc.Arbitrary<PrivateEventFault> = fc.constantFrom<PrivateEventFault>(
  'drop',
  'drop',
  'duplicate',
  'swap-with-next',
  { delayMs: 300 },
  { delayMs: 3_000 },
);

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 40, arbitrary: order },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('conditional' as const),
      on: fc.nat(1),
      awayBps: fc.integer({ min: 5, max: 150 }),
      isStop: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('cancel' as const, 'cancel' as const, 'close' as const),
      pick: fc.nat(20),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({ kind: fc.constant('move' as const), on, bps: fc.integer({ min: -150, max: 150 }) }),
  },
  {
    weight: 10,
    arbitrary: fc.record({ kind: fc.constant('flow' as const), on, times: fc.integer({ min: 1, max: 6 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('funding' as const),
      on: fc.nat(1),
      bps: fc.integer({ min: -30, max: 30 }),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('call-fault' as const),
      fault: callFault,
      call: fc.constantFrom('place' as const, 'place' as const, 'cancel' as const, 'query-order' as const, null),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('event-fault' as const),
      fault: eventFault,
      event: fc.constantFrom('order' as const, 'fill' as const, 'balance' as const, null),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('stream-lost' as const), ms: fc.integer({ min: 50, max: 8_000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('silence' as const), ms: fc.integer({ min: 50, max: 8_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('restart' as const), downMs: fc.constantFrom(0, 5, 500, 20_000, 90_000) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('foreign' as const), on, side, usd, awayBps }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('adl' as const, 'adl' as const, 'liquidate' as const),
      on: fc.nat(1),
      frac: fc.double({ min: 0.05, max: 1, noNaN: true }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('deposit' as const), cents: fc.integer({ min: 1, max: 500_000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('kill' as const),
      level: fc.constantFrom(1 as const, 2 as const, 3 as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('journal-full' as const), ms: fc.integer({ min: 5, max: 3_000 }) }),
  },
);

/** Returns the arbitrary of runs of up to `length` operations, half of it on average. */
export function runsOf(length: number): fc.Arbitrary<readonly Step[]> {
  const step = fc.record({ operation, waitMs: fc.constantFrom(0, 3, 20, 60, 60, 200, 200, 1_500) });
  return fc.array(step, { minLength: 1, maxLength: length, size: 'max' });
}
