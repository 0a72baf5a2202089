import type { Condition, ExecutionMode, GateName, Venue } from '../domain/index.ts';
import { askGate } from './gate-runner.ts';
import type { RiskRequest } from './risk-request.ts';

/**
 * How far a gate's refusal reaches. `all`, `mode` and `venue`: whatever is asked for there. `unknown`: a venue, while the gate lacks a figure;
 * what it says of a known one hangs on the order. `conditions`: as the condition says. `order`: of its instrument, its size or a budget that
 * trading uses up, which status and previews show; no fault of the platform.
 */
export type GateReach = 'all' | 'mode' | 'venue' | 'unknown' | 'conditions' | 'order';

/** `fault`: something is broken or not known; `halt`: a person or a limit has stopped new risk. */
export type BlockSeverity = 'fault' | 'halt';

interface GateStanding {
  readonly reach: GateReach;
  readonly severity: BlockSeverity;
}

const OF_ORDER: GateStanding = { reach: 'order', severity: 'halt' };

/** Every gate: one that is added must say here what its refusal means for the health of the platform. */
export const GATE_STANDING: Readonly<Record<GateName, GateStanding>> = {
  'kill-switch': { reach: 'all', severity: 'halt' },
  'live-confirmed': { reach: 'venue', severity: 'halt' },
  journal: { reach: 'all', severity: 'fault' },
  'venue-health': { reach: 'venue', severity: 'fault' },
  'book-age': OF_ORDER,
  'clock-offset': { reach: 'venue', severity: 'halt' },
  'key-permission': { reach: 'venue', severity: 'halt' },
  'mode-match': OF_ORDER,
  'symbol-support': OF_ORDER,
  'min-size': OF_ORDER,
  'quantisation-loss': OF_ORDER,
  'free-margin': { reach: 'unknown', severity: 'fault' },
  'max-position': OF_ORDER,
  'max-leverage': OF_ORDER,
  'max-concurrent': OF_ORDER,
  'capital-per-trade': OF_ORDER,
  'net-exposure': OF_ORDER,
  'allocation-cap': { reach: 'unknown', severity: 'fault' },
  cooldown: OF_ORDER,
  'daily-loss': { reach: 'mode', severity: 'halt' },
  'loss-streak': { reach: 'mode', severity: 'halt' },
  'price-band': OF_ORDER,
  'abnormal-profit': OF_ORDER,
  'liquidation-distance': OF_ORDER,
  'funding-window': OF_ORDER,
  'open-conditions': { reach: 'conditions', severity: 'fault' },
};

/** One reason for which new risk is refused, whatever is asked for. */
export interface RiskBlock {
  /** A gate, or what stands before the gates: `account` (there is none to send to), `arbitrage` (its own guards). */
  readonly gate: GateName | 'account' | 'arbitrage';
  /** null: at every venue. */
  readonly venue: Venue | null;
  /** null: in both modes. */
  readonly mode: ExecutionMode | null;
  readonly severity: BlockSeverity;
  readonly text: string;
}

/** A condition of one instrument counts after so long: an answer that was lost is asked for within seconds. */
const SETTLING_MS = 3_000;

/**
 * Returns for which reasons new risk is refused at one account, by asking the gates themselves.
 *
 * `probes`: a small entry on each market of the venue; a venue is blocked by what refuses all of them.
 */
export function standingBlocks(probes: readonly RiskRequest[]): readonly RiskBlock[] {
  const [first] = probes;
  if (first === undefined) return [];
  const blocks: RiskBlock[] = [];
  for (const [gate, { reach, severity }] of Object.entries(GATE_STANDING) as [GateName, GateStanding][]) {
    if (reach === 'order' || reach === 'conditions') continue;
    const decisions = probes.map((probe) => askGate(gate, probe));
    const [said] = decisions;
    if (said === undefined || decisions.some(({ ok }) => ok)) continue;
    if (reach === 'unknown' && decisions.some(({ value }) => value !== null)) continue;
    const { venue, mode } = first.order;
    blocks.push({
      gate,
      venue: reach === 'venue' || reach === 'unknown' ? venue : null,
      mode: reach === 'all' ? null : mode,
      severity: isSwitchedOff(gate, first) ? 'halt' : severity,
      text: said.detail,
    });
  }
  return [...blocks, ...conditionBlocks(first)];
}

/** A person's wish is no fault. */
function isSwitchedOff(gate: GateName, { view }: RiskRequest): boolean {
  return gate === 'venue-health' && view.isVenueEnabled === false;
}

/** The conditions that the gate of conditions refuses by, each by itself: it is asked with nothing else open. */
function conditionBlocks(probe: RiskRequest): readonly RiskBlock[] {
  const { nowMs } = probe.view;
  return probe.view.conditions.flatMap((condition) => {
    const isOfInstrument = condition.instrumentId !== null && condition.kind !== 'naked';
    if (isOfInstrument && nowMs - condition.sinceMs < SETTLING_MS) return [];
    const order = isOfInstrument ? { ...probe.order, instrumentId: condition.instrumentId } : probe.order;
    const view = { ...probe.view, conditions: [condition] };
    if (askGate('open-conditions', { ...probe, order, view }).ok) return [];
    return [blockOf(condition, probe)];
  });
}

function blockOf({ account, kind, text }: Condition, { order }: RiskRequest): RiskBlock {
  const isWide = account === null || kind === 'naked' || kind === 'halted' || kind === 'journal';
  const venue = isWide ? null : (account.split(':')[0] as Venue);
  const mode = account === null ? null : order.mode;
  return { gate: 'open-conditions', venue, mode, severity: 'fault', text: `${kind}: ${text}` };
}
