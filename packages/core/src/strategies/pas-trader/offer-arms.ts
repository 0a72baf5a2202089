import type { ArmOffer } from '../../domain/index.ts';
import { feeFault, liquidationFault } from './arm-figures.ts';
import { fadeFault, followFault } from './gates/price-gates.ts';
import type { TriggerInput } from './trigger-facts.ts';
import type { TriggerFigures } from './trigger-figures.ts';

/** Says of every arm whether it may be taken, and why not. */
export function offerArms(input: TriggerInput, figures: TriggerFigures): readonly ArmOffer[] {
  const faultOf = { fade: fadeFault(input, figures), follow: followFault(input, figures) };
  return figures.arms.map((each) => {
    const reason = faultOf[each.arm.direction] ?? feeFault(each, input.settings) ?? liquidationFault(each);
    return { armId: each.arm.armId, isEligible: reason === null, reason };
  });
}
