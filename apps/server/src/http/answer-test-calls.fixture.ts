import { ok, type DomainError, type Result } from '@riptide/core/domain';
import { answerArbitrageCall } from './fill-test-arbitrage.fixture.ts';
import { buildDetail } from '../link/sniping-values.fixture.ts';

const CANDLE = { openMs: 1_800_000_000_000, open: 1, high: 2, low: 1, close: 2, volumeBase: 3 };

const ANSWERS: Readonly<Record<string, () => unknown>> = {
  'fetch-chart': () => ({ venue: 'BINANCE', candles: [CANDLE] }),
  'sniping-query': () => ({ rows: [buildDetail()], total: 1 }),
  'learner-state': () => ({ learner: null }),
  'lab-recordings': () => ({ recording: { isRecording: false, sinceMs: null, figures: null }, recordings: [] }),
  'lab-jobs': () => ({ jobs: [] }),
  'read-modes': () => ({ leverage: 10, marginMode: 'isolated', positionMode: 'one-way' }),
  'preview-order': () => ({ expectedPx: null, slippageBps: null, feeUsd: null, notionalUsd: null }),
};

/** Answers every call that only reads, as an engine does that has not seen much. */
export function answerTestCall(name: string): Result<unknown, DomainError> {
  const answer = ANSWERS[name];
  return answer === undefined ? answerArbitrageCall(name) : ok(answer());
}
