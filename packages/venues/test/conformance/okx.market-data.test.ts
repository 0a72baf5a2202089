import { createOkx } from '@riptide/venues/okx';
import { describeMarketData } from './cards.ts';

describeMarketData({
  venue: 'OKX',
  create: createOkx,
  depthTopic: 'books',
  snapshotPath: null,
  hasLiquidations: true,
});
