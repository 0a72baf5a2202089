import type { Health } from '@riptide/contracts/calls';

/** Builds the health of a platform on which all is well, or all but one venue that has lost its connection. */
export function buildHealth(downVenue: string | null): Health {
  const counters = {
    fast: 0,
    keyed: 0,
    slow: 0,
    control: 0,
    malformed: 0,
    unknown: 0,
    stale: 0,
    gaps: 0,
    resyncs: 0,
    off_tick: 0,
    crossed: 0,
    queue_overflow: 0,
  };
  return {
    ok: true,
    overall_status: 'healthy',
    uptime_seconds: 1,
    version: '2.0.0',
    market: 'sim',
    execution: 'paper',
    learning_agents: { oraculis: { running: false }, arbitrage: { running: false } },
    engine: { connected: true, uptime_seconds: 1, restarts: 0, symbols: 44, books: 320 },
    dark_books: [],
    venues: (['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'] as const).map((venue) => ({
      venue,
      status: venue === downVenue ? 'down' : 'ok',
      reason: venue === downVenue ? 'Socket closed 1011, next try in 4 s' : null,
      books_live: 80,
      books_total: 80,
      frames_per_second: 410,
      latency_ms: 31,
      clock_offset_ms: 0,
      connections: [],
      counters,
    })),
  };
}
