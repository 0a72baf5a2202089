import type { ArmOffer, DecisionGate } from '../../domain/index.ts';
import { ARM_IDS } from './arms.ts';
import { contextFeatures } from './context-features.ts';
import { feeGate, liquidationDistanceGate } from './gates/arm-gates.ts';
import { budgetGate, concurrentGate, positionOpenGate } from './gates/exposure-gates.ts';
import { fundingRateGate, fundingWindowGate } from './gates/funding-gates.ts';
import { finiteOrNull, TRIGGER_GATES, type GateAnswer, type TriggerGate, type TriggerGateName } from './gates/gate.ts';
import { bookAgeGate, displacementGate, priceKnownGate, spreadGate } from './gates/price-gates.ts';
import { engineGate, killSwitchGate, verdictGate } from './gates/standing-gates.ts';
import { cooldownGate, isTrigger, triggerCountGate, triggerSizeGate } from './gates/trigger-gates.ts';
import { universeAgeGate, universeChangeGate, universeVolumeGate } from './gates/universe-gates.ts';
import { isOffered, isAnyOffered, offerArms } from './offer-arms.ts';
import type { TriggerInput, TriggerJudgement } from './trigger-facts.ts';
import { triggerFigures, type TriggerFigures } from './trigger-figures.ts';
import { triggerThreshold } from './trigger-threshold.ts';

const GATES: Readonly<Record<TriggerGateName, TriggerGate>> = {
  engine: engineGate,
  'kill-switch': killSwitchGate,
  'trigger-size': triggerSizeGate,
  'trigger-count': triggerCountGate,
  cooldown: cooldownGate,
  'price-known': priceKnownGate,
  'book-age': bookAgeGate,
  displacement: displacementGate,
  'universe-age': universeAgeGate,
  'universe-volume': universeVolumeGate,
  'universe-change': universeChangeGate,
  spread: spreadGate,
  'funding-rate': fundingRateGate,
  'funding-window': fundingWindowGate,
  'position-open': positionOpenGate,
  concurrent: concurrentGate,
  'fee-gate': feeGate,
  'liquidation-distance': liquidationDistanceGate,
  budget: budgetGate,
  verdict: verdictGate,
};

/** One look at a trigger: what an order needs is worked out at once, words and lists when somebody asks for them. */
export class TriggerLook {
  readonly isAllowed: boolean;
  readonly thresholdUsd: number;
  readonly thresholdBy: string;
  private readonly input: TriggerInput;
  private readonly figures: TriggerFigures;
  private readonly answers: readonly GateAnswer[];
  private toldGates: readonly DecisionGate[] | null = null;
  private toldOffers: readonly ArmOffer[] | null = null;

  constructor(input: TriggerInput) {
    this.input = input;
    this.figures = triggerFigures(input);
    this.answers = TRIGGER_GATES.map((name) => GATES[name](input, this.figures));
    this.isAllowed = this.answers.every(({ ok }) => ok) && isAnyOffered(this.figures);
    this.thresholdUsd = this.figures.threshold.usd;
    this.thresholdBy = this.figures.threshold.by;
  }

  isEligible(armId: string): boolean {
    return isOffered(this.figures, ARM_IDS.indexOf(armId));
  }

  /** In a fixed order, all of them. */
  gates(): readonly DecisionGate[] {
    return (this.toldGates ??= this.answers.map((answer) => answer.told()));
  }

  /** Every arm, in the order of `ARMS`. */
  offers(): readonly ArmOffer[] {
    return (this.toldOffers ??= offerArms(this.figures));
  }

  values(): TriggerJudgement['values'] {
    return valuesOf(this.input, this.figures);
  }

  context(): readonly number[] {
    return contextFeatures(this.input, this.figures);
  }

  /** Distance of the mid from the VWAP, positive with the forced flow; NaN when unknown. */
  get stretchBps(): number {
    return this.figures.stretchBps;
  }

  eligibleCount(): number {
    return ARM_IDS.reduce((count, _, at) => count + (isOffered(this.figures, at) ? 1 : 0), 0);
  }

  /** The gates that said no. */
  denials(): readonly DecisionGate[] {
    return this.answers.flatMap((answer) => (answer.ok ? [] : [answer.told()]));
  }

  /** The first gate that said no in words, or why no arm may be taken; null when nothing blocks. */
  blockedBy(): string | null {
    const denial = this.answers.find(({ ok }) => !ok)?.told();
    if (denial !== undefined) return `${denial.gate}: ${denial.detail}`;
    return isAnyOffered(this.figures) ? null : `no arm is eligible: ${this.offers()[0]?.reason ?? ''}`;
  }
}

/**
 * Judges one reading of the radar: every gate with value, bound and words, every arm with its reason, and what a learner sees.
 *
 * Pure; equal inputs give equal judgements. Whatever is unknown counts against the trade.
 */
export function judgeTrigger(input: TriggerInput): TriggerJudgement {
  const look = new TriggerLook(input);
  const { isAllowed, thresholdUsd, thresholdBy } = look;
  return {
    isTrigger: isTriggered(input),
    isAllowed,
    thresholdUsd,
    thresholdBy,
    gates: look.gates(),
    offers: look.offers(),
    values: look.values(),
    context: look.context(),
    blockedBy: look.blockedBy(),
  };
}

/** Returns true while size and count are a trigger's: the cheap question to ask at every event, before judging. */
export function isTriggered({ reading, market, settings }: Omit<TriggerInput, 'facts'>): boolean {
  return isTrigger({ reading, settings }, triggerThreshold(reading, market, settings).usd);
}

function valuesOf({ reading, market, facts }: TriggerInput, figures: TriggerFigures): TriggerJudgement['values'] {
  const values: Record<string, number> = {
    windowUsd: reading.windowUsd,
    windowCount: reading.windowCount,
    eventUsd: reading.eventUsd,
    thresholdUsd: figures.threshold.usd,
    flow30Usd: reading.flow30Usd,
    flow120Usd: reading.flow120Usd,
    flow300Usd: reading.flow300Usd,
    cascadeUsd: reading.cascade.usd,
    cascadeUsdPerS: reading.cascade.usdPerS,
    cascadeLeadMs: reading.cascade.leadMs,
    bidPx: market.bidPx,
    askPx: market.askPx,
    midPx: market.midPx,
    markPx: market.markPx,
    vwapPx: market.vwapPx,
    vwapAgeMs: market.vwapAgeMs,
    vwapMinutes: market.vwapMinutes,
    bookAgeMs: market.bookAgeMs,
    delayMs: market.delayMs,
    displacementBps: figures.displacementBps,
    stretchBps: figures.stretchBps,
    spreadBps: figures.spreadBps,
    bidDepthUsd: market.bidDepthUsd,
    askDepthUsd: market.askDepthUsd,
    imbalance: figures.imbalance,
    volatilityBps: market.volatilityBps,
    fundingRateFrac: market.fundingRateFrac,
    nextFundingMs: market.nextFundingMs,
    dayChangeFrac: market.dayChangeFrac,
    dayQuoteVolume: market.dayQuoteVolume,
    listedDays: market.listedDays,
    bestNetBps: Math.max(...figures.armTable.arms.map((each) => each.netBps)),
    makerBps: facts.fees.makerBps,
    takerBps: facts.fees.takerBps,
    equityUsd: facts.equityUsd,
    freeUsd: facts.freeUsd,
    exposureUsd: facts.exposureUsd,
  };
  const told: Record<string, number | null> = values;
  for (const name in values) told[name] = finiteOrNull(values[name] ?? Number.NaN);
  return told;
}
