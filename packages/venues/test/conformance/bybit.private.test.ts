import { startVenueSim } from '@riptide/venue-sim';
import { describe, it } from 'vitest';
import { createBybit, createBybitExecution } from '../../src/bybit/index.ts';
import { describeExecution } from './private-suite.ts';
import { hasPrivateSide } from './sim-handles.ts';

const sim = await startVenueSim({ seed: 21, mode: { kind: 'sim' } });
const isThere = hasPrivateSide(sim);
await sim.stop();

if (isThere) {
  describeExecution({ venue: 'BYBIT', createExecution: createBybitExecution, createReference: createBybit });
} else {
  describe('BYBIT orders and account', () => {
    it.skip('needs the private side of the simulator', () => undefined);
  });
}
