import { startVenueSim } from '@riptide/venue-sim';
import { describe, it } from 'vitest';
import { createKucoin, createKucoinExecution } from '../../src/kucoin/index.ts';
import { describeExecution } from './private-suite.ts';
import { hasPrivateSide } from './sim-handles.ts';

const sim = await startVenueSim({ seed: 21, mode: { kind: 'sim' } });
const isThere = hasPrivateSide(sim);
await sim.stop();

if (isThere) {
  describeExecution({ venue: 'KUCOIN', createExecution: createKucoinExecution, createReference: createKucoin });
} else {
  describe('KUCOIN orders and account', () => {
    it.skip('needs the private side of the simulator', () => undefined);
  });
}
