import {
  decimal,
  toDecimalString,
  ZERO,
  type Decimal,
  type DecimalString,
  type SnipingEngine,
} from '../../domain/index.ts';
import type { PasSettings } from '../../strategies/index.ts';
import type { TrackedSnipe } from './snipe-book.ts';
import type { SnipingState } from './sniping-state.ts';

/** What an engine's open trades bind of its budget. */
export interface Exposure {
  readonly trades: number;
  /** Notional with what later additions may still take. */
  readonly usd: DecimalString;
}

/** Sums up the open trades of an engine: what is filled at its price, what is still wished at its limit, and the additions to come. */
export function exposureOf(state: SnipingState, engine: SnipingEngine, mode: 'paper' | 'live'): Exposure {
  const own = state.snipes.open().filter(({ snipe }) => snipe.engine === engine && snipe.mode === mode);
  const settings = state.settingsOf(engine);
  const usd = own.reduce<Decimal>((sum, tracked) => sum.plus(boundUsd(tracked, settings)), ZERO);
  return { trades: own.length, usd: toDecimalString(usd) };
}

function boundUsd({ snipe, orders, entryQuote, entryBase }: TrackedSnipe, settings: PasSettings): Decimal {
  const px = decimal(orders.find(({ kind }) => kind === 'entry')?.px ?? snipe.entryPx ?? '0');
  const first = decimal(snipe.wantedQtyBase).times(px);
  // A trade that is open holds what was filled, and nothing more is to come of its entry.
  const held = snipe.state === 'entering' ? first : decimal(entryQuote);
  const holds = decimal(entryBase).gt(0) || snipe.state === 'entering' ? held : first;
  if (!settings.dcaEnabled) return holds;
  let factor = decimal(settings.dcaFactor).pow(snipe.additions);
  let reserve = ZERO;
  for (let level = snipe.additions; level < settings.dcaLevels; level += 1) {
    factor = factor.times(decimal(settings.dcaFactor));
    reserve = reserve.plus(first.times(factor));
  }
  return holds.plus(reserve);
}
