import type {
  ArbitrageState,
  Opportunity,
  RouteOutput,
  getArbitrageBalance,
  getExecution,
  getOpportunities,
  startArbitrage,
  stopArbitrage,
} from '@riptide/contracts/calls';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, vi } from 'vitest';
import { createApiCall, createApiDownload } from '../../lib/api-client.ts';
import { EventStream } from '../../lib/event-stream.ts';
import type { FakeClock } from '../../lib/fake-clock.ts';
import { readRequest } from '../../lib/read-request.ts';
import { RuntimeProvider, type Runtime } from '../../lib/runtime.tsx';
import { ServerClock } from '../../lib/server-clock.ts';
import { Ticker } from '../../lib/ticker.ts';
import { buildHealth } from '../../shared/health.fixture.ts';
import { ArbitrageFeedProvider } from '../../shared/opportunities/arbitrage-feed.tsx';
import { ArbitrageView } from './arbitrage-view.tsx';
import type { ArbitrageSearch } from './model/arbitrage-search.ts';
import { SETTINGS } from './settings/sample-settings.ts';

export const NOW_S = 1_700_000_000;

/** A scanner that runs on four venues. */
export function buildState(change: Partial<ArbitrageState> = {}): ArbitrageState {
  return {
    scanning: true,
    venues: ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'],
    reason: null,
    pairs: 128,
    best_entry_net_bps: 3.2,
    best_gross_bps: 4.1,
    session: {
      id: 1,
      session_name: 'Default Arbitrage Session',
      exchanges: ['binance', 'bybit'],
      assets: ['BTC'],
      min_spread_bps: 5,
      max_position_pct: 15,
      max_position_usd: 1000,
      ai_enabled: true,
      confidence_threshold: 0.6,
      is_active: true,
      total_opportunities: 0,
      executed_trades: 0,
      total_profit_usd: null,
      success_rate: null,
      started_at: null,
      stopped_at: null,
    },
    execution_policies: {
      futures_futures_executable: true,
      spot_futures_evaluating: true,
      spot_futures_executable: false,
      spot_futures_crossvenue_evaluating: false,
    },
    ...change,
  };
}

/** What the panels beside the scanner ask for: nothing was traded yet, all venues are on paper. */
const REST: Readonly<Record<string, object>> = {
  '/api/arbitrage/executions': { ok: true, executions: [], total: 0, timestamp: NOW_S },
  '/api/arbitrage/rounds': { ok: true, rounds: [], count: 0, total: 0, timestamp: NOW_S },
  '/api/arbitrage/balance': {
    ok: true,
    mode: 'paper',
    total_usd: 40_000,
    free_usd: 40_000,
    balances: [],
    timestamp: NOW_S,
  } satisfies RouteOutput<typeof getArbitrageBalance>,
  '/api/arbitrage/settings': { ok: true, settings: SETTINGS },
  '/api/trading/execution': {
    ok: true,
    market: 'sim',
    execution: 'paper',
    venues: (['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'] as const).map((venue) => ({ venue, mode: 'paper' as const })),
  } satisfies RouteOutput<typeof getExecution>,
};
/** Has tests of its own. */
const UNKNOWN_HERE = /\/(performance|preview|why-not)$/;

/** Answers the calls of the page from what a test puts in. */
export class FakeServer {
  opportunities: readonly Opportunity[] = [];
  state = buildState();
  downVenue: string | null = null;
  isEngineThere = true;
  failing: string | null = null;
  readonly started: unknown[] = [];

  readonly fetch: typeof fetch = async (input, init) => {
    const { path, body } = readRequest(input, init);
    if (path === '/api/stream') return new Response('', { status: 503 });
    if (UNKNOWN_HERE.test(path)) return refuse(404, 'not_found', 'Nothing is known of it');
    if (path === this.failing) return refuse(503, 'engine_unavailable', 'The engine does not answer');
    if (path === '/api/arbitrage/start') this.started.push(body);
    return json(this.#answer(path));
  };

  #answer(path: string): unknown {
    if (path === '/api/health')
      return { ...buildHealth(this.downVenue), engine: { ...buildHealth(null).engine, connected: this.isEngineThere } };
    if (path === '/api/arbitrage/opportunities') {
      return {
        ok: true,
        opportunities: [...this.opportunities],
        count: this.opportunities.length,
        timestamp: NOW_S,
      } satisfies RouteOutput<typeof getOpportunities>;
    }
    if (path === '/api/arbitrage/status') return { ok: true, ...this.state };
    if (path === '/api/arbitrage/metrics')
      return { ok: true, total_pnl: null, success_rate: null, opportunities_found: 1847, executed_today: 0 };
    const rest = REST[path];
    if (rest !== undefined) return rest;
    if (path === '/api/arbitrage/start') {
      return { ok: true, already_running: false, message: '', ...(this.state = buildState()) } satisfies RouteOutput<
        typeof startArbitrage
      >;
    }
    if (path === '/api/arbitrage/stop') {
      return {
        ok: true,
        already_stopped: false,
        message: '',
        ...(this.state = buildState({ scanning: false })),
      } satisfies RouteOutput<typeof stopArbitrage>;
    }
    return {
      ok: true,
      basis: [],
      opportunities: [],
      execution_policies: this.state.execution_policies,
      timestamp: NOW_S,
    };
  }
}

function refuse(status: number, code: string, error: string): Response {
  return json({ ok: false, code, error, message: '', detail: '', request_id: 'r' }, status);
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

function Page({ initial }: { initial: ArbitrageSearch }) {
  const [search, setSearch] = useState(initial);
  return <ArbitrageView search={search} onSearch={setSearch} carry={null} />;
}

/** Draws the page on a fake server and clock; gives the query client, to load anew. */
export function openPage({
  server,
  clock,
  search = {},
}: {
  server: FakeServer;
  clock: FakeClock;
  search?: ArbitrageSearch;
}): QueryClient {
  const onGateLocked = vi.fn();
  const runtime: Runtime = {
    clock,
    serverClock: new ServerClock(clock.nowMs),
    ticker: new Ticker(clock),
    readEvents: () => new Promise(() => {}),
    call: createApiCall({ fetch: server.fetch, onGateLocked }),
    download: createApiDownload({ fetch: server.fetch, onGateLocked }),
    stream: new EventStream({ fetch: server.fetch, clock, onGateLocked }, ['opportunities']),
  };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RuntimeProvider runtime={runtime}>
        <ArbitrageFeedProvider>
          <Page initial={search} />
        </ArbitrageFeedProvider>
      </RuntimeProvider>
    </QueryClientProvider>,
  );
  return client;
}

/** Waits for the first load and draws it. */
export async function rowsOf(clock: FakeClock, count: 1 | 3): Promise<[HTMLElement, HTMLElement, HTMLElement]> {
  return vi.waitFor(() => {
    act(() => clock.drawFrame());
    const rows = screen.getAllByRole('row').filter((row) => row.dataset['id'] !== undefined);
    expect(rows).toHaveLength(count);
    return rows as [HTMLElement, HTMLElement, HTMLElement];
  });
}
