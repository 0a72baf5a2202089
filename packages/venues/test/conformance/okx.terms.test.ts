import { createOkx, createOkxExecution } from '@riptide/venues/okx';
import { describeVenueTerms } from './terms-cards.ts';

describeVenueTerms({
  venue: 'OKX',
  createExecution: createOkxExecution,
  createReference: createOkx,
  borrowNeedsKey: false,
  perpLimits: 'asked',
});
