import { createBybit, createBybitExecution } from '@riptide/venues/bybit';
import { describeVenueTerms } from './terms-cards.ts';

describeVenueTerms({
  venue: 'BYBIT',
  createExecution: createBybitExecution,
  createReference: createBybit,
  borrowNeedsKey: false,
  perpLimits: 'asked',
});
