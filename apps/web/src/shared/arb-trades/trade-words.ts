import type { ArbExecution } from '@riptide/contracts/calls';
import type { Tone } from '../../ui/tag.tsx';

type ArbState = ArbExecution['state'];
type ArbLeg = ArbExecution['legs'][number];

interface StateWords {
  readonly word: string;
  readonly tone: Tone;
}

const STATES: Readonly<Record<ArbState, StateWords>> = {
  planned: { word: 'Planned', tone: 'neutral' },
  gated: { word: 'Gates passed', tone: 'neutral' },
  sent: { word: 'Orders sent', tone: 'info' },
  hedged: { word: 'Hedged', tone: 'accent' },
  imbalanced: { word: 'Repairing', tone: 'warn' },
  unknown: { word: 'Outcome unknown', tone: 'warn' },
  aborted: { word: 'Not opened', tone: 'neutral' },
  exiting: { word: 'Closing', tone: 'info' },
  closed: { word: 'Closed', tone: 'info' },
  certified: { word: 'Certified flat', tone: 'ok' },
  naked: { word: 'NAKED', tone: 'danger' },
};

/** The state of an execution in words, with its tone. */
export function stateWords(state: ArbState): StateWords {
  return STATES[state];
}

/** Tells whether a person can close it: both legs stand, or one is left alone. */
export function canClose({ state }: ArbExecution): boolean {
  return state === 'hedged' || state === 'imbalanced' || state === 'naked';
}

/** Time from the start to the last leg's first fill, ms; null until both legs filled. */
export function fillLatencyMs({ legs, started_at: startedAt }: ArbExecution): number | null {
  const fills = legs.map((leg) => leg.first_fill_at);
  if (fills.length === 0 || fills.some((at) => at === null)) return null;
  return Math.max(0, (Math.max(...fills.map((at) => at ?? 0)) - startedAt) * 1000);
}

/** What was expected for the whole trade, bps: as learned where that is known, else the round trip, else the entry. */
export function predictedBps({ expected }: ArbExecution): number {
  return expected.learned_net_bps ?? expected.round_trip_net_bps ?? expected.entry_net_bps;
}

/** Which of the expectations it is, in words. */
export function predictedBy({ expected }: ArbExecution): string {
  if (expected.learned_net_bps !== null) return 'learned round trip';
  return expected.round_trip_net_bps === null ? 'entry only' : 'round trip';
}

/** Share of a leg that is filled, 0..1: of the entry while it opens, of the exit once it closes. */
export function filledShare(trade: ArbExecution, leg: ArbLeg): number {
  const isExit = trade.phase === 'exit';
  const whole = isExit ? leg.entry_qty : trade.quantity;
  const done = isExit ? leg.exit_qty : leg.entry_qty;
  return whole === 0 ? 0 : Math.min(1, done / whole);
}

/** What to know of a trade whose legs are not alike; null while nothing is wrong. */
export function legAlert(trade: ArbExecution): string | null {
  if (trade.state === 'naked') return `A leg stands alone on ${wordStanding(trade)}`;
  if (trade.state === 'unknown') return 'A venue has not answered; it is being asked';
  if (trade.state !== 'imbalanced') return null;
  const full = trade.legs.filter((leg) => filledShare(trade, leg) >= 1);
  const repair = trade.repairs.at(-1);
  const venue = trade.legs.find((leg) => leg.leg === repair?.leg)?.venue;
  const how = repair === undefined || venue === undefined ? 'being put right' : `${REPAIRS[repair.kind]} on ${venue}`;
  return `${full.length} of ${trade.legs.length} legs, ${how}`;
}

const REPAIRS = { complete: 'completed', trim: 'trimmed', unwind: 'unwound' } as const;

function wordStanding({ legs }: ArbExecution): string {
  const standing = legs.filter((leg) => leg.entry_qty > leg.exit_qty);
  return (standing.length === 0 ? legs : standing).map((leg) => leg.venue).join(' and ');
}

export interface TradeStep {
  readonly key: string;
  readonly label: string;
  readonly status: 'done' | 'now' | 'waiting' | 'failed';
}

const ENTRY: readonly ArbState[] = ['planned', 'gated', 'sent', 'hedged'];
const EXIT: readonly ArbState[] = ['exiting', 'closed', 'certified'];
/** Off the way: entered after the orders were sent, or while both legs are being closed. */
const DETOURS: Partial<Record<ArbState, TradeStep['status']>> = {
  imbalanced: 'now',
  unknown: 'now',
  naked: 'failed',
};

/** The way of an execution step by step, as far as it came: to the hedge certified by both venues, then to the certified end. */
export function tradeSteps(trade: ArbExecution): readonly TradeStep[] {
  const { state } = trade;
  if (state === 'aborted') return [step('planned', 'done'), step('aborted', 'failed')];
  const isExit = trade.phase === 'exit' || EXIT.includes(state);
  const path = isExit ? EXIT : ENTRY;
  const detour = DETOURS[state];
  const reached = path.indexOf(detour === undefined ? state : isExit ? 'exiting' : 'sent');
  const isEnd = state === 'hedged' || state === 'certified';
  const steps = path.map((name, place) =>
    step(name, place > reached ? 'waiting' : place < reached || isEnd || detour !== undefined ? 'done' : 'now'),
  );
  if (detour !== undefined) steps.splice(reached + 1, 0, step(state, detour));
  return isExit ? steps : [...steps, hedgeCertificate(trade)];
}

function step(state: ArbState, status: TradeStep['status']): TradeStep {
  return { key: state, label: STATES[state].word, status };
}

function hedgeCertificate({ state, certified }: ArbExecution): TradeStep {
  if (state !== 'hedged') return { key: 'venues', label: 'Both venues read', status: 'waiting' };
  if (certified === false) return { key: 'venues', label: 'Venues say otherwise', status: 'failed' };
  return { key: 'venues', label: 'Both venues read', status: certified ? 'done' : 'now' };
}
