import { createBinance } from '@riptide/venues/binance';
import { createBybit } from '@riptide/venues/bybit';
import { createKucoin } from '@riptide/venues/kucoin';
import { createOkx } from '@riptide/venues/okx';
import { describeMarketData } from './conformance/cards.ts';

describeMarketData({
  venue: 'BINANCE',
  create: createBinance,
  depthTopic: '@depth',
  snapshotPath: '/usdm/fapi/v1/depth',
  hasLiquidations: true,
});
describeMarketData({
  venue: 'BYBIT',
  create: createBybit,
  depthTopic: 'orderbook.50',
  snapshotPath: null,
  hasLiquidations: true,
});
describeMarketData({ venue: 'OKX', create: createOkx, depthTopic: 'books', snapshotPath: null, hasLiquidations: true });
describeMarketData({
  venue: 'KUCOIN',
  create: createKucoin,
  depthTopic: 'level2',
  snapshotPath: '/futures/api/v1/level2',
  hasLiquidations: false,
});
