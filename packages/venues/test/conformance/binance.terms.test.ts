import { createBinance, createBinanceExecution } from '@riptide/venues/binance';
import { describeVenueTerms } from './terms-cards.ts';

describeVenueTerms({
  venue: 'BINANCE',
  createExecution: createBinanceExecution,
  createReference: createBinance,
  borrowNeedsKey: true,
  perpLimits: 'instrument',
});
