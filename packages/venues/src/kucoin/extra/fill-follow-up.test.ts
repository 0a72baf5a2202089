import { domainError, err, ok, type Fill, type Instrument } from '@riptide/core/domain';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { BTC_USDT, XBT } from './build-kucoin.fixture.ts';
import { FillFollowUp } from './fill-follow-up.ts';

const START_MS = 1_795_768_215_000;

function fill(instrument: Instrument, fillId: string): Fill {
  return {
    instrumentId: instrument.id,
    fillId,
    venueOrderId: 'o',
    clientOrderId: null,
    side: 'BUY',
    px: '1',
    qtyBase: '1',
    fee: '0.001',
    feeAsset: 'USDT',
    liquidity: 'taker',
    cause: 'order',
    venueMs: START_MS,
  };
}

function setUp(history: Fill[], isDown = false) {
  const clock = new VirtualClock(START_MS);
  const asked: (readonly [symbol: string | null, sinceMs: number])[] = [];
  const told: string[] = [];
  const lost: string[] = [];
  const follow = new FillFollowUp({
    deps: { clock, random: () => 0.5, log: silentLog() },
    fetch: (instrument, sinceMs) => {
      asked.push([instrument?.wireSymbol ?? null, sinceMs]);
      return Promise.resolve(isDown ? err(domainError('VENUE_TIMEOUT', '')) : ok(history));
    },
    onFill: ({ fillId }) => told.push(fillId),
    onLost: (detail) => lost.push(detail),
  });
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { follow, asked, told, lost, pass };
}

describe('FillFollowUp', () => {
  it('asks once for a burst, from a little before its first execution on', async () => {
    const { follow, asked, told, pass } = setUp([fill(XBT, '1'), fill(XBT, '2')]);
    follow.announce(XBT, '1', START_MS);
    follow.announce(XBT, '2', START_MS + 5);
    await pass(0);
    expect(asked).toEqual([[null, START_MS - 1_000]]);
    expect(told).toEqual(['1', '2']);
    await pass(60_000);
    expect(asked).toHaveLength(1);
  });

  it('asks pair by pair on spot and spaces the queries', async () => {
    const { follow, asked, pass } = setUp([fill(BTC_USDT, '1')]);
    follow.announce(BTC_USDT, '1', START_MS);
    await pass(0);
    follow.announce(BTC_USDT, '1', START_MS);
    await pass(100);
    expect(asked).toEqual([['BTC-USDT', START_MS - 1_000]]);
    await pass(400);
    expect(asked).toHaveLength(2);
  });

  it('asks again for what the history does not show yet', async () => {
    const history: Fill[] = [];
    const { follow, told, lost, pass } = setUp(history);
    follow.announce(XBT, '7', START_MS);
    await pass(0);
    expect(told).toEqual([]);
    history.push(fill(XBT, '7'));
    await pass(1_000);
    expect(told).toEqual(['7']);
    expect(lost).toEqual([]);
  });

  it.each([true, false])('gives up loudly in the end (history down: %s)', async (isDown) => {
    const { follow, asked, lost, pass } = setUp([], isDown);
    follow.announce(XBT, '7', START_MS);
    for (let turn = 0; turn < 20; turn += 1) await pass(5_000);
    expect(asked).toHaveLength(10);
    expect(lost).toHaveLength(1);
  });

  it('asks nothing after its stop', async () => {
    const { follow, asked, pass } = setUp([]);
    follow.announce(XBT, '7', START_MS);
    follow.stop();
    await pass(10_000);
    expect(asked).toEqual([]);
  });
});
