import { LEG_KEYS, type Instrument, type LegFill, type LegKey } from '@riptide/core/domain';
import type { CallFaultPlan } from '@riptide/venue-sim';
import type { MatrixCell } from './cells.ts';
import type { MatrixMarket } from './matrix-market.ts';

type Fault = CallFaultPlan['fault'];

const PARTIAL_FRAC = 0.4;
/** Longer than the engine waits for an answer; the second is longer than the call itself waits, and strikes when nobody expects it any more. */
const LATE_MS = [4_000, 6_500] as const;
/** The silence of an order without an answer: ended while the engine still asks, or only after it has judged by what the venue holds. */
const SILENCE_MS = [5_000, 14_000] as const;
const SHARES: readonly number[] = [1, PARTIAL_FRAC, 0];

export type Legs = Readonly<Record<LegKey, Instrument>>;

/** Arms what makes the outcomes of both first orders, and what goes wrong beside. */
export function armCell(market: MatrixMarket, legs: Legs, cell: MatrixCell): void {
  for (const leg of LEG_KEYS) {
    const at = legs[leg];
    const fault = firstFault(cell[leg], cell, leg);
    if (fault !== null) market.armPlace(at, 1, fault);
    if (cell[leg] === 'unknown') hold(market, at, cell.turn);
    if (cell.fault === 'reject') market.armPlace(at, 2, { kind: 'reject', refusal: 'margin-insufficient' });
    if (cell.fault === 'lost answer' && cell[leg] === 'unknown') market.armPlace(at, 1, { kind: 'answer-lost' });
    if (cell.fault === 'timeout' && cell[leg] === 'unknown') market.armPlace(at, 1, { kind: 'delay', ms: LATE_MS[0] });
  }
}

/** Arms what goes wrong with the first closing order of each leg. */
export function armExit(market: MatrixMarket, legs: Legs, { fault, turn }: MatrixCell): void {
  for (const leg of LEG_KEYS) {
    const at = legs[leg];
    if (fault === 'lost answer') market.armPlace(at, 1, { kind: 'answer-lost', fillFrac: SHARES[turn % 3] ?? 1 });
    if (fault === 'timeout') market.armPlace(at, 1, { kind: 'delay', ms: LATE_MS[turn % 2] ?? LATE_MS[0] });
    if (fault === 'reject') market.armPlace(at, 1, { kind: 'reject', refusal: 'margin-insufficient' });
  }
}

function firstFault(fill: LegFill, { fault, turn }: MatrixCell, leg: LegKey): Fault | null {
  if (fill === 'unknown') return unknownFault(turn + (leg === 'buy' ? 0 : 1));
  const fillFrac = fill === 'full' ? 1 : fill === 'partial' ? PARTIAL_FRAC : 0;
  if (fault === 'lost answer') return { kind: 'answer-lost', fillFrac };
  if (fault === 'timeout') return { kind: 'delay', ms: LATE_MS[turn % 2] ?? LATE_MS[0], fillFrac };
  if (fill === 'none' && fault === 'reject') return { kind: 'reject', refusal: 'margin-insufficient' };
  return fill === 'full' ? null : { kind: 'partial', fillFrac };
}

/** What nobody hears of: filled, filled in part, ended without a fill, or never there. */
function unknownFault(turn: number): Fault {
  const fillFrac = SHARES[turn % 4];
  return fillFrac === undefined ? { kind: 'request-lost' } : { kind: 'answer-lost', fillFrac };
}

/** Holds back the stream of a listing and loses the answers of questions about its orders for a while. */
function hold(market: MatrixMarket, at: Instrument, turn: number): void {
  const lift = market.hold(at);
  market.clock.after(SILENCE_MS[turn % 2] ?? SILENCE_MS[0], lift);
}
