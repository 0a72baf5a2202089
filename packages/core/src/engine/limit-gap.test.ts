import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../domain/build-instrument.fixture.ts';
import { buildDepth } from '../domain/build-messages.fixture.ts';
import { MarkMessage, VENUES } from '../domain/index.ts';
import { VirtualClock } from '../kernel/index.ts';
import { createHotEngine } from './hot-engine.ts';
import { limitGapBps } from './limit-gap.ts';

const T0 = 1_700_000_000_000;
const LIMITS = { buyMaxPx: 105, sellMinPx: 95 };

describe('the gap to the limits of a venue', () => {
  it('is that of the nearer limit', () => {
    expect(limitGapBps(LIMITS, { bidPx: 99.9, askPx: 100.1 })).toBeCloseTo((1 - 100.1 / 105) * 1e4, 6);
    expect(limitGapBps(LIMITS, { bidPx: 96, askPx: 96.1 })).toBeCloseTo((96 / 95 - 1) * 1e4, 6);
  });

  it.each([
    ['offers stand at the dearest buy', { bidPx: 104.9, askPx: 105 }],
    ['only bids are left at it', { bidPx: 105, askPx: 105.1 }],
    ['bids stand at the cheapest sale', { bidPx: 95, askPx: 95.1 }],
  ])('is none where %s', (_, top) => expect(limitGapBps(LIMITS, top)).toBeLessThanOrEqual(0));

  it('knows one limit alone, and nothing without limits', () => {
    const top = { bidPx: 200, askPx: 201 };
    expect(limitGapBps({ buyMaxPx: null, sellMinPx: 95 }, top)).toBeCloseTo((200 / 95 - 1) * 1e4, 6);
    expect(limitGapBps({ buyMaxPx: 105, sellMinPx: null }, top)).toBeLessThan(0);
    expect(limitGapBps({ buyMaxPx: null, sellMinPx: null }, top)).toBeNaN();
    expect(limitGapBps(null, top)).toBeNaN();
  });
});

/** KUCOIN half a percent over BINANCE, which has a mark; limits are told of the one that is dear. */
function scene(kind: 'perp' | 'spot') {
  const clock = new VirtualClock(T0);
  const instruments = [buildInstrument(), buildInstrument({ venue: 'KUCOIN', kind })];
  const engine = createHotEngine({ instruments, clock, options: { scanner: { isSpotFuturesExecutable: true } } });
  for (const venue of VENUES) engine.command({ kind: 'set-clock-offset', venue, offsetMs: 0 });
  engine.command({ kind: 'start-scanner', minEntryNetBps: 10, maxPositionUsd: 1000, venues: VENUES });
  const show = (ix: number, ticks: number): void => {
    engine.sink.onBookSnapshot(ix, buildDepth([[ticks, 5]], [[ticks + 1, 5]]), clock.nowMs());
    if (engine.instruments[ix]?.kind !== 'perp') return;
    engine.sink.onMark(ix, Object.assign(new MarkMessage(), { markPx: 1_000, indexPx: 1_000 }), clock.nowMs());
  };
  const checkOf = (dearTicks: number) => {
    for (let tick = 0; tick < 3; tick += 1) {
      clock.advance(100);
      show(0, 10_000);
      show(1, dearTicks);
      engine.tick();
    }
    const [buy, sell] = engine.instruments.map(({ id }) => id);
    const answer = engine.scanner.checks(`${buy}>${sell}`, clock.nowMs());
    const check = answer?.checks.find(({ check: name }) => name === 'price-limit-sell');
    return { policy: answer?.row.policy, ok: check?.ok, weight: check?.weight, detail: check?.detail };
  };
  const limit = (buyMaxPx: number | null): void =>
    engine.command({ kind: 'set-price-limits', ix: 1, limits: { buyMaxPx, sellMinPx: null } });
  return { checkOf, limit };
}

describe('a pair of which one book stands at its limit', () => {
  it.each(['perp', 'spot'] as const)('is blocked by a check of its own, and free again within it: %s', (kind) => {
    const { checkOf, limit } = scene(kind);
    checkOf(10_050);
    limit(1_005);
    expect(checkOf(10_050)).toMatchObject({
      policy: 'blocked',
      ok: false,
      weight: 'hard',
      detail: expect.stringContaining(`KUCOIN ${kind} best price stands at or beyond the limit the venue enforces`),
    });
    limit(1_006);
    expect(checkOf(10_050)).toMatchObject({ ok: true });
    limit(null);
    expect(checkOf(10_050)).toMatchObject({ ok: true });
  });
});
