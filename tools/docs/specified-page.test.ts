import { defineRoute } from '@riptide/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SPECIFIED_CALLS } from './specified/specified-calls.ts';
import type { SpecifiedCall } from './specified/specified-call.ts';
import { specifiedTable } from './specified-page.ts';

const Row = z.object({ symbol: z.string(), fees: z.record(z.string(), z.object({ bps: z.number() })).nullable() });
const ROUTES = [
  defineRoute({
    method: 'POST',
    path: '/api/trading/engine/:engine/start',
    summary: 'x',
    body: z.object({ mode: z.string().optional() }),
    response: z.object({ ok: z.literal(true), rows: z.array(Row) }),
  }),
];
const CALL = 'POST /api/trading/engine/oraculis/start';

function faultsOf(more: Partial<SpecifiedCall>, text: string | null = 'oraculis/start') {
  const call: SpecifiedCall = { call: CALL, source: 'pro', answers: [], ...more };
  return specifiedTable([call], ROUTES, () => text);
}

describe('the table of the specified calls', () => {
  it('finds a field in rows and in the entries of a map, and says which one is missing', () => {
    expect(faultsOf({ answers: ['ok', 'rows[].symbol', 'rows[].fees.*.bps'], takes: ['mode'] }).faults).toEqual([]);
    const answers = ['rows.symbol', 'rows[].fees.bps', 'rows[].price', 'okay'];
    expect(faultsOf({ answers, takes: ['model'] }).faults).toEqual([
      ...answers.map((name) => `${CALL} answers without ${name}`),
      `${CALL} does not take model`,
    ]);
  });

  it('knows a call by its path though the route has a variable there, and one that is not there', () => {
    expect(faultsOf({ call: 'POST /api/trading/engine/oraculis/stop' }).absent).toHaveLength(1);
    expect(faultsOf({ call: 'GET /api/trading/engine/oraculis/start' }).absent).toHaveLength(1);
    const table = faultsOf({});
    expect([table.absent, table.text.split('\n').filter((line) => line.includes('engines.test.ts'))]).toEqual([
      [],
      ['| POST | `/api/trading/engine/oraculis/start` | pro | `apps/server/src/http/routes/engines.test.ts` |'],
    ]);
  });

  it('refuses a call whose test file is not there or does not speak of it', () => {
    expect(faultsOf({}, null).faults).toEqual([`${CALL} has no test`]);
    expect(faultsOf({}, 'nothing').faults).toEqual([`${CALL} has no test`]);
  });

  it('has every call of both documents once for each place', () => {
    const names = SPECIFIED_CALLS.map(({ call, source, takes, answers }) =>
      JSON.stringify([call, source, takes, answers]),
    );
    expect(new Set(names).size).toBe(names.length);
    const count = (source: string) => SPECIFIED_CALLS.filter((each) => each.source === source).length;
    expect([count('platform'), count('pro'), count('settled')]).toEqual([52, 49, 24]);
  });
});
