import { createKucoin } from '@riptide/venues/kucoin';
import { describeMarketData } from './cards.ts';

describeMarketData({
  venue: 'KUCOIN',
  create: createKucoin,
  depthTopic: 'level2',
  snapshotPath: '/futures/api/v1/level2',
  hasLiquidations: false,
});
