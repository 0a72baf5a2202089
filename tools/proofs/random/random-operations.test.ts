import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VENUES } from '@riptide/core/domain';
import { runsOf } from './operations.ts';
import { proveRun } from './prove-run.ts';

const RUNS = 10;
const OPERATIONS_MAX = 150;

/**
 * In words: whatever is ordered, cancelled, closed, and whatever gets lost, doubled, late, refused or dies on the way: at rest the ledger, the
 * orders and the venue's account agree to the last digit, and no order was sent twice. `npm run prove -- random` is the long form.
 */
describe('the trading core against the account engine of a venue', { timeout: 110_000 }, () => {
  it.each(VENUES)('ends equal to the venue after any run of operations, %s', async (venue) => {
    const run = fc.record({ venue: fc.constant(venue), seed: fc.nat(1_000_000), steps: runsOf(OPERATIONS_MAX) });
    await fc.assert(
      fc.asyncProperty(run, async (each) => {
        expect(await proveRun(each, new Map())).toEqual([]);
      }),
      { numRuns: RUNS, seed: 20_261_128 },
    );
  });
});
