import type { PnlPeriod } from '@riptide/contracts/calls';

interface PeriodFacts {
  readonly value: PnlPeriod;
  readonly label: string;
  /** In a sentence. */
  readonly words: string;
  /** The days of the history that hold it. */
  readonly historyDays: 7 | 30 | 90;
}

export const PERIODS: readonly PeriodFacts[] = [
  { value: '24h', label: 'Day', words: 'the last 24 hours', historyDays: 7 },
  { value: '7d', label: '7d', words: 'the last 7 days', historyDays: 7 },
  { value: '30d', label: '30d', words: 'the last 30 days', historyDays: 30 },
  { value: 'all', label: 'All', words: 'all time', historyDays: 90 },
];

/** The specified figures have no period: all of it. */
export const DEFAULT_PERIOD: PnlPeriod = 'all';

/** Gives the facts of a period named in the address, of the default for anything else. */
export function periodOf(text: string | undefined): PeriodFacts {
  const found = PERIODS.find(({ value }) => value === text) ?? PERIODS.find(({ value }) => value === DEFAULT_PERIOD);
  if (found === undefined) throw new Error('Invariant: the default period is among the periods');
  return found;
}
