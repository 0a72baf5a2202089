import { VENUES } from '@riptide/core/domain';
import { buildInstrument, buildOpportunity, buildScanner, buildVenue } from '../link/link-values.fixture.ts';
import { buildAccount, buildOrder, buildPosition, buildTradingState } from '../link/trading-values.fixture.ts';
import type { TestApp } from './start-test-app.fixture.ts';

/** Fills the engine of a test with one symbol on all venues. */
export function fillTestEngine({ link }: TestApp): void {
  link.update(
    ...VENUES.flatMap((venue, index) => [
      ['venue', venue, buildVenue(venue)] as const,
      ['account', `${venue}:paper`, buildAccount(venue)] as const,
      ['instrument', `${index}`, buildInstrument({ venue, lastPx: 64_000 + index })] as const,
    ]),
    [
      'instrument',
      'spot',
      buildInstrument({ id: 'BTCUSDT.SPOT.OKX', venue: 'OKX', market: 'spot', bidPx: 63_990, askPx: 63_990 }),
    ],
    ['trading', 'state', buildTradingState()],
    ['position', buildPosition().id, buildPosition()],
    ['order', 'BYBIT:paper|P1', buildOrder()],
    ['opportunity', 'a', buildOpportunity()],
    [
      'opportunity',
      'b',
      buildOpportunity({
        id: 'b',
        entryNetBps: 9,
        mode: 'spot-futures',
        policy: 'evaluation_only',
        policyReason: 'Spot',
      }),
    ],
    ['scanner', 'state', buildScanner()],
    [
      'engine',
      'state',
      { startedMs: 1_799_999_990_000, symbols: 1, books: 5, lateBatches: 0, rssBytes: 1, eventLoopDelayMsMax: 1 },
    ],
  );
}
