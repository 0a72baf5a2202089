import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { buildTrigger, type TriggerOver } from './build-trigger.fixture.ts';
import { judgeTrigger } from './judge-trigger.ts';

/** Everything that decides whether a trade is allowed. What only describes (flows, depth, delays, percentiles) is not among it. */
const DECIDING = {
  reading: ['windowUsd', 'windowCount'],
  market: [
    'bidPx',
    'askPx',
    'midPx',
    'markPx',
    'bookAgeMs',
    'vwapPx',
    'vwapAgeMs',
    'vwapMinutes',
    'fundingRateFrac',
    'nextFundingMs',
    'dayChangeFrac',
    'dayQuoteVolume',
    'listedDays',
  ],
  facts: [
    'nowMs',
    'cooldownUntilMs',
    'openSnipes',
    'exposureUsd',
    'freeUsd',
    'equityUsd',
    'minNotionalUsd',
    'maintenanceFrac',
    'fundingIntervalMs',
  ],
} as const;

const deciding = Object.entries(DECIDING).flatMap(([part, names]) => names.map((name) => [part, name] as const));

const unknown = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
const side = fc.constantFrom('LONG' as const, 'SHORT' as const);

describe('judgeTrigger', () => {
  it('allows the trigger from which the cases start', () => {
    expect(judgeTrigger(buildTrigger({}, 'LONG')).isAllowed).toBe(true);
    expect(judgeTrigger(buildTrigger({}, 'SHORT')).isAllowed).toBe(true);
  });

  it.each(deciding)('allows nothing while %s.%s is unknown', (part, name) => {
    expect(judgeTrigger(buildTrigger({ [part]: { [name]: Number.NaN } } as TriggerOver)).isAllowed).toBe(false);
  });

  it.each([[{ makerBps: Number.NaN, takerBps: 5 }], [{ makerBps: 2, takerBps: Number.NaN }]])(
    'offers no arm whose fees are unknown: %j',
    (rates) => {
      const { offers } = judgeTrigger(buildTrigger({ facts: { fees: { ...rates, source: 'x' } } }));
      expect(offers.filter((offer) => offer.isEligible && offer.armId.endsWith('ioc'))).toEqual([]);
    },
  );

  // In words: whatever else stands in a reading, a market or the facts, one deciding figure that is no number blocks.
  test.prop([fc.constantFrom(...deciding), unknown, side, fc.double({ min: 0, max: 1e9, noNaN: true })])(
    'allows nothing with a figure that is no number',
    ([part, name], value, liquidatedSide, windowUsd) => {
      const input = buildTrigger({ reading: { windowUsd } }, liquidatedSide);
      const broken = { ...input, [part]: { ...input[part as 'facts'], [name]: value } };
      expect(judgeTrigger(broken).isAllowed).toBe(false);
    },
  );

  // In words: features stay within ±2 and are never NaN; values are finite or null; so that both survive JSON.
  test.prop([fc.constantFrom(...deciding, ['reading', 'flow120Usd'], ['market', 'volatilityBps']), fc.double(), side])(
    'gives features and values that survive JSON',
    ([part, name], value, liquidatedSide) => {
      const input = buildTrigger({}, liquidatedSide);
      const changed = { ...input, [part as string]: { ...input[part as 'facts'], [name as string]: value } };
      const { context, values, gates } = judgeTrigger(changed);
      expect(context.every((feature) => feature >= -2 && feature <= 2)).toBe(true);
      expect(JSON.parse(JSON.stringify({ context, values, gates }))).toEqual({ context, values, gates });
    },
  );

  test.prop([side, fc.double({ min: 1, max: 1e8, noNaN: true }), fc.double({ min: 50, max: 150, noNaN: true })])(
    'is a function: equal inputs give equal judgements',
    (liquidatedSide, windowUsd, vwapPx) => {
      const input = () => buildTrigger({ reading: { windowUsd }, market: { vwapPx } }, liquidatedSide);
      expect(judgeTrigger(input())).toEqual(judgeTrigger(input()));
    },
  );
});
