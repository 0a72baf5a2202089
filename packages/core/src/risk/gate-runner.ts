import { GATES, type GateDecision, type GateName, type OrderIntent, type RiskApproved } from '../domain/index.ts';
import { abnormalProfitGate } from './gates/abnormal-profit.ts';
import { allocationCapGate } from './gates/allocation-cap.ts';
import { bookAgeGate } from './gates/book-age.ts';
import { capitalPerTradeGate } from './gates/capital-per-trade.ts';
import { clockOffsetGate } from './gates/clock-offset.ts';
import { cooldownGate } from './gates/cooldown.ts';
import { dailyLossGate } from './gates/daily-loss.ts';
import { freeMarginGate } from './gates/free-margin.ts';
import { fundingWindowGate } from './gates/funding-window.ts';
import { journalGate } from './gates/journal.ts';
import { keyPermissionGate } from './gates/key-permission.ts';
import { killSwitchGate } from './gates/kill-switch.ts';
import { liquidationDistanceGate } from './gates/liquidation-distance.ts';
import { liveConfirmedGate } from './gates/live-confirmed.ts';
import { lossStreakGate } from './gates/loss-streak.ts';
import { maxConcurrentGate } from './gates/max-concurrent.ts';
import { maxLeverageGate } from './gates/max-leverage.ts';
import { maxPositionGate } from './gates/max-position.ts';
import { minSizeGate } from './gates/min-size.ts';
import { modeMatchGate } from './gates/mode-match.ts';
import { netExposureGate } from './gates/net-exposure.ts';
import { openConditionsGate } from './gates/open-conditions.ts';
import { priceBandGate } from './gates/price-band.ts';
import { quantisationLossGate } from './gates/quantisation-loss.ts';
import { symbolSupportGate } from './gates/symbol-support.ts';
import { venueHealthGate } from './gates/venue-health.ts';
import type { Gate } from './gates/decide.ts';
import { isEntry } from './gates/request-figures.ts';
import type { RiskOrder, RiskRequest } from './risk-request.ts';

/** What all gates said of one request; the approved order and wish only when every one agreed. */
export type GateVerdict<T extends RiskOrder> =
  | {
      readonly isApproved: true;
      readonly gates: readonly GateDecision[];
      readonly order: RiskApproved<T>;
      readonly intent: RiskApproved<OrderIntent>;
    }
  | { readonly isApproved: false; readonly gates: readonly GateDecision[] };

/** Closing risk is never blocked by staleness, cooldown, limits or allocation: for such an order the gate only tells. */
function entryOnly(gate: Gate): Gate {
  return (request) => {
    const decision = gate(request);
    if (decision.ok || isEntry(request)) return decision;
    return { ...decision, ok: true, code: null, detail: `${decision.detail}; never blocks an order that reduces risk` };
  };
}

const TABLE: Readonly<Record<GateName, Gate>> = {
  'kill-switch': entryOnly(killSwitchGate),
  'live-confirmed': liveConfirmedGate,
  journal: entryOnly(journalGate),
  'venue-health': entryOnly(venueHealthGate),
  'book-age': entryOnly(bookAgeGate),
  'clock-offset': entryOnly(clockOffsetGate),
  'key-permission': keyPermissionGate,
  'mode-match': entryOnly(modeMatchGate),
  'symbol-support': symbolSupportGate,
  'min-size': minSizeGate,
  'quantisation-loss': entryOnly(quantisationLossGate),
  'free-margin': entryOnly(freeMarginGate),
  'max-position': entryOnly(maxPositionGate),
  'max-leverage': entryOnly(maxLeverageGate),
  'max-concurrent': entryOnly(maxConcurrentGate),
  'capital-per-trade': entryOnly(capitalPerTradeGate),
  'net-exposure': entryOnly(netExposureGate),
  'allocation-cap': entryOnly(allocationCapGate),
  cooldown: entryOnly(cooldownGate),
  'daily-loss': entryOnly(dailyLossGate),
  'loss-streak': entryOnly(lossStreakGate),
  'price-band': entryOnly(priceBandGate),
  'abnormal-profit': entryOnly(abnormalProfitGate),
  'liquidation-distance': entryOnly(liquidationDistanceGate),
  'funding-window': entryOnly(fundingWindowGate),
  'open-conditions': entryOnly(openConditionsGate),
};

/** Asks one gate alone. An answer, no permission: only `runGates` gives that. */
export function askGate(name: GateName, request: RiskRequest): GateDecision {
  return TABLE[name](request);
}

/**
 * Runs every gate, none cut short by another, and returns the whole vector in the order of `GATES`.
 *
 * The only maker of `RiskApproved`: no other code may cast to it.
 */
export function runGates<T extends RiskOrder>(request: RiskRequest<T>): GateVerdict<T> {
  const gates = GATES.map((name) => TABLE[name](request));
  if (!gates.every((decision) => decision.ok)) return { isApproved: false, gates };
  return {
    isApproved: true,
    gates,
    order: request.order as RiskApproved<T>,
    intent: request.intent as RiskApproved<OrderIntent>,
  };
}
