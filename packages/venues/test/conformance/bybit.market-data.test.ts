import { createBybit } from '@riptide/venues/bybit';
import { describeMarketData } from './cards.ts';

describeMarketData({
  venue: 'BYBIT',
  create: createBybit,
  depthTopic: 'orderbook.50',
  snapshotPath: null,
  hasLiquidations: true,
});
