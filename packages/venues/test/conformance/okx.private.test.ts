import { startVenueSim } from '@riptide/venue-sim';
import { createOkx, createOkxExecution } from '@riptide/venues/okx';
import { describe, it } from 'vitest';
import { describeExecution } from './private-suite.ts';
import { hasPrivateSide } from './sim-handles.ts';

const sim = await startVenueSim({ seed: 21, mode: { kind: 'sim' } });
const isThere = hasPrivateSide(sim);
await sim.stop();

if (isThere) {
  describeExecution({ venue: 'OKX', createExecution: createOkxExecution, createReference: createOkx });
} else {
  describe('OKX orders and account', () => {
    it.skip('needs the private side of the simulator', () => undefined);
  });
}
