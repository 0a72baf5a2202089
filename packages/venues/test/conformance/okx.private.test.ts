import { startVenueSim } from '@riptide/venue-sim';
import { createOkx, createOkxExecution } from '@riptide/venues/okx';
import { describe, it } from 'vitest';
import { describeExecution } from './private-suite.ts';

const sim = await startVenueSim({ seed: 21, mode: { kind: 'sim' } });
const answer = await fetch(`${sim.baseUrls.OKX}/api/v5/account/config`);
await answer.body?.cancel();
await sim.stop();

if (answer.status !== 404) {
  describeExecution({ venue: 'OKX', createExecution: createOkxExecution, createReference: createOkx });
} else {
  describe('OKX orders and account', () => {
    it.skip('needs the private side of the simulated OKX', () => undefined);
  });
}
