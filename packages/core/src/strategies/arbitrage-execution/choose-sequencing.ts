import type { LegKey, Sequencing } from '../../domain/index.ts';

/** What the two books show for an entry. */
export interface SequencingFacts {
  readonly qtyBase: number;
  /** Base units within the setting's depth of the best price, on the side each leg takes from. */
  readonly depthBase: Readonly<Record<LegKey, number>>;
  readonly spreadBps: Readonly<Record<LegKey, number>>;
}

/** In which order the legs go; `first` is the thinner book, or the one on which the maker order rests. */
export interface SequencingChoice {
  readonly sequencing: Sequencing;
  readonly first: LegKey;
}

/** Both legs go at once where both books hold a multiple of the size; else the thinner one goes first. A wished order is kept, but for `parallel` into a thin book. */
export function chooseSequencing(
  wished: Sequencing | 'auto',
  facts: SequencingFacts,
  depthMultiple: number,
): SequencingChoice {
  const { qtyBase, depthBase, spreadBps } = facts;
  const thinner: LegKey = depthBase.buy <= depthBase.sell ? 'buy' : 'sell';
  if (wished === 'maker-taker') {
    return { sequencing: 'maker-taker', first: spreadBps.buy >= spreadBps.sell ? 'buy' : 'sell' };
  }
  if (wished === 'thin-first') return { sequencing: 'thin-first', first: thinner };
  const isDeep = Math.min(depthBase.buy, depthBase.sell) >= depthMultiple * qtyBase;
  return { sequencing: isDeep ? 'parallel' : 'thin-first', first: thinner };
}
