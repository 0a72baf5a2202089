import type { RiskGuard } from '@riptide/contracts/calls';
import { placeMarks } from '../../../../shared/stop-entry-target.tsx';

type LadderValues = Partial<Record<'sl_bps' | 'tp_bps' | 'breakeven_arm_bps', unknown>>;

export interface Ladder {
  readonly slBps: number;
  readonly tpBps: number;
  readonly breakevenBps: number;
  /** Percent from the stop (left) to the target (right). */
  readonly entry: number;
  readonly breakeven: number;
  /** What the distances do together that nobody would want; null when nothing. */
  readonly warning: string | null;
}

/** Places the rungs of the guard by their bps from the entry; null while one of them is no number. */
export function ladderOf({ sl_bps: sl, tp_bps: tp, breakeven_arm_bps: arm }: LadderValues): Ladder | null {
  if (!isFigure(sl) || !isFigure(tp) || !isFigure(arm) || sl <= 0 || tp <= 0) return null;
  const placed = placeMarks({ side: 'long', entry: 0, mark: arm, stop: -sl, target: tp });
  if (placed === null || placed.mark === null) return null;
  return {
    slBps: sl,
    tpBps: tp,
    breakevenBps: arm,
    entry: placed.entry,
    breakeven: placed.mark,
    warning:
      arm >= tp
        ? 'Break-even is armed at or past the take profit: it is never reached.'
        : arm === 0
          ? 'Break-even is armed at the entry: the first gain moves the stop there.'
          : null,
  };
}

function isFigure(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Names the fields the drawing is made of, for a form that holds more. */
export function ladderValues(guard: Partial<RiskGuard>): LadderValues {
  const { sl_bps: sl, tp_bps: tp, breakeven_arm_bps: arm } = guard;
  return { sl_bps: sl, tp_bps: tp, breakeven_arm_bps: arm };
}
