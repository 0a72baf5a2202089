import { describe, expect, it, vi } from 'vitest';
import { accountKey, domainError, err, ok, type InstrumentId } from '@riptide/core/domain';
import type { TradingCalls } from '@riptide/core/engine';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { FakeReference } from './fake-venue.fixture.ts';
import { FundingReader } from './funding-reader.ts';

const HOUR_MS = 3_600_000;
const SETTLED_MS = 1_800_000_000_000;
const T0 = SETTLED_MS + 2 * HOUR_MS;
const ID = 'BTCUSDT.PERP.BYBIT' as InstrumentId;
const DUE = { account: accountKey('BYBIT', 'paper'), instrumentId: ID, sinceMs: SETTLED_MS - HOUR_MS };
const row = { venueMs: SETTLED_MS + 3, rateFrac: '0.0001', markPx: null };
const candle = (openMs: number, open: number) => ({ openMs, open, high: open, low: open, close: open, volumeBase: 1 });

function newReader(isComplete = () => true) {
  const clock = new VirtualClock(T0);
  const reference = new FakeReference('BYBIT');
  const brought: TradingCalls['book-funding']['request'][] = [];
  const reader = new FundingReader({
    clock,
    log: silentLog(),
    book: async (request) => {
      brought.push(request);
      return ok({ booked: 1, isComplete: isComplete() });
    },
  });
  if (reference.instruments.ok) reader.addVenue(reference, reference.instruments.value);
  const look = () => reader.observe({ fundingDue: [DUE] });
  return { clock, reference, brought, look };
}

describe('FundingReader', () => {
  it('takes the price of the minute where the venue tells no mark', async () => {
    const { reference, brought, look } = newReader();
    reference.funding = ok([row]);
    reference.candles = ok([candle(SETTLED_MS - 60_000, 59_000), candle(SETTLED_MS, 60_000.5)]);
    look();
    await vi.waitFor(() => expect(brought).toHaveLength(1));
    expect(brought[0]?.settlements).toEqual([{ ...row, markPx: '60000.5' }]);
  });

  it('keeps the mark of the venue and asks for no candle then', async () => {
    const { reference, brought, look } = newReader();
    reference.funding = ok([{ ...row, markPx: '61000' }]);
    look();
    await vi.waitFor(() => expect(brought).toHaveLength(1));
    expect(brought[0]?.settlements).toEqual([{ ...row, markPx: '61000' }]);
    expect(reference.asked.candles).toBe(0);
  });

  it('invents no price for a minute without a candle', async () => {
    const { reference, brought, look } = newReader();
    reference.funding = ok([row]);
    look();
    await vi.waitFor(() => expect(brought).toHaveLength(1));
    expect(brought[0]?.settlements).toEqual([row]);
  });

  it('tells a read that failed, and tries again after growing pauses only', async () => {
    const { clock, reference, brought, look } = newReader(() => false);
    reference.funding = err(domainError('VENUE_UNREACHABLE', 'cause=ECONNREFUSED'));
    look();
    await vi.waitFor(() => expect(brought).toHaveLength(1));
    expect(brought[0]).toMatchObject({ settlements: null, reason: 'VENUE_UNREACHABLE cause=ECONNREFUSED' });
    for (const [pauseMs, reads] of [
      [4_999, 1],
      [1, 2],
      [5_000, 2],
      [5_000, 3],
    ] as const) {
      clock.advance(pauseMs);
      look();
      await vi.waitFor(() => expect(brought).toHaveLength(reads));
      look();
      expect(reference.asked.funding).toBe(reads);
    }
  });
});
