import { createKucoin } from '@riptide/venues/kucoin';
import { describeHalts } from './halt-cards.ts';

describeHalts({
  venue: 'KUCOIN',
  create: createKucoin,
  depthTopic: 'level2',
  snapshotPath: '/futures/api/v1/level2',
  hasLiquidations: false,
  pushedWithinMs: { spot: 3_000, perp: null },
  startsWithList: false,
});
