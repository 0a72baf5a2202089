import { effectiveNumbers } from '../pas-settings.ts';
import { answer, atLeast, atMost, type TriggerGate } from './gate.ts';

/** Blocks while anything is open on the instrument: a new cluster of either side never touches a position. */
export const positionOpenGate: TriggerGate = ({ facts: { standing } }) =>
  standing === null
    ? answer('position-open', true, 'nothing is open')
    : answer('position-open', false, () => STANDING_WORDS[standing.as](standing.side));

const STANDING_WORDS = {
  position: (side: string) => `a ${side} position is open`,
  entry: (side: string) => `an entry to go ${side} is under way`,
  arbitrage: (side: string) => `an arbitrage holds its ${side} leg here`,
} as const;

/** Blocks more trades at once than allowed. */
export const concurrentGate: TriggerGate = ({ settings, facts }) =>
  atMost('concurrent', {
    what: 'trades, this one counted,',
    value: facts.openSnipes + 1,
    bound: effectiveNumbers(settings).maxConcurrent,
    unit: 'at once',
  });

/** Blocks when budget, equity or margin leave less than the venue's smallest order. */
export const budgetGate: TriggerGate = ({ settings, facts }) => {
  const numbers = effectiveNumbers(settings);
  const { exposureUsd, equityUsd, freeUsd } = facts;
  const isKnown = [exposureUsd, equityUsd, freeUsd].every((each) => Number.isFinite(each));
  const room = Math.min(
    settings.budgetUsd - exposureUsd,
    equityUsd * numbers.capitalFrac,
    freeUsd * settings.leverage,
    numbers.maxNotionalUsd,
  );
  // WHY: where a venue states no minimum, no room at all is still too little.
  const bound = facts.minNotionalUsd + Number.MIN_VALUE;
  return atLeast('budget', { what: 'room for a trade', value: isKnown ? room : Number.NaN, bound, unit: 'USD' });
};
