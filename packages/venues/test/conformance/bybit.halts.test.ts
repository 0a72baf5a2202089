import { createBybit } from '@riptide/venues/bybit';
import { describeHalts } from './halt-cards.ts';

describeHalts({
  venue: 'BYBIT',
  create: createBybit,
  depthTopic: 'orderbook.50',
  snapshotPath: null,
  hasLiquidations: true,
  pushedWithinMs: { spot: null, perp: null },
  startsWithList: false,
});
