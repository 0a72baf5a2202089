import { createOkx } from '@riptide/venues/okx';
import { describeHalts } from './halt-cards.ts';

describeHalts({
  venue: 'OKX',
  create: createOkx,
  depthTopic: 'books',
  snapshotPath: null,
  hasLiquidations: true,
  pushedWithinMs: { spot: 1_000, perp: 1_000 },
  startsWithList: true,
});
