import type { DecisionGate } from '../../domain/index.ts';
import { contextFeatures } from './context-features.ts';
import { feeGate, liquidationDistanceGate } from './gates/arm-gates.ts';
import { budgetGate, concurrentGate, positionOpenGate } from './gates/exposure-gates.ts';
import { fundingRateGate, fundingWindowGate } from './gates/funding-gates.ts';
import { finiteOrNull, TRIGGER_GATES, type TriggerGate, type TriggerGateName } from './gates/gate.ts';
import { bookAgeGate, displacementGate, priceKnownGate, spreadGate } from './gates/price-gates.ts';
import { engineGate, killSwitchGate, verdictGate } from './gates/standing-gates.ts';
import { cooldownGate, isTrigger, triggerCountGate, triggerSizeGate } from './gates/trigger-gates.ts';
import { universeAgeGate, universeChangeGate, universeVolumeGate } from './gates/universe-gates.ts';
import { offerArms } from './offer-arms.ts';
import type { TriggerInput, TriggerJudgement } from './trigger-facts.ts';
import { triggerFigures, type TriggerFigures } from './trigger-figures.ts';

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

/**
 * Judges one reading of the radar: every gate with value, bound and words, every arm with its reason, and what a learner sees.
 *
 * Pure; equal inputs give equal judgements. Whatever is unknown counts against the trade.
 */
export function judgeTrigger(input: TriggerInput): TriggerJudgement {
  const figures = triggerFigures(input);
  const gates = TRIGGER_GATES.map((name) => GATES[name](input, figures));
  const offers = offerArms(input, figures);
  const denial = gates.find((gate) => !gate.ok);
  return {
    isTrigger: isTrigger(input, figures),
    isAllowed: denial === undefined && offers.some((offer) => offer.isEligible),
    thresholdUsd: figures.threshold.usd,
    thresholdBy: figures.threshold.by,
    gates,
    offers,
    values: valuesOf(input, figures),
    context: contextFeatures(input, figures),
    blockedBy: denial === undefined ? noArm(offers) : wordsOf(denial),
  };
}

/** Returns true while size and count are a trigger's: the cheap question to ask at every event, before judging. */
export function isTriggered(input: TriggerInput): boolean {
  return isTrigger(input, triggerFigures(input));
}

function wordsOf({ gate, detail }: DecisionGate): string {
  return `${gate}: ${detail}`;
}

function noArm(offers: TriggerJudgement['offers']): string | null {
  if (offers.some((offer) => offer.isEligible)) return null;
  return `no arm is eligible: ${offers[0]?.reason ?? ''}`;
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
    bestNetBps: Math.max(...figures.arms.map((each) => each.netBps)),
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
