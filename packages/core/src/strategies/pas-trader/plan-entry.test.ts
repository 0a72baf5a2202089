import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { armOf, ARMS } from './arms.ts';
import { planEntry, planReprice, type EntryRequest } from './plan-entry.ts';

const DOGE = buildInstrument({ baseAsset: 'DOGE', pxTick: '0.01' });
const TOP = { bidPx: 99.99, askPx: 100.01 };

function request(armId: string, over: Partial<EntryRequest> = {}): EntryRequest {
  const arm = armOf(armId);
  if (arm === null) throw new Error('Invariant: no such arm');
  return {
    arm,
    side: 'long',
    market: TOP,
    instrument: DOGE,
    settings: { maxSlippageBps: 20, maxReprices: 2 },
    ...over,
  };
}

describe('planEntry', () => {
  it.each([
    ['fade-15-35x25-post', 'long', { side: 'BUY', tif: 'POST_ONLY', px: '99.85' }],
    ['fade-15-35x25-post', 'short', { side: 'SELL', tif: 'POST_ONLY', px: '100.15' }],
    ['fade-10-35x25-ioc', 'long', { side: 'BUY', tif: 'IOC', px: '100.1' }],
    ['fade-10-35x25-ioc', 'short', { side: 'SELL', tif: 'IOC', px: '99.9' }],
    // An offset of 25 bps, but no more than the slippage allowed.
    ['fade-25-35x25-ioc', 'long', { side: 'BUY', tif: 'IOC', px: '100.2' }],
  ] as const)('%s of a %s', (armId, side, value) => {
    expect(planEntry(request(armId, { side }))).toEqual({ ok: true, value });
  });

  it('rounds away from the market and stays a tick off the other side', () => {
    const coarse = buildInstrument({ pxTick: '0.5' });
    const market = { bidPx: 100, askPx: 100.5 };
    // Mid 100.25 less 10 bps is 100.14975, on the tick 100; plus 10 bps is 100.35, on the tick 100.5.
    const at = (side: 'long' | 'short') =>
      planEntry(request('fade-10-35x25-post', { side, market, instrument: coarse }));
    expect([at('long'), at('short')]).toMatchObject([{ value: { px: '100' } }, { value: { px: '100.5' } }]);
  });

  it('declines a taker limit that does not reach the other side', () => {
    const market = { bidPx: 99, askPx: 101 };
    expect(planEntry(request('fade-10-35x25-ioc', { market }))).toEqual({
      ok: false,
      reason: 'a limit 10 bps beyond the mid does not reach the other side',
    });
  });

  it('declines without a book of two sides', () => {
    for (const market of [
      { bidPx: Number.NaN, askPx: 100 },
      { bidPx: 100, askPx: 100 },
      { bidPx: 0, askPx: 100 },
    ]) {
      expect(planEntry(request('fade-10-35x25-post', { market }))).toMatchObject({ ok: false });
    }
  });

  const ticks = fc.integer({ min: 100, max: 10_000_000 });
  // In words: a post-only entry never touches the other side, a taker's limit never is worse than the slippage allowed.
  test.prop([
    fc.constantFrom(...ARMS),
    fc.constantFrom('long' as const, 'short' as const),
    ticks,
    fc.integer({ min: 1, max: 500 }),
  ])('keeps its side of the book', (arm, side, bidTicks, spreadTicks) => {
    const market = { bidPx: bidTicks / 100, askPx: (bidTicks + spreadTicks) / 100 };
    const plan = planEntry({ ...request('fade-10-35x25-post'), arm, side, market });
    if (!plan.ok) return;
    const px = Number(plan.value.px);
    const mid = (market.bidPx + market.askPx) / 2;
    if (arm.execution === 'post-only') expect(side === 'long' ? px < market.askPx : px > market.bidPx).toBe(true);
    else expect(Math.abs(px / mid - 1) * 1e4).toBeLessThanOrEqual(20 + 1e-6);
    expect(Math.abs(px * 100 - Math.round(px * 100))).toBeLessThan(1e-6);
  });
});

describe('planReprice', () => {
  const resting = { firstPx: '99.85', reprices: 0, expiresMs: 20_000, nowMs: 20_000 };
  const step = (over: object) => planReprice({ ...request('fade-15-35x25-post'), ...resting, ...over });

  it('waits until the order has lived', () => {
    expect(step({ nowMs: 19_999 })).toEqual({ kind: 'wait' });
  });

  it('reprices from the mid of the moment', () => {
    expect(step({ market: { bidPx: 100.09, askPx: 100.11 } })).toEqual({ kind: 'reprice', px: '99.94' });
  });

  it('gives up after the last reprice', () => {
    expect(step({ reprices: 2 })).toEqual({ kind: 'give-up', reason: 'not filled after 2 reprices' });
  });

  it('does not chase a market further than the slippage allowed, and follows one that comes its way', () => {
    expect(step({ market: { bidPx: 100.25, askPx: 100.27 } })).toMatchObject({ kind: 'give-up' });
    expect(step({ market: { bidPx: 98, askPx: 98.01 } })).toMatchObject({ kind: 'reprice' });
  });

  it('never sends a taker entry twice, and none at market', () => {
    expect(planReprice({ ...request('fade-15-35x25-ioc'), ...resting })).toEqual({
      kind: 'give-up',
      reason: 'a taker entry is sent once',
    });
    expect(step({ market: { bidPx: Number.NaN, askPx: Number.NaN } })).toMatchObject({ kind: 'give-up' });
  });
});
