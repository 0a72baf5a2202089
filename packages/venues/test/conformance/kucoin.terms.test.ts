import { createKucoin, createKucoinExecution } from '@riptide/venues/kucoin';
import { describeVenueTerms } from './terms-cards.ts';

describeVenueTerms({
  venue: 'KUCOIN',
  createExecution: createKucoinExecution,
  createReference: createKucoin,
  borrowNeedsKey: true,
  perpLimits: 'instrument',
});
