import { describe, expect, it } from 'vitest';
import { LiquidationRing, type NormalisedLiquidation } from './liquidation-ring.ts';

function event(over: Partial<NormalisedLiquidation> = {}): NormalisedLiquidation {
  return {
    ix: 0,
    liquidatedSide: 'LONG',
    px: 100,
    qtyBase: 2,
    usd: 200,
    isLowerBound: false,
    isInferred: false,
    venueMs: 1000,
    recvMs: 1050,
    ...over,
  };
}

describe('LiquidationRing', () => {
  it('keeps an event that arrives twice once', () => {
    const ring = new LiquidationRing(() => undefined);
    expect([ring.add(event()), ring.add(event({ recvMs: 2000 }))]).toEqual([true, false]);
    expect(ring.duplicates).toBe(1);
    expect(ring.takeAll()).toHaveLength(1);
    expect(ring.takeAll()).toHaveLength(0);
  });

  it.each([{ ix: 1 }, { liquidatedSide: 'SHORT' }, { px: 101 }, { qtyBase: 3 }, { venueMs: 1001 }] as const)(
    'takes an event that differs in %j for another one',
    (over) => {
      const ring = new LiquidationRing(() => undefined);
      ring.add(event());
      expect(ring.add(event(over))).toBe(true);
    },
  );

  it('forgets an event after 10 s', () => {
    const ring = new LiquidationRing(() => undefined);
    ring.add(event());
    expect(ring.add(event({ recvMs: 1050 + 10_000 }))).toBe(false);
    expect(ring.add(event({ recvMs: 1050 + 10_001 }))).toBe(true);
  });

  it('drops the oldest event when nobody reads, and tells', () => {
    const dropped: number[] = [];
    const ring = new LiquidationRing((ix) => dropped.push(ix));
    for (let nth = 0; nth < 1025; nth += 1) ring.add(event({ ix: nth }));
    expect(dropped).toEqual([0]);
    expect(ring.takeAll()[0]?.ix).toBe(1);
  });
});
