import {
  decimal,
  maxOf,
  minOf,
  plural,
  toDecimalString,
  type Arm,
  type Decimal,
  type DecimalString,
  type Instrument,
  type OrderSide,
  type TimeInForce,
} from '../../domain/index.ts';
import { declined, planned, type Planned } from './planned.ts';
import { distanceBps, exactTop, movedBps, onTick, tickOf, type ExactTop } from './price-steps.ts';
import type { PasSettings } from './pas-settings.ts';
import { shown } from './shown.ts';
import { entrySide, gainSign } from './trade-side.ts';

export interface EntryRequest {
  readonly arm: Arm;
  readonly side: 'long' | 'short';
  readonly market: { readonly bidPx: number; readonly askPx: number };
  readonly instrument: Instrument;
  readonly settings: Pick<PasSettings, 'maxSlippageBps' | 'maxReprices'>;
}

/** One limit order that opens a trade. */
export interface EntryPlan {
  readonly side: OrderSide;
  readonly tif: TimeInForce;
  /** On the tick. */
  readonly px: DecimalString;
}

/**
 * Prices an entry from the mid: `post-only` rests the offset away from it and never crosses, `ioc` may pay up to the offset beyond it,
 * at most `maxSlippageBps`. A taker limit that doesn't reach the other side is declined: it could not fill.
 */
export function planEntry(request: EntryRequest): Planned<EntryPlan> {
  const { arm, side, instrument } = request;
  const top = exactTop(request.market);
  if (top === null) return declined('there is no book with two sides');
  const plan = arm.execution === 'ioc' ? takerPx(request, top) : planned(restingPx(request, top));
  if (!plan.ok) return plan;
  if (plan.value.lte(0)) return declined(`no price on the tick ${instrument.pxTick} is left`);
  const tif = arm.execution === 'ioc' ? 'IOC' : 'POST_ONLY';
  return planned({ side: entrySide(side), tif, px: toDecimalString(plan.value) });
}

function restingPx({ arm, side, instrument }: EntryRequest, top: ExactTop): Decimal {
  const tick = tickOf(instrument);
  const wanted = movedBps(top.mid, -gainSign(side) * arm.offsetBps);
  return side === 'long'
    ? minOf(onTick(wanted, instrument, 'down'), top.ask.minus(tick))
    : maxOf(onTick(wanted, instrument, 'up'), top.bid.plus(tick));
}

function takerPx({ arm, side, instrument, settings }: EntryRequest, top: ExactTop): Planned<Decimal> {
  const beyondBps = Math.min(arm.offsetBps, settings.maxSlippageBps);
  const px = onTick(movedBps(top.mid, gainSign(side) * beyondBps), instrument, side === 'long' ? 'down' : 'up');
  const reaches = side === 'long' ? px.gte(top.ask) : px.lte(top.bid);
  return reaches
    ? planned(px)
    : declined(`a limit ${shown(beyondBps)} bps beyond the mid does not reach the other side`);
}

/** What becomes of an entry order that has not filled. */
export type EntryStep =
  | { readonly kind: 'wait' }
  | { readonly kind: 'reprice'; readonly px: DecimalString }
  | { readonly kind: 'give-up'; readonly reason: string };

export interface RepriceRequest extends EntryRequest {
  /** Price of the first entry order of the trade. */
  readonly firstPx: DecimalString;
  readonly reprices: number;
  /** End of the resting order's life. */
  readonly expiresMs: number;
  readonly nowMs: number;
}

/**
 * Says what to do with a resting entry: it waits out its life, is repriced so often, and is given up when its price would be more than
 * `maxSlippageBps` worse than the first. It never becomes a taker. An order that is still at the right price is repriced all the same:
 * its life is the step of the counting.
 */
export function planReprice(request: RepriceRequest): EntryStep {
  const { side, settings, reprices, nowMs } = request;
  if (nowMs < request.expiresMs) return { kind: 'wait' };
  if (request.arm.execution === 'ioc') return { kind: 'give-up', reason: 'a taker entry is sent once' };
  if (reprices >= settings.maxReprices) {
    return { kind: 'give-up', reason: `not filled after ${plural(reprices, 'reprice')}` };
  }
  const plan = planEntry(request);
  if (!plan.ok) return { kind: 'give-up', reason: plan.reason };
  const worseBps = distanceBps(decimal(request.firstPx), decimal(plan.value.px)).times(gainSign(side));
  if (worseBps.gt(decimal(settings.maxSlippageBps))) {
    return {
      kind: 'give-up',
      reason: `the market ran ${shown(Number(worseBps))} bps away, more than ${shown(settings.maxSlippageBps)} bps`,
    };
  }
  return { kind: 'reprice', px: plan.value.px };
}
