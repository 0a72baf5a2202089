import { describe, expect, it } from 'vitest';
import { FAULT_PLANS } from '../../../../tools/proofs/faults/fault-plans.ts';
import { runFaultLane } from '../../../../tools/proofs/faults/run-fault-lane.ts';
import type { ProofRow } from '../../../../tools/proofs/harness/proof-table.ts';

/** One fault of each family; `npm run prove -- faults` strikes every one, at every venue. */
const PLANS = [
  'reject-margin-insufficient',
  'status-503',
  'answer-lost',
  'fill-events-dropped',
  'events-swapped',
  'sockets-cut',
];

describe('an engine under faults', () => {
  it('equals its venue afterwards, or says what is open', { timeout: 300_000 }, async () => {
    const queue = FAULT_PLANS.filter(({ name }) => PLANS.includes(name)).flatMap((plan) =>
      plan.actions.map((action) => ({ plan, action })),
    );
    const wanted = queue.length;
    const rows: ProofRow[] = [];
    const lanes = [0, 1].map(() => runFaultLane('BINANCE', queue, (row) => void rows.push(row)));
    await Promise.all(lanes);
    expect(rows.filter(({ misses }) => misses.length > 0)).toEqual([]);
    expect(rows).toHaveLength(wanted);
  });
});
