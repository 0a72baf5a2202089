import { describe, expect, it } from 'vitest';
import { FakeEngineLink } from '../../link/fake-engine-link.fixture.ts';
import { buildOpportunity } from '../../link/link-values.fixture.ts';
import { presentOpportunities } from './opportunity.ts';

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
