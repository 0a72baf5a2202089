import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { PairLifecycle } from './pair-lifecycle.ts';
import { PairTable } from './pair-table.ts';
import { restoreSnapshot, takeSnapshot, type SnapshotParts } from './scanner-snapshot.ts';
import { SeenCounters } from './seen-counters.ts';
import { SpreadHistory } from './spread-history.ts';

const T0 = 1_700_000_000_000;
const HOUR_MS = 3_600_000;
const BTC = [buildInstrument(), buildInstrument({ venue: 'OKX' })];
const ETH = [buildInstrument({ baseAsset: 'ETH' }), buildInstrument({ baseAsset: 'ETH', venue: 'OKX' })];
const LIMITS = { minEntryNetBps: 10 };

function partsOf(instruments: ReturnType<typeof buildInstrument>[]): SnapshotParts {
  const { pairs } = new PairTable(instruments);
  return {
    pairs,
    spreads: new SpreadHistory(pairs.length),
    lifecycle: new PairLifecycle(pairs.length),
    seen: new SeenCounters(pairs.length),
  };
}

/** An hour of one sample a second that grows by one bps a minute for the first pair, and one edge of 5 s. */
function learned(): SnapshotParts {
  const parts = partsOf(BTC);
  for (let second = 0; second < 3600; second += 1) {
    parts.spreads.add(0, Math.floor(second / 60), T0 - HOUR_MS + second * 1000);
  }
  parts.lifecycle.set(0, true, T0 - 10_000);
  parts.lifecycle.set(0, false, T0 - 5000);
  parts.seen.note(0, 1, -1, T0 - 10_000);
  return parts;
}

describe('state of a scanner', () => {
  it('goes on in another run by the names of the pairs, whatever else is followed there', () => {
    const old = learned();
    const snapshot = structuredClone(takeSnapshot(old, 10, T0));
    const next = partsOf([...ETH, ...BTC]);
    expect(restoreSnapshot(next, snapshot, { ...LIMITS, nowMs: T0 + 20_000 })).toBe(2);
    const at = next.pairs.findIndex((pair) => pair.id === old.pairs[0]?.id);
    expect(at).toBe(2);
    expect(next.spreads.medianBps(at, T0 + 20_000)).toBe(old.spreads.medianBps(0, T0));
    expect(next.spreads.medianBps(0, T0 + 20_000)).toBeNull();
    expect([next.lifecycle.signals.crossingsPerHour(at, T0), next.lifecycle.signals.aliveP50Ms(at)]).toEqual([1, 5000]);
    expect(next.seen.figures(T0)).toEqual({ found: 1, entryPositive: 1, roundTripPositive: 0 });
    // What was seen a minute ago is no new opportunity.
    next.lifecycle.set(at, true, T0 + 20_000);
    next.seen.note(at, 1, -1, T0 + 20_000);
    expect([next.lifecycle.found, next.seen.figures(T0).found]).toEqual([0, 1]);
  });

  it('loses what is too old: samples one by one, all of it after an hour', () => {
    const snapshot = takeSnapshot(learned(), 10, T0);
    const late = partsOf(BTC);
    expect(restoreSnapshot(late, snapshot, { ...LIMITS, nowMs: T0 + 0.75 * HOUR_MS })).toBe(2);
    // Only the last twenty minutes are under an hour and five minutes old: 40 to 59 bps.
    expect(late.spreads.medianBps(0, T0 + 0.75 * HOUR_MS)).toBeGreaterThan(48);
    const older = partsOf(BTC);
    expect(restoreSnapshot(older, snapshot, { ...LIMITS, nowMs: T0 + HOUR_MS + 1 })).toBe(0);
    expect(restoreSnapshot(older, snapshot, { ...LIMITS, nowMs: T0 - 1 })).toBe(0);
    expect(older.spreads.samplesOf(0)).toBe(0);
  });

  it('leaves lifetimes of another minimum behind', () => {
    const next = partsOf(BTC);
    restoreSnapshot(next, takeSnapshot(learned(), 10, T0), { minEntryNetBps: 20, nowMs: T0 + 1000 });
    expect([next.lifecycle.signals.aliveP50Ms(0), next.spreads.samplesOf(0)]).toEqual([null, 30]);
  });

  it('takes samples on in the same rhythm after it', () => {
    const next = partsOf(BTC);
    restoreSnapshot(next, takeSnapshot(learned(), 10, T0), { ...LIMITS, nowMs: T0 + 20_000 });
    for (let second = 20; second < 2 * 3600; second += 1) next.spreads.add(0, 7, T0 + second * 1000);
    expect(next.spreads.medianBps(0, T0 + 2 * HOUR_MS)).toBe(7);
  });
});
