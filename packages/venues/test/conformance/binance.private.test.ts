import { createBinance, createBinanceExecution } from '@riptide/venues/binance';
import { describeExecution } from './private-suite.ts';

describeExecution({ venue: 'BINANCE', createExecution: createBinanceExecution, createReference: createBinance });
