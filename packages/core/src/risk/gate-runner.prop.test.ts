import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { GATES, ORDER_ROLES } from '../domain/index.ts';
import { buildRiskPosition, buildRiskRequest } from './build-risk-request.fixture.ts';
import { runGates } from './gate-runner.ts';

/**
 * In words: whatever is known, unknown or unreadable, the vector has one decision of each gate in the order of `GATES`; an order is
 * approved exactly when all said yes; a no always carries a code and words; and an order that reduces risk is never stopped by
 * anything but the four gates that say what can't be done at all.
 */
const text = fc.option(fc.oneof(fc.constant('x'), fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map(String)), {
  nil: null,
});
const ms = fc.option(fc.oneof(fc.constant(Number.NaN), fc.integer()), { nil: null });
const flag = fc.option(fc.boolean(), { nil: null });
const view = fc.record({
  killLevel: fc.constantFrom(0 as const, 1 as const, 3 as const),
  isJournalOk: fc.boolean(),
  isVenueEnabled: flag,
  isStreamLive: flag,
  isReconciled: flag,
  bookAgeMs: ms,
  clockOffsetMs: ms,
  freeUsd: text,
  equityUsd: text,
  dayPnlUsd: text,
  dayStartEquityUsd: text,
  markPx: text,
  midPx: text,
  expectedPx: text,
  allocationUsd: text,
  fundingNextMs: ms,
  positions: fc.array(
    text.map((qty) => buildRiskPosition({ qtyBase: qty ?? '0', liquidationPx: qty })),
    { maxLength: 3 },
  ),
});
const order = fc.record({
  role: fc.constantFrom(...ORDER_ROLES),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  type: fc.constantFrom('limit' as const, 'market' as const, 'stop-market' as const),
  qtyBase: text,
  px: text,
  leverage: fc.option(fc.integer({ min: -1, max: 200 }), { nil: null }),
});
const MAY_STOP_ANY = new Set(['live-confirmed', 'key-permission', 'symbol-support', 'min-size']);

describe('runGates', () => {
  test.prop([view, order, fc.boolean()], { numRuns: 500 })(
    'returns the whole vector and approves only what all allow',
    (v, o, isListed) => {
      const { gates, isApproved } = runGates(
        buildRiskRequest({ view: v, order: o, ...(isListed ? {} : { instrument: null }) }),
      );
      expect(gates.map((d) => d.gate)).toEqual([...GATES]);
      expect(isApproved).toBe(gates.every((d) => d.ok));
      // One assertion for all gates: forty thousand single ones took longer than the gates.
      expect(gates.filter((d) => (d.code === null) !== d.ok || d.detail === '')).toEqual([]);
      const stopped = gates.filter((d) => !d.ok && o.role !== 'entry').map((d) => d.gate);
      expect(stopped.filter((gate) => !MAY_STOP_ANY.has(gate))).toEqual([]);
    },
  );
});
