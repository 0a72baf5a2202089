import type { OrderRole, TradingFact } from '@riptide/core/domain';

/** Which story runs when the process dies. */
export type CrashStory = 'enter' | 'cancel' | 'close' | 'rotate';

/**
 * A named instant. `journal`: around one append; `ack`: the venue's answer has arrived, nobody has seen it; `sink`: a private event
 * has arrived; `venue`: the venue has acted, its answer has not left it (killed from outside); `rename`: around the moment in which a
 * new segment gets its name.
 */
export interface CrashPoint {
  readonly name: string;
  readonly story: CrashStory;
  readonly at:
    | { readonly kind: 'journal'; readonly side: 'before' | 'after'; readonly matches: (fact: TradingFact) => boolean }
    | { readonly kind: 'ack'; readonly call: 'place' | 'cancel'; readonly role: OrderRole | null }
    | { readonly kind: 'sink'; readonly event: 'onFill' | 'onBalances' }
    | { readonly kind: 'venue'; readonly event: 'entry' | 'entry-fill' | 'stop' | 'cancel' | 'exit' }
    | { readonly kind: 'rename'; readonly side: 'before' | 'after' };
  /** Orders of the story's kind that the venue must know after the restart. */
  readonly ordersAtVenue: 0 | 1;
}

type Matcher = (fact: TradingFact) => boolean;

const order =
  (role: OrderRole): Matcher =>
  (fact) =>
    fact.kind === 'order' && fact.order.role === role;
const isFill: Matcher = (fact) => fact.kind === 'fill';
const isExitFill: Matcher = (fact) => fact.kind === 'fill' && fact.fill.side === 'SELL';
const isAck: Matcher = (fact) => fact.kind === 'order-report';
const isStopReport: Matcher = (fact) => fact.kind === 'order-report' && fact.report.triggerPx !== null;
const isCancel: Matcher = (fact) => fact.kind === 'cancel';
const isCancelled: Matcher = (fact) => fact.kind === 'order-report' && fact.report.status === 'cancelled';

const journal = (side: 'before' | 'after', matches: Matcher) => ({ kind: 'journal', side, matches }) as const;
const ack = (call: 'place' | 'cancel', role: OrderRole | null) => ({ kind: 'ack', call, role }) as const;
const venue = (event: 'entry' | 'entry-fill' | 'stop' | 'cancel' | 'exit') => ({ kind: 'venue', event }) as const;

/** Every instant between a wish and its booked end at which the engine is killed. */
export const CRASH_POINTS: readonly CrashPoint[] = [
  { name: 'entry-before-record', story: 'enter', at: journal('before', order('entry')), ordersAtVenue: 0 },
  { name: 'entry-recorded-not-sent', story: 'enter', at: journal('after', order('entry')), ordersAtVenue: 0 },
  { name: 'entry-at-venue', story: 'enter', at: venue('entry'), ordersAtVenue: 1 },
  { name: 'entry-filled-at-venue', story: 'enter', at: venue('entry-fill'), ordersAtVenue: 1 },
  { name: 'entry-acked', story: 'enter', at: ack('place', 'entry'), ordersAtVenue: 1 },
  { name: 'entry-report-recorded', story: 'enter', at: journal('after', isAck), ordersAtVenue: 1 },
  { name: 'fill-arrived', story: 'enter', at: { kind: 'sink', event: 'onFill' }, ordersAtVenue: 1 },
  { name: 'fill-before-record', story: 'enter', at: journal('before', isFill), ordersAtVenue: 1 },
  { name: 'fill-recorded', story: 'enter', at: journal('after', isFill), ordersAtVenue: 1 },
  {
    // Between the fill and its balance at venues that tell the fill first, between order and fill at the others.
    name: 'balance-arrived',
    story: 'enter',
    at: { kind: 'sink', event: 'onBalances' },
    ordersAtVenue: 1,
  },
  { name: 'stop-before-record', story: 'enter', at: journal('before', order('protective-stop')), ordersAtVenue: 1 },
  { name: 'stop-recorded', story: 'enter', at: journal('after', order('protective-stop')), ordersAtVenue: 1 },
  { name: 'stop-at-venue', story: 'enter', at: venue('stop'), ordersAtVenue: 1 },
  { name: 'stop-acked', story: 'enter', at: ack('place', 'protective-stop'), ordersAtVenue: 1 },
  { name: 'stop-report-recorded', story: 'enter', at: journal('after', isStopReport), ordersAtVenue: 1 },
  { name: 'cancel-before-record', story: 'cancel', at: journal('before', isCancel), ordersAtVenue: 1 },
  { name: 'cancel-recorded', story: 'cancel', at: journal('after', isCancel), ordersAtVenue: 1 },
  { name: 'cancel-at-venue', story: 'cancel', at: venue('cancel'), ordersAtVenue: 1 },
  { name: 'cancel-acked', story: 'cancel', at: ack('cancel', null), ordersAtVenue: 1 },
  { name: 'cancelled-before-record', story: 'cancel', at: journal('before', isCancelled), ordersAtVenue: 1 },
  { name: 'exit-recorded', story: 'close', at: journal('after', order('exit')), ordersAtVenue: 0 },
  { name: 'exit-at-venue', story: 'close', at: venue('exit'), ordersAtVenue: 1 },
  { name: 'exit-fill-before-record', story: 'close', at: journal('before', isExitFill), ordersAtVenue: 1 },
  { name: 'exit-fill-recorded', story: 'close', at: journal('after', isExitFill), ordersAtVenue: 1 },
  { name: 'rotation-before-rename', story: 'rotate', at: { kind: 'rename', side: 'before' }, ordersAtVenue: 1 },
  { name: 'rotation-after-rename', story: 'rotate', at: { kind: 'rename', side: 'after' }, ordersAtVenue: 1 },
];

/** Returns the point of a name. */
export function crashPoint(name: string): CrashPoint {
  const found = CRASH_POINTS.find((point) => point.name === name);
  if (found === undefined) throw new Error(`Invariant: no crash point ${name}`);
  return found;
}
