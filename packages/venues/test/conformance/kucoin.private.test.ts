import { startVenueSim } from '@riptide/venue-sim';
import { describe, it } from 'vitest';
import { createKucoin, createKucoinExecution } from '../../src/kucoin/index.ts';
import { describeExecution } from './private-suite.ts';
import { hasPrivateSide } from './sim-handles.ts';

const sim = await startVenueSim({ seed: 21, mode: { kind: 'sim' } });
const token = await fetch(`${sim.baseUrls.KUCOIN}/futures/api/v1/bullet-private`, { method: 'POST' });
const isThere = hasPrivateSide(sim) && token.status !== 404;
await sim.stop();

if (isThere) {
  describeExecution({ venue: 'KUCOIN', createExecution: createKucoinExecution, createReference: createKucoin });
} else {
  describe('KUCOIN orders and account', () => {
    it.skip("needs the simulated venue's private calls", () => undefined);
  });
}
