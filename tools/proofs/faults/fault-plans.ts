import type { CallFaultPlan, EventFaultPlan, VenueSim } from '@riptide/venue-sim';
import type { Venue } from '@riptide/core/domain';

/** What is done while a fault is on. */
export const FAULT_ACTIONS = ['enter', 'exit', 'cancel'] as const;
export type FaultAction = (typeof FAULT_ACTIONS)[number];

/** Where a fault strikes. */
export interface FaultScene {
  readonly sim: VenueSim;
  readonly venue: Venue;
  readonly accountId: number;
  /** Index of the listing at its venue, and its name. */
  readonly ix: number;
  readonly wireSymbol: string;
  readonly action: FaultAction;
}

/** One fault of the table. */
export interface FaultPlan {
  readonly name: string;
  readonly actions: readonly FaultAction[];
  /** `before`: stands when the order or cancel leaves; `after`: comes when it was answered. */
  readonly when: 'before' | 'after';
  /** The account holds a position whatever is done. */
  readonly needsPosition: boolean;
  /** How long it stands at least. */
  readonly holdMs: number;
  /** Lets it strike; returns how it ends. */
  strike(scene: FaultScene): () => void;
}

type Call = CallFaultPlan['fault'];
type CallName = NonNullable<CallFaultPlan['call']>;
type EventFault = EventFaultPlan['fault'];

const ALL = FAULT_ACTIONS;
const ORDERS: readonly FaultAction[] = ['enter', 'exit'];
const nothing = (): void => undefined;

const orderRefusals = [
  'halted',
  'px-out-of-band',
  'qty-too-large',
  'notional-too-small',
  'margin-insufficient',
  'fok-unfillable',
  'duplicate-client-id',
  'reduce-only',
  'too-many-orders',
  'no-depth',
  'position-limit',
  'no-permission',
  'market-closed',
] as const;
const cancelRefusals = ['unknown-order', 'order-final', 'no-permission'] as const;

function call(name: string, fault: Call, actions: readonly FaultAction[] = ALL, alsoCalls: readonly CallName[] = []) {
  const strike = ({ sim, venue, action }: FaultScene): (() => void) => {
    const desk = sim.desk(venue);
    desk.armCall({ fault, call: action === 'cancel' ? 'cancel' : 'place', count: 1 });
    for (const other of alsoCalls)
      desk.armCall({ fault: { kind: 'status', status: 503, retryAfterS: null }, call: other });
    return () => desk.heal();
  };
  return plan({ name, actions, strike });
}

function event(name: string, fault: EventFault, only?: EventFaultPlan['event']): FaultPlan {
  const strike = ({ sim, venue }: FaultScene): (() => void) => {
    const desk = sim.desk(venue);
    desk.armEvent({ fault, count: Number.POSITIVE_INFINITY, ...(only === undefined ? {} : { event: only }) });
    return () => desk.heal();
  };
  return plan({ name, strike, holdMs: 2_000 });
}

function plan(given: Partial<FaultPlan> & Pick<FaultPlan, 'name' | 'strike'>): FaultPlan {
  return { actions: ALL, when: 'before', needsPosition: false, holdMs: 0, ...given };
}

const status = (code: 429 | 418 | 500 | 502 | 503 | 504, retryAfterS: number | null = null) =>
  call(`status-${code}`, { kind: 'status', status: code, retryAfterS });

const callFaults: readonly FaultPlan[] = [
  ...orderRefusals.map((refusal) => call(`reject-${refusal}`, { kind: 'reject', refusal }, ORDERS)),
  ...cancelRefusals.map((refusal) => call(`refuse-cancel-${refusal}`, { kind: 'reject', refusal }, ['cancel'])),
  status(429, 1),
  status(418, 2),
  status(500),
  status(502),
  status(503),
  status(504),
  call('maintenance', { kind: 'maintenance' }),
  call('answer-lost', { kind: 'answer-lost' }),
  call('answer-lost-and-queries-fail', { kind: 'answer-lost' }, ALL, [
    'query-order',
    'query-order',
    'open-orders',
    'fills',
  ]),
  call('request-lost', { kind: 'request-lost' }),
  call('delay-2s', { kind: 'delay', ms: 2_000 }),
  call('delay-4s', { kind: 'delay', ms: 4_000 }),
  call('partial-40%', { kind: 'partial', fillFrac: 0.4 }, ORDERS),
];

const eventFaults: readonly FaultPlan[] = [
  event('order-events-dropped', 'drop', 'order'),
  event('fill-events-dropped', 'drop', 'fill'),
  event('position-events-dropped', 'drop', 'position'),
  event('balance-events-dropped', 'drop', 'balance'),
  event('all-events-dropped', 'drop'),
  event('all-events-doubled', 'duplicate'),
  event('events-swapped', 'swap-with-next'),
  event('events-late-1.5s', { delayMs: 1_500 }),
];

const lineFaults: readonly FaultPlan[] = [
  plan({
    name: 'private-socket-dead-but-pongs',
    holdMs: 4_000,
    strike({ sim, venue }) {
      sim.desk(venue).silence(true);
      return () => sim.desk(venue).heal();
    },
  }),
  plan({
    name: 'sockets-closed',
    strike({ sim, venue }) {
      sim.faults(venue).closeSockets(1001, 'going away');
      return nothing;
    },
  }),
  plan({
    name: 'sockets-cut',
    when: 'after',
    strike({ sim, venue }) {
      sim.faults(venue).dropSockets();
      return nothing;
    },
  }),
  plan({
    name: 'rest-hangs-4s',
    holdMs: 4_000,
    strike({ sim, venue }) {
      sim.faults(venue).hangRest('/');
      return () => sim.faults(venue).heal();
    },
  }),
  plan({
    name: 'market-data-silent',
    holdMs: 3_000,
    strike({ sim, venue }) {
      sim.faults(venue).silence(true);
      return () => sim.faults(venue).heal();
    },
  }),
  plan({
    name: 'clock-skew-3s',
    holdMs: 1_000,
    strike({ sim, venue }) {
      sim.faults(venue).skewClock(-3_000);
      return () => sim.faults(venue).skewClock(3_000);
    },
  }),
  plan({
    name: 'book-frames-lost',
    strike({ sim, venue, wireSymbol }) {
      sim.faults(venue).frame({ kind: 'drop', wireSymbol, count: 30 });
      return nothing;
    },
  }),
  plan({
    name: 'book-crossed',
    strike({ sim, venue, wireSymbol }) {
      sim.faults(venue).frame({ kind: 'cross-book', wireSymbol, count: 3 });
      return nothing;
    },
  }),
];

function lotsHeld({ sim, venue, accountId, ix }: FaultScene): number {
  return Math.abs(sim.accounts(venue).positions(accountId, { ix })[0]?.lots ?? 0);
}

const venueActs: readonly FaultPlan[] = [
  plan({
    name: 'adl-of-a-part',
    when: 'after',
    needsPosition: true,
    strike(scene) {
      const lots = Math.ceil(lotsHeld(scene) / 2);
      if (lots > 0) scene.sim.control(scene.venue).adl(scene.accountId, scene.ix, lots);
      return nothing;
    },
  }),
  plan({
    name: 'adl-before',
    needsPosition: true,
    strike(scene) {
      const lots = Math.ceil(lotsHeld(scene) / 2);
      if (lots > 0) scene.sim.control(scene.venue).adl(scene.accountId, scene.ix, lots);
      return nothing;
    },
  }),
  plan({
    name: 'liquidation',
    when: 'after',
    needsPosition: true,
    strike({ sim, venue, accountId, ix }) {
      sim.control(venue).forceLiquidation(accountId, ix);
      return nothing;
    },
  }),
  plan({
    name: 'liquidation-unseen',
    when: 'after',
    needsPosition: true,
    holdMs: 1_000,
    strike({ sim, venue, accountId, ix }) {
      sim.desk(venue).silence(true);
      sim.control(venue).forceLiquidation(accountId, ix);
      return () => sim.desk(venue).heal();
    },
  }),
  plan({
    name: 'halt',
    holdMs: 2_000,
    strike({ sim, venue, ix }) {
      sim.control(venue).haltInstrument(ix, true);
      return () => sim.control(venue).haltInstrument(ix, false);
    },
  }),
  plan({
    name: 'funding',
    when: 'after',
    needsPosition: true,
    strike({ sim, venue, ix }) {
      sim.control(venue).settleFunding(ix);
      return nothing;
    },
  }),
];

/** Every fault of the table. */
export const FAULT_PLANS: readonly FaultPlan[] = [...callFaults, ...eventFaults, ...lineFaults, ...venueActs];
