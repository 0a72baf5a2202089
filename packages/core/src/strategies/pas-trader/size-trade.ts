import {
  decimal,
  ONE,
  quantize,
  toDecimalString,
  ZERO,
  type Arm,
  type Decimal,
  type DecimalString,
  type Instrument,
} from '../../domain/index.ts';
import { declined, planned, type Planned } from './planned.ts';
import { effectiveNumbers, plannedStopBps, type PasSettings } from './pas-settings.ts';
import { gainSign } from './trade-side.ts';

const BPS = decimal(10_000);
/** How far a size may rise to reach the venue's smallest order. */
const BUMP_MAX = decimal('1.01');

/** What limits a trade besides the settings; all in USD and exact. */
export interface SizeFacts {
  readonly equityUsd: DecimalString;
  /** What a new order could use as margin. */
  readonly freeUsd: DecimalString;
  /** Notional of the engine's open trades, their reserves counted. */
  readonly exposureUsd: DecimalString;
}

export interface SizeRequest {
  readonly arm: Arm;
  readonly side: 'long' | 'short';
  /** Limit price of the entry. */
  readonly px: DecimalString;
  readonly instrument: Instrument;
  readonly settings: PasSettings;
  readonly facts: SizeFacts;
}

export interface TradeSize {
  /** Of the first entry, on the step. */
  readonly qtyBase: DecimalString;
  readonly notionalUsd: DecimalString;
  /** With every addition that may follow; equal to the notional while additions are off. */
  readonly reservedUsd: DecimalString;
  /** At the stop with every addition made, before fees and slippage. */
  readonly worstLossUsd: DecimalString;
  /** Which bound decided: `risk`, `capital`, `cap`, `budget` or `margin`. */
  readonly boundBy: string;
}

/**
 * Sizes the first entry: the least of risk over stop distance, share of the equity, cap, budget left and margin left.
 *
 * Additions that may follow are reserved: their notional counts against every bound and their loss against the risk. A size that falls
 * short of the venue's smallest order rises to it by at most 1 %.
 */
export function sizeTrade(request: SizeRequest): Planned<TradeSize> {
  const { instrument, settings } = request;
  const px = decimal(request.px);
  const worth = perUsd(request);
  const bounds = boundsUsd(settings, request.facts, worth);
  const least = bounds.reduce((a, b) => (b.usd.lt(a.usd) ? b : a));
  if (least.usd.lte(0)) return declined(`nothing is left: ${least.name} allows ${toDecimalString(least.usd)} USD`);
  const scale = decimal(instrument.qtyScale);
  const step = decimal(instrument.qtyStep).times(scale);
  const wantedBase = least.usd.div(px);
  const downBase = quantize(wantedBase, step, 'down');
  const minBase = smallestBase(instrument, px);
  const qtyBase = downBase.lt(minBase) && minBase.lte(wantedBase.times(BUMP_MAX)) ? minBase : downBase;
  if (qtyBase.lt(minBase) || qtyBase.lte(0)) {
    return declined(
      `${least.name} allows ${toDecimalString(quantize(least.usd, decimal('0.01'), 'down'))} USD, ` +
        `the venue's smallest order is ${toDecimalString(quantize(minBase.times(px), decimal('0.01'), 'up'))} USD`,
    );
  }
  const notional = qtyBase.times(px);
  return planned({
    qtyBase: toDecimalString(qtyBase),
    notionalUsd: toDecimalString(notional),
    reservedUsd: toDecimalString(notional.times(worth.reserve)),
    worstLossUsd: toDecimalString(notional.times(worth.loss)),
    boundBy: least.name,
  });
}

/** What one USD of first entry brings with it: notional with all additions, and the loss at the stop. */
interface PerUsd {
  readonly reserve: Decimal;
  readonly loss: Decimal;
}

function perUsd({ arm, side, settings }: SizeRequest): PerUsd {
  const stopFrac = decimal(plannedStopBps(arm.stopLossBps, settings)).div(BPS);
  const away = -gainSign(side);
  let [reserve, loss, factor] = [ONE, stopFrac, ONE];
  if (!settings.dcaEnabled) return { reserve, loss };
  for (const distancePct of settings.dcaDistancesPct.slice(0, settings.dcaLevels)) {
    const distanceFrac = decimal(distancePct).div(100);
    factor = factor.times(decimal(settings.dcaFactor));
    reserve = reserve.plus(factor.times(ONE.plus(distanceFrac.times(away))));
    loss = loss.plus(factor.times(stopFrac.minus(distanceFrac)));
  }
  return { reserve, loss };
}

interface Bound {
  readonly name: string;
  readonly usd: Decimal;
}

function boundsUsd(settings: PasSettings, facts: SizeFacts, { reserve, loss }: PerUsd): readonly [Bound, ...Bound[]] {
  const numbers = effectiveNumbers(settings);
  const leverage = decimal(settings.leverage);
  const inAll = (name: string, usd: Decimal): Bound => ({ name, usd: reserve === ONE ? usd : usd.div(reserve) });
  return [
    { name: 'risk', usd: decimal(numbers.riskUsd).div(loss) },
    inAll('capital', decimal(facts.equityUsd).times(decimal(numbers.capitalFrac))),
    inAll('cap', decimal(numbers.maxNotionalUsd)),
    inAll('budget', decimal(settings.budgetUsd).minus(decimal(facts.exposureUsd))),
    inAll('margin', decimal(facts.freeUsd).times(leverage)),
  ];
}

function smallestBase(instrument: Instrument, px: Decimal): Decimal {
  const scale = decimal(instrument.qtyScale);
  const byQty = decimal(instrument.qtyMin).times(scale);
  const byNotional = instrument.notionalMin === null ? ZERO : decimal(instrument.notionalMin).div(px);
  const step = decimal(instrument.qtyStep).times(scale);
  return quantize(byQty.gt(byNotional) ? byQty : byNotional, step, 'up');
}
