import type { ArmOffer } from '../../domain/index.ts';
import type { TriggerFigures } from './trigger-figures.ts';

/** Returns true when the arm at a place of `ARMS` may be taken. */
export function isOffered({ faults, armTable }: TriggerFigures, at: number): boolean {
  const direction = armTable.arms[at]?.arm.direction;
  return direction !== undefined && faults[direction] === null && armTable.faults[at] === null;
}

/** Returns true when any arm may be taken: a direction that does not suit rejects half of them at once. */
export function isAnyOffered({ faults, armTable }: TriggerFigures): boolean {
  return (faults.fade === null && armTable.isAnyFade) || (faults.follow === null && armTable.isAnyFollow);
}

/** Says of every arm whether it may be taken, and why not. */
export function offerArms({ faults, armTable }: TriggerFigures): readonly ArmOffer[] {
  const said = { fade: faults.fade?.() ?? null, follow: faults.follow?.() ?? null };
  return armTable.arms.map(({ arm }, at) => {
    const reason = said[arm.direction] ?? armTable.faults[at]?.() ?? null;
    return { armId: arm.armId, isEligible: reason === null, reason };
  });
}
