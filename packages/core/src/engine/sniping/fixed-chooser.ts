import { ABSTAIN, type ArmChoice, type ArmChooser, type ArmOffer, type ArmScore } from '../../domain/index.ts';

/** Takes one arm always, or abstains while it is not eligible. */
export function chooseFixed(fixedArmId: string, offers: readonly ArmOffer[]): ArmChoice {
  const isTaken = offers.some(({ armId, isEligible }) => armId === fixedArmId && isEligible);
  const armId = isTaken ? fixedArmId : ABSTAIN;
  const scores = [...offers, { armId: ABSTAIN, isEligible: true, reason: null }].map((offer): ArmScore => ({
    ...offer,
    meanBps: null,
    halfWidthBps: null,
    propensity: offer.armId === armId ? 1 : 0,
  }));
  return { armId, propensity: 1, scores };
}

/** A chooser that learns nothing and abstains always: what stands in where no learner is given. */
export class AbstainingChooser implements ArmChooser {
  choose(_context: readonly number[], offers: readonly ArmOffer[]): ArmChoice {
    return chooseFixed(ABSTAIN, offers);
  }

  learn(): void {
    // Nothing is learnt.
  }

  change(): void {
    // Nothing to change.
  }

  snapshot(): unknown {
    return null;
  }
}
