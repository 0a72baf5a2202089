import type { BookResetReason, Instrument } from '../../domain/index.ts';
import type { Pair } from './pair-table.ts';
import type { PricedOpportunity } from './price-opportunity.ts';
import type { ScannerOptions } from './scanner-options.ts';

/** How one leg's data stand. NaN is unknown. */
export interface LegState {
  resetReason: BookResetReason | null;
  bookAgeMs: number;
  delayMs: number;
  clockOffsetMs: number;
  /** Index price of a perp, mid of a spot book. */
  referencePx: number;
}

export type Policy = 'executable' | 'evaluation_only' | 'blocked';

/** What may be done with an opportunity, and why not more. */
export interface Verdict {
  readonly policy: Policy;
  /** For a person; null only when executable. */
  readonly reason: string | null;
}

/** Everything a verdict depends on. */
export interface JudgedCase {
  pair: Pair;
  priced: PricedOpportunity;
  buy: LegState;
  sell: LegState;
  minEntryNetBps: number;
}

const EXECUTABLE: Verdict = { policy: 'executable', reason: null };

/**
 * Decides what may be done with a priced pair. The first hard rule that fails blocks; then the first soft one leaves it
 * for evaluation. Texts carry limits; the entry net, which the minimum is compared with, is the only running figure.
 */
export function judgeOpportunity(judged: JudgedCase, options: ScannerOptions): Verdict {
  const blocked =
    legBlock(judged.pair.buy, judged.buy, options) ??
    legBlock(judged.pair.sell, judged.sell, options) ??
    abnormality(judged, options) ??
    sizeBlock(judged);
  if (blocked !== null) return { policy: 'blocked', reason: blocked };
  const doubt = softReason(judged, options);
  return doubt === null ? EXECUTABLE : { policy: 'evaluation_only', reason: doubt };
}

/** What is wrong with a leg's data, worst first; null when it may be traded on. An unknown age is a fault. */
export function legFault(leg: LegState, options: ScannerOptions): 'reset' | 'age' | 'delay' | 'clock' | null {
  if (leg.resetReason !== null) return 'reset';
  if (!(leg.bookAgeMs <= options.maxBookAgeMs)) return 'age';
  if (leg.delayMs > options.maxDataDelayMs) return 'delay';
  return Math.abs(leg.clockOffsetMs) > options.maxClockOffsetMs ? 'clock' : null;
}

function legBlock(instrument: Instrument, leg: LegState, options: ScannerOptions): string | null {
  const name = `${instrument.venue} ${instrument.kind}`;
  switch (legFault(leg, options)) {
    case null:
      return null;
    case 'reset':
      return `${name} book is being rebuilt (${leg.resetReason})`;
    case 'age':
      return `${name} book is older than ${options.maxBookAgeMs} ms`;
    case 'delay':
      return `${name} data arrive more than ${options.maxDataDelayMs} ms late`;
    case 'clock':
      return `${instrument.venue} clock is more than ${options.maxClockOffsetMs} ms away from ours`;
  }
}

function abnormality({ priced, buy, sell }: JudgedCase, options: ScannerOptions): string | null {
  if (priced.grossBps > options.maxGrossBps) {
    return `spread is over ${options.maxGrossBps} bps, too good to be true: check symbol mapping`;
  }
  const gapFrac = Math.abs(buy.referencePx - sell.referencePx) / ((buy.referencePx + sell.referencePx) / 2);
  if (gapFrac > options.maxIndexGapFrac) {
    return `index prices are more than ${options.maxIndexGapFrac * 100} % apart: check symbol mapping`;
  }
  return null;
}

function sizeBlock({ pair, priced }: JudgedCase): string | null {
  if (priced.qtyBase === 0) return 'depth or position limit is below one common quantity step';
  if (priced.qtyBase < pair.qtyMinBase) {
    return `size is under the minimum order of ${pair.qtyMinBase} ${pair.buy.baseAsset}`;
  }
  if (priced.qtyBase * Math.min(priced.buyVwapPx, priced.sellVwapPx) < pair.notionalMin) {
    return `size is under the minimum order value of ${pair.notionalMin} ${pair.buy.quoteAsset}`;
  }
  return null;
}

function softReason({ pair, priced, buy, sell, minEntryNetBps }: JudgedCase, options: ScannerOptions): string | null {
  if (pair.isReverse) return 'selling spot short needs a loan of the coin, which is not known to be available';
  if (pair.mode === 'spot-futures' && !options.isSpotFuturesExecutable) return 'spot-futures pairs are evaluated only';
  if (Number.isNaN(buy.clockOffsetMs)) return `${pair.buy.venue} clock is not measured yet`;
  if (Number.isNaN(sell.clockOffsetMs)) return `${pair.sell.venue} clock is not measured yet`;
  if (priced.entryNetBps < minEntryNetBps) {
    return `entry net ${shownUnder(priced.entryNetBps, minEntryNetBps)} bps is under the minimum ${minEntryNetBps.toFixed(1)}`;
  }
  if (priced.roundTripNetBps === null) return 'usual exit spread is not known yet';
  if (priced.roundTripNetBps < options.minRoundTripNetBps) {
    return `round trip net is under ${options.minRoundTripNetBps} bps`;
  }
  return null;
}

/** One decimal, more where rounding would make the figure look like the limit it is under. */
function shownUnder(valueBps: number, limitBps: number): string {
  const short = valueBps.toFixed(1);
  return Number(short) < limitBps ? short : valueBps.toPrecision(6);
}
