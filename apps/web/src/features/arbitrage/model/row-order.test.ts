import { describe, expect, it } from 'vitest';
import { buildOpportunity } from '../sample-opportunity.ts';
import { isRowOld, rowAgeMs, rowInEffect } from '../../../shared/opportunities/row-age.ts';
import { NO_ROWS, orderRows, takePicture, type PictureContext } from './row-order.ts';

const ORDER: PictureContext = { sort: { column: 'edge', isFalling: true }, kind: 'round', nowMs: 0, isFrozen: false };
const row = (id: string, edge: number | null, entry = 0) =>
  buildOpportunity({ id, round_trip_net_bps: edge, entry_net_bps: entry });
const ids = (rows: readonly { id: string }[]): string => rows.map((one) => one.id).join(' ');

describe('orderRows', () => {
  it('ranks by entry edge while every round trip is still unknown', () => {
    expect(ids(orderRows([row('a', null, 1), row('b', null, 7), row('c', null, 3)], ORDER))).toBe('b c a');
  });

  it('puts unknown edges last once one is known, rising or falling', () => {
    const rows = [row('a', null, 9), row('b', -2), row('c', 5)];
    expect(ids(orderRows(rows, ORDER))).toBe('c b a');
    expect(ids(orderRows(rows, { ...ORDER, sort: { column: 'edge', isFalling: false } }))).toBe('b c a');
  });

  it('ranks doubtful mappings behind all others by edge, but not by gross', () => {
    const rows = [
      buildOpportunity({ id: 'x', gross_bps: 11_849, round_trip_net_bps: 11_000 }),
      row('a', 1),
      row('b', 2),
    ];
    expect(ids(orderRows(rows, ORDER))).toBe('b a x');
    expect(ids(orderRows(rows, { ...ORDER, sort: { column: 'gross', isFalling: true } }))).toMatch(/^x/);
  });
});

describe('takePicture', () => {
  const first = takePicture(NO_ROWS, [row('a', 3), row('b', 2), row('c', 1)], ORDER);

  it('orders anew, sorted by the figures shown at that moment', () => {
    expect(ids(first.rows)).toBe('a b c');
    const next = takePicture(first, [row('a', 3), row('b', 2), row('c', 9)], ORDER);
    expect(next.rows.map((one) => one.round_trip_net_bps)).toEqual([9, 3, 2]);
  });

  it('frozen keeps the places, shows the figures of now, appends new rows and keeps gone ones', () => {
    const live = [row('a', -8), row('c', 9), row('n', 50), row('m', 60)];
    const frozen = takePicture(first, live, { ...ORDER, isFrozen: true, nowMs: 10_000 });
    expect(ids(frozen.rows)).toBe('a b c m n');
    expect(frozen.rows.map((one) => one.round_trip_net_bps)).toEqual([-8, 2, 9, 60, 50]);
    expect([...frozen.goneAtMs]).toEqual([['b', 10_000]]);
  });

  it('obeys a new order even while frozen', () => {
    const sort = { column: 'edge', isFalling: false } as const;
    expect(ids(takePicture(first, first.rows, { ...ORDER, isFrozen: true, sort }).rows)).toBe('c b a');
  });

  it('moves a gone row to the end and drops it after 2 s', () => {
    const live = [row('b', 2), row('c', 1)];
    const gone = takePicture(first, live, { ...ORDER, nowMs: 1000 });
    expect(ids(gone.rows)).toBe('b c a');
    expect(ids(takePicture(gone, live, { ...ORDER, nowMs: 2999 }).rows)).toBe('b c a');
    expect(ids(takePicture(gone, live, { ...ORDER, nowMs: 3000 }).rows)).toBe('b c');
  });
});

describe('the age of a row', () => {
  const fresh = buildOpportunity({ timestamp: 100 });

  it('grows from the time of the data alone', () => {
    expect(rowAgeMs(fresh, 101_500)).toBe(1500);
    expect(rowAgeMs(fresh, 99_000)).toBe(0);
  });

  it('blocks the row beyond 2 s and says why', () => {
    expect(isRowOld(fresh, 102_000)).toBe(false);
    expect(isRowOld(fresh, 102_001)).toBe(true);
    expect(rowInEffect(fresh, false)).toBe(fresh);
    expect(rowInEffect(fresh, true)).toMatchObject({ policy: 'blocked', policy_reason: 'Quotes older than 2.0 s' });
  });
});
