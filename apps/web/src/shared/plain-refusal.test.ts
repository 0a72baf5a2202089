import { expect, it } from 'vitest';
import { ApiProblem } from '../lib/api-problem.ts';
import { plainRefusal } from './plain-refusal.ts';

const problem = (text: string, fields?: Record<string, string>): ApiProblem =>
  new ApiProblem({ code: 'invalid_input', text, status: 400, path: '/api', ...(fields ? { fields } : {}) });

it.each([
  ['initial_tp_price must be below the entry of a short', 'Initial TP price must be below the entry of a short'],
  ['quantity must be at most 5', 'quantity must be at most 5'],
  [
    'trailing_distance_pct is 0.06, wider than max_trailing_pct',
    'Trailing distance pct is 0.06, wider than max trailing pct',
  ],
])('says %s without the names of a body', (said, plain) => {
  expect(plainRefusal(problem(said, { any: said }), said)).toBe(plain);
});

it('leaves what is about no field as it is', () => {
  const said = 'order_outcome_unknown is what it says';
  expect(plainRefusal(problem(said), said)).toBe(said);
  expect(plainRefusal(new Error(said), said)).toBe(said);
});
