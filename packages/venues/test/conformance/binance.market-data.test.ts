import { createBinance } from '@riptide/venues/binance';
import { describeMarketData } from './cards.ts';

describeMarketData({
  venue: 'BINANCE',
  create: createBinance,
  depthTopic: '@depth',
  snapshotPath: '/usdm/fapi/v1/depth',
  hasLiquidations: true,
});
