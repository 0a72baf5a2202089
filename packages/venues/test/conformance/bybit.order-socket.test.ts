import { createBybit, createBybitExecution } from '@riptide/venues/bybit';
import { describeExecution } from './private-suite.ts';

describeExecution({
  venue: 'BYBIT',
  createExecution: (config, deps) => createBybitExecution({ ...config, orderEntry: 'socket' }, deps),
  createReference: createBybit,
});
