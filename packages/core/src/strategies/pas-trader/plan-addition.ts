import {
  decimal,
  maxOf,
  minOf,
  quantize,
  toDecimalString,
  type Decimal,
  type DecimalString,
  type Instrument,
  type RadarReading,
  type Snipe,
} from '../../domain/index.ts';
import { declined, planned, type Planned } from './planned.ts';
import { planEntry } from './plan-entry.ts';
import { effectiveNumbers, plannedStopBps, type PasSettings } from './pas-settings.ts';
import { distanceBps, exactTop, movedBps, onTick } from './price-steps.ts';
import { shown } from './shown.ts';
import { gainSign, positionSide } from './trade-side.ts';

export interface AdditionRequest {
  readonly snipe: Snipe;
  readonly reading: RadarReading;
  readonly market: { readonly bidPx: number; readonly askPx: number };
  readonly settings: PasSettings;
  readonly instrument: Instrument;
  /** Average price and quantity of the first entry, before any addition. */
  readonly firstEntryPx: DecimalString;
  readonly firstQtyBase: DecimalString;
  /** Cascade of the newest entry or addition. */
  readonly lastClusterId: string;
  readonly nowMs: number;
}

export interface AdditionPlan {
  /** 1 is the first addition. */
  readonly level: number;
  readonly qtyBase: DecimalString;
  /** Limit of the order, which is executed as the arm's. */
  readonly px: DecimalString;
  /** From now on: never wider than before, and near enough that the loss of all stays within the risk. */
  readonly stopPx: DecimalString;
}

/**
 * Plans an addition to a trade (liquidation DCA): only on a new cluster of the side that opened it, a while after the last, at the level's
 * distance in percent of the first entry's price, and only while the loss at the stop stays within the risk. An opposite cluster never
 * touches a position.
 */
export function planAddition(request: AdditionRequest): Planned<AdditionPlan> {
  const refusal = standingFault(request) ?? clusterFault(request) ?? levelFault(request);
  if (refusal !== null) return declined(refusal);
  const { snipe, instrument, settings } = request;
  const entry = planEntry({ ...request, arm: snipe.arm, side: snipe.side });
  if (!entry.ok) return entry;
  const level = snipe.additions + 1;
  const step = decimal(instrument.qtyStep).times(decimal(instrument.qtyScale));
  const wantedBase = decimal(request.firstQtyBase).times(decimal(settings.dcaFactor).pow(level));
  const qtyBase = quantize(wantedBase, step, 'down');
  if (qtyBase.lte(0)) return declined(`the addition of ${toDecimalString(wantedBase)} is below the step`);
  const stop = stopAfter(request, { qtyBase, px: decimal(entry.value.px) });
  const top = exactTop(request.market);
  const isBehind = top !== null && (snipe.side === 'long' ? stop.gte(top.bid) : stop.lte(top.ask));
  if (isBehind)
    return declined(`to stay within the risk the stop would stand at ${toDecimalString(stop)}, behind the price`);
  return planned({ level, qtyBase: toDecimalString(qtyBase), px: entry.value.px, stopPx: toDecimalString(stop) });
}

function standingFault({ snipe, settings, nowMs }: AdditionRequest): string | null {
  if (!settings.dcaEnabled) return 'additions are off';
  if (snipe.state !== 'open' || snipe.entryPx === null) return `the trade is ${snipe.state}`;
  if (snipe.isBreakEven) return 'the stop stands at the entry already';
  if (snipe.additions >= settings.dcaLevels) return `all ${settings.dcaLevels} additions are made`;
  const sinceMs = nowMs - (snipe.lastAdditionMs ?? snipe.openedMs ?? Number.NaN);
  if (sinceMs >= settings.dcaMinGapMs) return null;
  return `${shown(sinceMs / 1_000)} s since the last entry, less than ${shown(settings.dcaMinGapMs / 1_000)} s`;
}

function clusterFault({ snipe, reading, lastClusterId }: AdditionRequest): string | null {
  if (reading.symbol !== snipe.symbol) return `a cluster of ${reading.symbol} is another one's`;
  if (positionSide(snipe.arm.direction, reading.liquidatedSide) !== snipe.side) {
    return 'an opposite cluster never touches a position';
  }
  return reading.cascade.clusterId === lastClusterId ? 'the cluster is the one of the last entry' : null;
}

function levelFault({ snipe, market, settings, firstEntryPx }: AdditionRequest): string | null {
  const top = exactTop(market);
  if (top === null) return 'there is no book with two sides';
  const distancePct = settings.dcaDistancesPct[snipe.additions] ?? Number.NaN;
  const againstBps = Number(distanceBps(decimal(firstEntryPx), top.mid)) * -gainSign(snipe.side);
  if (againstBps >= distancePct * 100) return null;
  return `${shown(againstBps / 100)} % against the first entry, level ${snipe.additions + 1} is at ${shown(distancePct)} %`;
}

/** The nearest of the planned stop, the one that stands, and the one at which all lose the risk. */
function stopAfter(
  { snipe, settings, instrument, firstEntryPx }: AdditionRequest,
  added: { readonly qtyBase: Decimal; readonly px: Decimal },
): Decimal {
  const sign = gainSign(snipe.side);
  const nearest = snipe.side === 'long' ? maxOf : minOf;
  const heldBase = decimal(snipe.filledQtyBase);
  const allBase = heldBase.plus(added.qtyBase);
  const cost = heldBase.times(decimal(snipe.entryPx ?? firstEntryPx)).plus(added.qtyBase.times(added.px));
  const riskUsd = decimal(effectiveNumbers(settings).riskUsd);
  const byRisk = cost.minus(riskUsd.times(sign)).div(allBase);
  const planned = movedBps(decimal(firstEntryPx), -sign * plannedStopBps(snipe.arm.stopLossBps, settings));
  const stop = onTick(nearest(byRisk, planned), instrument, snipe.side === 'long' ? 'up' : 'down');
  return snipe.stopPx === null ? stop : nearest(stop, decimal(snipe.stopPx));
}
