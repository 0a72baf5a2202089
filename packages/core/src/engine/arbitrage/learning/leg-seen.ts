import type { InstrumentId, LegSample, Market, OrderSide, Venue } from '../../../domain/index.ts';
import type { LearningContext } from './learning-context.ts';

/** How long after a fill the market is looked at again. */
export const AFTER_MS = 1_000;

/** One order as it is watched. Prices are numbers: they judge, and size nothing. NaN is unknown. */
export interface LegSeen {
  readonly venue: Venue;
  readonly market: Market;
  readonly instrumentId: InstrumentId;
  readonly side: OrderSide;
  readonly plannedPx: number;
  readonly decidedMidPx: number;
  filledFrac: number | null;
  avgPx: number;
  latencyMs: number | null;
  /** When it filled, by our clock; null before. */
  fillMs: number | null;
  fillMidPx: number;
  /** null before the market was looked at again. */
  afterMidPx: number | null;
}

/** Begins to watch an order at the market of now. */
export function watchLeg(
  core: LearningContext['core'],
  leg: Pick<LegSeen, 'venue' | 'market' | 'instrumentId' | 'side' | 'plannedPx'>,
): LegSeen {
  const { venue, market, instrumentId, side, plannedPx } = leg;
  return {
    venue,
    market,
    instrumentId,
    side,
    plannedPx,
    decidedMidPx: midOf(core, instrumentId),
    filledFrac: null,
    avgPx: Number.NaN,
    latencyMs: null,
    fillMs: null,
    fillMidPx: Number.NaN,
    afterMidPx: null,
  };
}

/** Returns the mid of a live book; NaN without one. */
export function midOf({ eyes }: LearningContext['core'], instrumentId: InstrumentId): number {
  const mid = eyes.midPx(instrumentId);
  return mid === null ? Number.NaN : Number(mid);
}

/** Puts what was seen into the learner's words. */
export function legSample(seen: LegSeen): LegSample {
  const { venue, market, side, filledFrac, latencyMs, plannedPx, decidedMidPx, fillMidPx, afterMidPx } = seen;
  const worse = side === 'BUY' ? 1 : -1;
  return {
    venue,
    market,
    side,
    filledFrac,
    slippageBps: known(worse * moveBps(plannedPx, seen.avgPx)),
    latencyMs,
    latencyCostBps: known(worse * moveBps(decidedMidPx, fillMidPx)),
    // WHY: who has bought loses when the price falls.
    adverseBps: known(-worse * moveBps(fillMidPx, afterMidPx ?? Number.NaN)),
  };
}

function moveBps(fromPx: number, toPx: number): number {
  return (toPx / fromPx - 1) * 1e4;
}

function known(value: number): number | null {
  // WHY: a negative zero would not survive the journal.
  return Number.isFinite(value) ? value + 0 : null;
}
