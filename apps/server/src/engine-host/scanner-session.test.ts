import { describe, expect, it } from 'vitest';
import type { ScannerView } from '@riptide/core/engine';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { DEFAULT_SESSION, type ArbitrageSessionRow } from '../storage/trading-db/arbitrage-session-repository.ts';
import { ScannerSession } from './scanner-session.ts';

function newSession(row: ArbitrageSessionRow = DEFAULT_SESSION) {
  const saved: ArbitrageSessionRow[] = [];
  const clock = new VirtualClock(1_800_000_000_000);
  const session = new ScannerSession(row, { save: async (next) => void saved.push(next) }, clock, silentLog());
  return { session, saved, clock };
}

const view = (found: number): ScannerView => ({
  isScanning: true,
  venues: ['OKX', 'BYBIT'],
  minEntryNetBps: 1,
  maxPositionUsd: 500,
  pairs: 4,
  bestEntryNetBps: 2,
  bestGrossBps: null,
  found,
});
const SETTINGS = { minEntryNetBps: 1, maxPositionUsd: 500, venues: ['OKX', 'BYBIT'] as const };

describe('ScannerSession', () => {
  it('goes on after a restart where it was', async () => {
    const first = newSession();
    expect(first.session.resumeCommand()).toBeNull();
    await first.session.start(SETTINGS);
    const second = newSession(first.saved.at(-1));
    expect(second.session.resumeCommand()).toEqual({ kind: 'start-scanner', ...SETTINGS });
    await second.session.stop();
    expect(newSession(second.saved.at(-1)).session.resumeCommand()).toBeNull();
  });

  it('tells whether it ran, and keeps its start while it is only changed', async () => {
    const { session, clock } = newSession();
    expect(await session.start(SETTINGS)).toBe(false);
    clock.advance(5_000);
    expect(await session.start({ ...SETTINGS, minEntryNetBps: 3 })).toBe(true);
    expect(session.toLink()).toMatchObject({ startedMs: 1_800_000_000_000, minEntryNetBps: 3 });
    expect(await session.stop()).toBe(true);
    expect(await session.stop()).toBe(false);
    expect(session.toLink()).toMatchObject({ isScanning: false, stoppedMs: 1_800_000_005_000 });
  });

  it('adds up what was found over all runs, also when the scanner begins to count anew', async () => {
    const { session, saved } = newSession();
    await session.start(SETTINGS);
    session.observe(view(3));
    session.observe(view(5));
    session.observe(view(1));
    expect(session.toLink().foundTotal).toBe(6);
    session.resumeCommand();
    session.observe(view(2));
    expect(session.toLink().foundTotal).toBe(8);
    expect(saved.at(-1)?.foundTotal).toBe(8);
    session.observe(view(3));
    expect(saved.at(-1)?.foundTotal).toBe(9);
  });
});
