import { describe, expect, it } from 'vitest';
import { FakeEngineLink } from '../../link/fake-engine-link.fixture.ts';
import { buildOpportunity } from '../../link/link-values.fixture.ts';
import { presentOpportunities, presentOpportunity } from './opportunity.ts';

describe('presentOpportunities', () => {
  it('puts a wrong mapping with its huge spread behind what can be traded or evaluated', () => {
    const views = [
      buildOpportunity({
        id: 'wrong coin',
        entryNetBps: 11_800,
        policy: 'blocked',
        policyReason: 'check symbol mapping',
      }),
      buildOpportunity({ id: 'small', entryNetBps: 2, policy: 'evaluation_only', policyReason: 'evaluated only' }),
      buildOpportunity({ id: 'good', entryNetBps: 12, policy: 'executable', policyReason: null }),
    ];
    expect(presentOpportunities(new FakeEngineLink(), views, { nowMs: 0, limit: 10 }).map(({ id }) => id)).toEqual([
      'good',
      'small',
      'wrong coin',
    ]);
  });

  it('keeps to the limit', () => {
    const views = ['a', 'b', 'c'].map((id, i) => buildOpportunity({ id, entryNetBps: i }));
    expect(presentOpportunities(new FakeEngineLink(), views, { nowMs: 0, limit: 2 }).map(({ id }) => id)).toEqual([
      'c',
      'b',
    ]);
  });
});

describe('presentOpportunity', () => {
  it('names the check that is nearest to passing with value and bound; none while the engine is silent', () => {
    const nearestMiss = { check: 'entry-net', value: 8.97812345, bound: 10 };
    const view = buildOpportunity({ policy: 'evaluation_only', policyReason: 'under the minimum', nearestMiss });
    const link = new FakeEngineLink();
    expect(presentOpportunity(link, view, 0)?.nearest_miss).toEqual({ check: 'entry-net', value: 8.978123, bound: 10 });
    const unknown = { check: 'book-age-buy', value: null, bound: 1_500 };
    expect(presentOpportunity(link, { ...view, nearestMiss: unknown }, 0)?.nearest_miss).toEqual(unknown);
    expect(presentOpportunity(link, { ...view, nearestMiss: null }, 0)?.nearest_miss).toBeNull();
    link.setConnected(false);
    expect(presentOpportunity(link, view, 0)).toMatchObject({ policy: 'blocked', nearest_miss: null });
  });
});
