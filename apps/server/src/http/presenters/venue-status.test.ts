import { describe, expect, it } from 'vitest';
import { FakeEngineLink } from '../../link/fake-engine-link.fixture.ts';
import { buildVenue } from '../../link/link-values.fixture.ts';
import { presentHealth } from './health.ts';
import { venueStatus, venueVerdict } from './venue-status.ts';

const DATA_MS = 1_800_000_000_000;
const after = (ms: number, isReplay = false) => ({ nowMs: DATA_MS + ms, isReplay });

describe('venueStatus', () => {
  it.each([
    [2_000, { status: 'ok', reason: null }],
    [3_100, { status: 'slow', reason: 'No data for 3.1 s' }],
    [6_000, { status: 'slow', reason: 'No data for 6.0 s' }],
    [6_100, { status: 'down', reason: 'No data for 6.1 s' }],
  ])('follows the data though every socket is open: %d ms of silence', (silentMs, verdict) => {
    expect(venueStatus(buildVenue('OKX'), after(silentMs))).toEqual(verdict);
  });

  it('calls a venue without one live book connecting, not slow, while its new sockets bring nothing, and down after 6 s', () => {
    const empty = { ...buildVenue('OKX'), booksTotal: 12, booksLive: 0 };
    const statusAt = (ms: number) => venueStatus(empty, after(ms)).status;
    expect([1_000, 3_100, 6_000, 6_100].map(statusAt)).toEqual(['connecting', 'connecting', 'connecting', 'down']);
  });

  it('names a busy connection that fell silent beside a living one, and lets a quiet one be quiet', () => {
    const venue = buildVenue('OKX');
    const { feed } = venue;
    const open = feed?.connections[0];
    if (feed === null || open === undefined) throw new Error('Invariant: the fixture has a connection');
    const living = { ...open, lastDataMs: DATA_MS + 9_000 };
    const before = { ...open, sinceMs: DATA_MS - 60_000, name: 'okx-other' };
    const withOther = (frames: number) => ({
      ...venue,
      feed: { ...feed, connections: [living, { ...before, frames }] },
    });
    expect(venueStatus(withOther(1_000), after(9_000))).toEqual({
      status: 'slow',
      reason: 'No data for 9.0 s on okx-other',
    });
    expect(venueStatus(withOther(30), after(9_000)).status).toBe('ok');
  });

  it('says of a replay that it ended, and nothing of pauses within it', () => {
    expect(venueStatus(buildVenue('OKX'), after(5_000, true)).status).toBe('ok');
    expect(venueStatus(buildVenue('OKX'), after(8_000, true))).toEqual({
      status: 'down',
      reason: 'The recording ended, or pauses: no data for 8.0 s',
    });
  });
});

describe('health', () => {
  const facts = {
    version: '2',
    market: 'sim',
    execution: 'paper',
    startedMs: DATA_MS,
    engineRestarts: () => 2,
  } as const;

  it('is unhealthy without frames when every venue is silent', () => {
    const link = new FakeEngineLink();
    link.update(['venue', 'OKX', buildVenue('OKX', { latencyMs: -0.4, clockOffsetMs: 0.25 })]);
    expect(presentHealth(link, facts, DATA_MS)).toMatchObject({
      overall_status: 'healthy',
      venues: [{ latency_ms: 0, clock_offset_ms: 0.25 }],
    });
    expect(presentHealth(link, facts, DATA_MS + 7_000)).toMatchObject({
      overall_status: 'unhealthy',
      venues: [{ status: 'down', frames_per_second: 0, latency_ms: null, clock_offset_ms: null }],
    });
  });

  it('calls every venue down, with the time of the data, while the engine does not answer', () => {
    const link = new FakeEngineLink();
    link.lastHeardMs = DATA_MS;
    link.setConnected(false);
    expect(venueVerdict(link, buildVenue('OKX'), after(2_500))).toEqual({
      status: 'down',
      reason: 'The engine is not answering; data are from 08:00:00 UTC',
    });
    expect(presentHealth(link, facts, DATA_MS)).toMatchObject({ engine: { connected: false, restarts: 2 } });
  });
});
