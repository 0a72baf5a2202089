import { createBinance } from '@riptide/venues/binance';
import { describeHalts } from './halt-cards.ts';

describeHalts({
  venue: 'BINANCE',
  create: createBinance,
  depthTopic: '@depth',
  snapshotPath: '/usdm/fapi/v1/depth',
  hasLiquidations: true,
  pushedWithinMs: { spot: null, perp: 1_000 },
  startsWithList: false,
});
