import {
  decimal,
  toDecimalString,
  type Decimal,
  type DecimalString,
  type ExitKind,
  type Instrument,
  type Snipe,
  type StopMover,
} from '../../domain/index.ts';
import type { GuardRules } from './guard-rules.ts';
import { plannedStopBps, type PasSettings } from './pas-settings.ts';
import { distanceBps, exactTop, movedBps, onTick } from './price-steps.ts';
import { shown } from './shown.ts';
import { gainSign } from './trade-side.ts';

export interface ExitRequest {
  readonly snipe: Snipe;
  readonly market: { readonly bidPx: number; readonly askPx: number; readonly markPx: number };
  readonly guard: GuardRules;
  readonly settings: PasSettings;
  readonly instrument: Instrument;
  readonly nowMs: number;
}

/** Where an open trade is to be stopped and closed from now on; prices on the tick. */
export interface ExitPlan {
  readonly stopPx: DecimalString;
  readonly takeProfitPx: DecimalString;
  /** Best mid since the first fill; null before one was seen. */
  readonly bestPx: DecimalString | null;
  readonly isBreakEven: boolean;
  /** What moved the stop to `stopPx`; null while it is the arm's own, or an addition's. */
  readonly stopMovedBy: StopMover | null;
  /** Close at the market now, and why; null to leave it to stop and target. */
  readonly exitNow: { readonly exit: ExitKind; readonly reason: string } | null;
}

/**
 * Says how a trade with fills is protected and closed; null before the first fill.
 *
 * The stop is measured at the arm's distance from the average entry, anew whenever that changes, goes to the entry at the guard's gain,
 * then trails; what the guard or an addition has moved never moves back.
 * A stop that would already be behind the mark is not wished: the trade is closed at the market instead. Without prices nothing
 * moves; the time stop needs none. Liquidations don't come into it: an opposite cluster changes nothing.
 */
export function planExit(request: ExitRequest): ExitPlan | null {
  const { snipe, instrument } = request;
  if (snipe.entryPx === null || !decimal(snipe.filledQtyBase).gt(0)) return null;
  const entry = decimal(snipe.entryPx);
  const best = bestMid(request);
  const held = heldStop(request, entry);
  const { stop, isBreakEven, movedBy } = movedStop(request, { entry, best, held });
  const target = movedBps(entry, gainSign(snipe.side) * snipe.arm.takeProfitBps);
  const isNew = snipe.stopPx === null || !stop.eq(decimal(snipe.stopPx));
  const isBehind = isNew && isReached(request, stop);
  return {
    stopPx: toDecimalString(isBehind ? held : stop),
    takeProfitPx: toDecimalString(onTick(target, instrument, snipe.side === 'long' ? 'up' : 'down')),
    bestPx: best === null ? null : toDecimalString(best),
    isBreakEven,
    stopMovedBy: isBehind || !isNew ? standingMover(snipe) : movedBy,
    exitNow: isBehind
      ? { exit: stopExitOf(movedBy), reason: `the mark fell behind the new stop ${toDecimalString(stop)}` }
      : timeStop(request),
  };
}

function bestMid({ snipe, market }: ExitRequest): Decimal | null {
  const mid = exactTop(market)?.mid ?? null;
  const before = snipe.bestPx === null ? null : decimal(snipe.bestPx);
  if (mid === null || before === null) return mid ?? before;
  const isBetter = snipe.side === 'long' ? mid.gt(before) : mid.lt(before);
  return isBetter ? mid : before;
}

/** The stop as it stands when it belongs to this average entry, or was moved since; else the arm's distance from the average. */
function heldStop(request: ExitRequest, entry: Decimal): Decimal {
  const { snipe } = request;
  if (snipe.stopPx === null) return measuredStop(request, entry);
  const standing = decimal(snipe.stopPx);
  if (snipe.isBreakEven || snipe.additions > 0) return standing;
  // WHY: the stop of a trade without fills was measured from its limit, at which an order that takes is seldom filled.
  if (snipe.stopEntryPx === undefined) return measuredStop(request, entry);
  const measuredFrom = decimal(snipe.stopEntryPx);
  const isUnmoved = !measuredFrom.eq(entry) && measuredStop(request, measuredFrom).eq(standing);
  return isUnmoved ? measuredStop(request, entry) : standing;
}

function measuredStop({ snipe, settings, instrument }: ExitRequest, entry: Decimal): Decimal {
  const stopBps = plannedStopBps(snipe.arm.stopLossBps, settings);
  return stopOnTick(movedBps(entry, -gainSign(snipe.side) * stopBps), snipe.side, instrument);
}

interface StopState {
  readonly entry: Decimal;
  readonly best: Decimal | null;
  readonly held: Decimal;
}

function movedStop(
  { snipe, guard, instrument }: ExitRequest,
  { entry, best, held }: StopState,
): { readonly stop: Decimal; readonly isBreakEven: boolean; readonly movedBy: StopMover | null } {
  const sign = gainSign(snipe.side);
  const gainBps = best === null ? null : distanceBps(entry, best).times(sign);
  let stop = held;
  let { isBreakEven } = snipe;
  let movedBy = standingMover(snipe);
  if (gainBps === null || best === null) return { stop, isBreakEven, movedBy };
  if (!isBreakEven && guard.breakevenArmBps > 0 && gainBps.gte(decimal(guard.breakevenArmBps))) {
    isBreakEven = true;
    const atEntry = better(stop, stopOnTick(entry, snipe.side, instrument), sign);
    if (!atEntry.eq(stop)) movedBy = 'break-even';
    stop = atEntry;
  }
  const trailFromBps = Math.max(guard.breakevenArmBps, guard.trailStepBps);
  if (guard.trailEnable && gainBps.gte(decimal(trailFromBps))) {
    const trailed = stopOnTick(movedBps(best, -sign * guard.trailStepBps), snipe.side, instrument);
    const stepBps = distanceBps(entry, trailed).minus(distanceBps(entry, stop)).times(sign);
    if (stepBps.gt(0) && stepBps.gte(decimal(guard.trailRearmBps))) {
      stop = trailed;
      movedBy = 'trail';
    }
  }
  return { stop, isBreakEven, movedBy };
}

function better(a: Decimal, b: Decimal, sign: 1 | -1): Decimal {
  return b.minus(a).times(sign).gt(0) ? b : a;
}

/** The side on which the trigger fires earlier. */
function stopOnTick(px: Decimal, side: 'long' | 'short', instrument: Instrument): Decimal {
  return onTick(px, instrument, side === 'long' ? 'up' : 'down');
}

function isReached({ snipe, market }: ExitRequest, stop: Decimal): boolean {
  const top = exactTop(market);
  const known = Number.isFinite(market.markPx) && market.markPx > 0 ? decimal(market.markPx) : (top?.mid ?? null);
  return known !== null && (snipe.side === 'long' ? known.lte(stop) : known.gte(stop));
}

function timeStop({ snipe, settings, nowMs }: ExitRequest): ExitPlan['exitNow'] {
  if (snipe.openedMs === null || nowMs - snipe.openedMs < settings.timeStopMs) return null;
  return { exit: 'time', reason: `open for ${shown(settings.timeStopMs / 60_000)} min` };
}

function standingMover({ stopMovedBy, isBreakEven }: Snipe): StopMover | null {
  if (stopMovedBy !== undefined) return stopMovedBy;
  return isBreakEven ? 'break-even' : null;
}

/** Returns how a trade ends at a stop, by what moved it there. */
export function stopExitOf(movedBy: StopMover | null): ExitKind {
  if (movedBy === null) return 'stop-loss';
  return movedBy === 'trail' ? 'trailing-stop' : 'break-even';
}

/** Returns how a trade ends at the stop that stands at its venue now. */
export function standingStopExit(snipe: Snipe): ExitKind {
  return stopExitOf(standingMover(snipe));
}
