import { expect, it } from 'vitest';
import { FakeEngineLink } from '../../link/fake-engine-link.fixture.ts';
import { buildDecisionRow, buildLiquidation } from '../../link/sniping-values.fixture.ts';
import { decisionsByEvent, liquidationId, presentLiquidation } from './liquidation.ts';

const row = (decisionId: string, atMs: number, action: 'blocked' | 'traded') =>
  buildDecisionRow({ decisionId, atMs, action, eventIds: ['e'] });

it.each([
  [
    'the first of those that left it, whose words were true then',
    [row('d1', 1, 'blocked'), row('d2', 2, 'blocked')],
    'd1',
  ],
  ['the one that traded before a later one that was blocked', [row('d1', 1, 'traded'), row('d2', 2, 'blocked')], 'd1'],
  [
    'the one that traded after an earlier one that was blocked',
    [row('d1', 1, 'blocked'), row('d2', 2, 'traded')],
    'd2',
  ],
])('tells of an event %s', (_name, rows, told) => {
  for (const order of [rows, rows.toReversed()]) {
    const link = new FakeEngineLink();
    for (const each of order) link.update(['decision', each.decisionId, each]);
    expect(decisionsByEvent(link).get('e')?.decisionId).toBe(told);
  }
});

it('tells a reason without the ids of session and request, as the decision itself does', () => {
  const event = buildLiquidation();
  const reason = 'Executed by operator session=a1 request=r-2';
  const decisions = new Map([[liquidationId(event), buildDecisionRow({ reason })]]);
  expect(presentLiquidation(event, decisions).decision?.reason).toBe('Executed by operator');
});
