import type { Instrument, LegKey } from '../../../domain/index.ts';
import type { JudgedCase, LegState } from '../judged-case.ts';
import type { ScannerOptions } from '../scanner-options.ts';
import { holds, type OpportunityCheck } from './opportunity-check.ts';

interface LegCheck extends Pick<OpportunityCheck, 'rule' | 'unknown' | 'unit' | 'setting'> {
  readonly name: string;
  valueOf(leg: LegState): number;
  boundOf(options: ScannerOptions): number;
  /** `name` is e.g. `OKX perp`. */
  failure(leg: LegState, name: string, bound: number): string;
}

const yes = (): number => 1;

/** What must hold for each leg's data by themselves, worst first. */
const LEG_CHECKS: readonly LegCheck[] = [
  {
    name: 'trading',
    rule: 'at-least',
    unknown: 'fails',
    unit: 'flag',
    setting: null,
    valueOf: (leg) => (leg.isTrading ? 1 : 0),
    boundOf: yes,
    failure: (_, name) => `${name} is halted at the venue`,
  },
  {
    name: 'book',
    rule: 'at-least',
    unknown: 'fails',
    unit: 'flag',
    setting: null,
    valueOf: (leg) => (leg.resetReason === null ? 1 : 0),
    boundOf: yes,
    failure: (leg, name) => `${name} book is being rebuilt (${leg.resetReason})`,
  },
  {
    name: 'book-age',
    rule: 'at-most',
    unknown: 'fails',
    unit: 'ms',
    setting: 'max_book_age_ms',
    valueOf: (leg) => leg.bookAgeMs,
    boundOf: (options) => options.maxBookAgeMs,
    failure: (_, name, bound) => `${name} book is older than ${bound} ms`,
  },
  {
    name: 'data-delay',
    rule: 'at-most',
    unknown: 'passes',
    unit: 'ms',
    setting: 'max_data_delay_ms',
    valueOf: (leg) => leg.delayMs,
    boundOf: (options) => options.maxDataDelayMs,
    failure: (_, name, bound) => `${name} data arrive more than ${bound} ms late`,
  },
  {
    name: 'clock-offset',
    rule: 'at-most',
    unknown: 'passes',
    unit: 'ms',
    setting: 'max_clock_offset_ms',
    valueOf: (leg) => Math.abs(leg.clockOffsetMs),
    boundOf: (options) => options.maxClockOffsetMs,
    failure: (_, name, bound) => `${name.split(' ')[0]} clock is more than ${bound} ms away from ours`,
  },
  {
    name: 'crossed',
    rule: 'over',
    unknown: 'passes',
    unit: 'bps',
    setting: null,
    valueOf: (leg) => ((leg.askPx - leg.bidPx) / leg.askPx) * 1e4,
    boundOf: () => 0,
    failure: (_, name) => `${name} best bid is not under its best ask: the book is locked or crossed`,
  },
  {
    name: 'locked-price',
    rule: 'at-most',
    unknown: 'passes',
    unit: 'ms',
    setting: 'locked_after_ms',
    valueOf: (leg) => leg.lockedForMs,
    boundOf: (options) => options.lockedAfterMs,
    failure: (_, name, bound) => `${name} price has been left behind by the market for over ${bound} ms`,
  },
  {
    name: 'price-limit',
    rule: 'over',
    unknown: 'passes',
    unit: 'bps',
    setting: null,
    valueOf: (leg) => leg.limitGapBps,
    boundOf: () => 0,
    failure: (_, name) => `${name} best price stands at or beyond the limit the venue enforces`,
  },
];

/** Tells whether an instrument may be traded on by its data alone. */
export function isLegSound(leg: LegState, options: ScannerOptions): boolean {
  for (const check of LEG_CHECKS) if (!holds(check, check.valueOf(leg), check.boundOf(options))) return false;
  return true;
}

/** Returns the checks of one leg's data, named `<check>-buy` or `<check>-sell`. */
export function legChecks(key: LegKey): readonly OpportunityCheck[] {
  return LEG_CHECKS.map((leg) => ({
    check: `${leg.name}-${key}`,
    weight: 'hard',
    rule: leg.rule,
    unknown: leg.unknown,
    unit: leg.unit,
    setting: leg.setting,
    valueOf: (judged) => leg.valueOf(judged[key]),
    boundOf: (_, options) => leg.boundOf(options),
    failure: (judged, options) => leg.failure(judged[key], nameOf(judged, key), leg.boundOf(options)),
  }));
}

/** Returns how a leg is called in texts: `OKX perp`. */
export function nameOf({ pair }: JudgedCase, key: LegKey): string {
  const { venue, kind }: Instrument = pair[key];
  return `${venue} ${kind}`;
}
