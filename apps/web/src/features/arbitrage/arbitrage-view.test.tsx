import type {
  ArbitrageState,
  Health,
  Opportunity,
  RouteOutput,
  getOpportunities,
  startArbitrage,
  stopArbitrage,
} from '@riptide/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiCall } from '../../lib/api-client.ts';
import { EventStream } from '../../lib/event-stream.ts';
import { FakeClock } from '../../lib/fake-clock.ts';
import { readRequest } from '../../lib/read-request.ts';
import { RuntimeProvider, type Runtime } from '../../lib/runtime.tsx';
import { ServerClock } from '../../lib/server-clock.ts';
import { Ticker } from '../../lib/ticker.ts';
import { TooltipProvider } from '../../ui/tooltip.tsx';
import { ArbitrageFeedProvider } from './arbitrage-feed.tsx';
import { ArbitrageView } from './arbitrage-view.tsx';
import type { ArbitrageSearch } from './model/arbitrage-search.ts';
import { buildOpportunity } from './sample-opportunity.ts';

const NOW_S = 1_700_000_000;

function buildState(change: Partial<ArbitrageState> = {}): ArbitrageState {
  return {
    scanning: true,
    venues: ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'],
    reason: null,
    pairs: 128,
    best_entry_net_bps: 3.2,
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

function buildHealth(downVenue: string | null): Health {
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

class FakeServer {
  opportunities: readonly Opportunity[] = [];
  state = buildState();
  downVenue: string | null = null;
  failing: string | null = null;
  readonly started: unknown[] = [];

  readonly fetch: typeof fetch = async (input, init) => {
    const { path, body } = readRequest(input, init);
    if (path === '/api/stream') return new Response('', { status: 503 });
    if (path === this.failing)
      return json(
        {
          ok: false,
          code: 'engine_unavailable',
          error: 'The engine does not answer',
          message: '',
          detail: '',
          request_id: 'r',
        },
        503,
      );
    if (path === '/api/arbitrage/start') this.started.push(body);
    return json(this.#answer(path));
  };

  #answer(path: string): unknown {
    if (path === '/api/health') return buildHealth(this.downVenue);
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

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

let server: FakeServer;
let clock: FakeClock;
beforeEach(() => {
  server = new FakeServer();
  clock = new FakeClock(NOW_S * 1000);
});
afterEach(cleanup);

function Page({ initial }: { initial: ArbitrageSearch }) {
  const [search, setSearch] = useState(initial);
  return <ArbitrageView search={search} onSearch={setSearch} />;
}

function openPage(search: ArbitrageSearch = {}): void {
  const onGateLocked = vi.fn();
  const runtime: Runtime = {
    clock,
    serverClock: new ServerClock(clock.nowMs),
    ticker: new Ticker(clock),
    call: createApiCall({ fetch: server.fetch, onGateLocked }),
    stream: new EventStream({ fetch: server.fetch, clock, onGateLocked }, ['opportunities']),
  };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RuntimeProvider runtime={runtime}>
        <TooltipProvider>
          <ArbitrageFeedProvider>
            <Page initial={search} />
          </ArbitrageFeedProvider>
        </TooltipProvider>
      </RuntimeProvider>
    </QueryClientProvider>,
  );
}

/** Waits for the first load and draws it. */
async function rowsOf(count: 1 | 3): Promise<[HTMLElement, HTMLElement, HTMLElement]> {
  return vi.waitFor(() => {
    act(() => clock.drawFrame());
    const rows = screen.getAllByRole('row').filter((row) => row.dataset['id'] !== undefined);
    expect(rows).toHaveLength(count);
    return rows as [HTMLElement, HTMLElement, HTMLElement];
  });
}

const READY = buildOpportunity();
const EVAL = buildOpportunity({
  id: 'e',
  asset: 'LINK',
  mode: 'spot-futures',
  policy: 'evaluation_only',
  policy_reason: 'Spot leg is scored but not traded yet',
  round_trip_net_bps: 6.6,
});
const BLOCKED = buildOpportunity({
  id: 'b',
  asset: 'XRP',
  policy: 'blocked',
  policy_reason: 'Quote stale: KUCOIN 2.4 s (limit 2.0 s)',
  round_trip_net_bps: null,
});

describe('the arbitrage page', () => {
  it('says that it is stopped and that nothing was found', async () => {
    server.state = buildState({ scanning: false });
    openPage();
    expect(await screen.findByText('No opportunities found')).toBeTruthy();
    expect(screen.getByText('Stopped')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Stop Scanner' }).disabled).toBe(true);
  });

  it('shows that an empty scan is alive', async () => {
    openPage();
    expect(await screen.findByText('Scanning for opportunities...')).toBeTruthy();
    expect(screen.getByText('128 pairs, best 3.2 bps, minimum 5.0')).toBeTruthy();
  });

  it('names the policies and shows unknown figures as dashes', async () => {
    openPage();
    expect(await screen.findByText(/Futures↔Futures: Executable/)).toBeTruthy();
    expect(screen.getByText(/Spot↔Futures: Evaluating Only/)).toBeTruthy();
    await vi.waitFor(() => expect(screen.getByLabelText('Opportunities Found').textContent).toContain('1,847'));
    expect(screen.getByLabelText('Total Arbitrage P&L').textContent).toContain('—');
    expect(screen.getByLabelText('Success Rate').textContent).toContain('—');
  });

  it('orders rows by edge with unknown edges last, and gives each its status and action', async () => {
    server.opportunities = [BLOCKED, EVAL, READY];
    openPage();
    const [first, second, third] = await rowsOf(3);
    expect(within(first).getByText('DOGE')).toBeTruthy();
    expect(within(first).getByText('Ready')).toBeTruthy();
    expect(
      within(first)
        .getByRole('button', { name: /Execute/ })
        .getAttribute('aria-disabled'),
    ).toBe('true');
    expect(within(second).getByRole('button', { name: 'View' })).toBeTruthy();
    expect(within(third).getByText('unknown')).toBeTruthy();
    expect(within(third).getAllByText(/Quote stale/)).not.toHaveLength(0);
    expect(within(third).getByRole('button', { name: 'Blocked' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('filters by number keys with counts', async () => {
    server.opportunities = [BLOCKED, EVAL, READY];
    openPage();
    await rowsOf(3);
    expect(screen.getByRole('radio', { name: 'Blocked 1' })).toBeTruthy();
    fireEvent.keyDown(document.body, { key: '4' });
    const [only] = await rowsOf(1);
    expect(within(only).getByText('XRP')).toBeTruthy();
  });

  it('switches the edge between round trip and entry', async () => {
    server.opportunities = [READY];
    openPage();
    const [row] = await rowsOf(1);
    expect(within(row).getByText('16.3')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Entry only' }));
    expect(within(row).getByText('29.5')).toBeTruthy();
  });

  it('opens the breakdown with Enter: both legs, fees with their source, and the expected dollars', async () => {
    server.opportunities = [READY];
    openPage();
    const [row] = await rowsOf(1);
    row.focus();
    fireEvent.keyDown(row, { key: 'Enter' });
    const drawer = await screen.findByRole('dialog', { name: 'DOGE · BYBIT → KUCOIN' });
    for (const text of [
      '0.15318',
      '0.15383',
      '5.5 bps',
      '6.0 bps',
      '+16.3',
      '+$1.63',
      "Both fees: the venue's published base tier.",
    ])
      expect(within(drawer).getByText(text)).toBeTruthy();
  });

  it('flags spreads over 300 bps', async () => {
    server.opportunities = [buildOpportunity({ gross_bps: 11_849 })];
    openPage();
    const [row] = await rowsOf(1);
    expect(within(row).getByText('check symbol mapping')).toBeTruthy();
  });

  it('says which venue is missing and why', async () => {
    server.downVenue = 'OKX';
    openPage();
    expect(await screen.findByText('3 of 4 venues, without OKX')).toBeTruthy();
    expect(screen.getByText('Socket closed 1011, next try in 4 s')).toBeTruthy();
  });

  it('shows a failed load with its text and a way to try again', async () => {
    server.failing = '/api/arbitrage/opportunities';
    openPage();
    expect(await screen.findByText('The engine does not answer')).toBeTruthy();
    server.failing = null;
    server.opportunities = [READY];
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await rowsOf(1);
  });

  it('starts with the specified defaults and stops', async () => {
    server.state = buildState({ scanning: false });
    openPage();
    await screen.findByText('Stopped');
    for (const [name, isOn] of [
      ['binance', true],
      ['bybit', true],
      ['okx', false],
      ['kucoin', false],
    ] as const) {
      expect(screen.getByRole('checkbox', { name }).getAttribute('aria-checked')).toBe(String(isOn));
    }
    fireEvent.click(screen.getByRole('button', { name: 'Start Scanner' }));
    await screen.findByText('Scanning');
    expect(server.started).toEqual([{ min_spread_bps: 50, max_position_usd: 1000, venues: ['BINANCE', 'BYBIT'] }]);
    fireEvent.click(screen.getByRole('button', { name: 'Stop Scanner' }));
    await screen.findByText('Stopped');
  });

  it('keeps Start disabled and names the bounds while a field is out of them', async () => {
    server.state = buildState({ scanning: false });
    openPage();
    await screen.findByText('Stopped');
    fireEvent.change(screen.getByLabelText('Min Spread (%)'), { target: { value: '1000' } });
    expect(screen.getByText('Enter 0 to 100 %')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start Scanner' }).disabled).toBe(true);
  });

  it('counts what waits while paused', async () => {
    server.opportunities = [READY];
    openPage();
    await rowsOf(1);
    fireEvent.click(screen.getByRole('button', { name: 'Pause updates' }));
    act(() => clock.drawFrame());
    expect(screen.getByText('Paused, 0 updates wait')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Resume updates' }));
    act(() => clock.drawFrame());
    expect(screen.queryByText(/Paused/)).toBeNull();
  });
});
