import {
  closeRound,
  executeCarry,
  getExecution,
  getExecutions,
  getRounds,
  planCarry,
  type CarryCandidateRow,
  type RouteOutput,
} from '@riptide/contracts/calls';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildRound } from '../../shared/arb-trades/sample-trade.ts';
import { confirmLater } from '../../shared/confirm.fixture.ts';
import { FakeServer, renderOn } from '../../shared/fake-server.fixture.tsx';
import { CarryPanel } from './carry-panel.tsx';

afterEach(cleanup);

const WAY: CarryCandidateRow = {
  long_exchange: 'BYBIT',
  long_market: 'perp',
  short_exchange: 'KUCOIN',
  short_market: 'perp',
  long_rate: -0.0001,
  long_interval_hours: 8,
  long_next_at: 1_700_003_600,
  long_settled_rate: -0.00009,
  short_rate: 0.0004,
  short_interval_hours: 8,
  short_next_at: 1_700_003_600,
  short_settled_rate: 0.0003,
  edge_per_hour_bps: 0.6,
  blended: false,
  next_settlement_at: 1_700_003_600,
  long_settlements: 6,
  short_settlements: 6,
  hold_income_bps: 30,
  size_usd: 100,
  size_cut: false,
  fees_bps: 20,
  entry_spread_bps: 1,
  exit_spread_bps: 1,
  cost_bps: 22,
  net_bps: 8,
  apr_gross_pct: 54,
  apr_net_pct: 14.6,
  break_even_hours: 36.7,
  break_even_payments: 5,
  break_even_at: 1_700_130_000,
  same_sign_share: 1,
  periods: 90,
  variation: 0.3,
  capacity_usd: 25_000,
  worth_it: true,
  reason: 'the costs are earned in 36.7 h',
};

type Plan = RouteOutput<typeof planCarry>;

const PLAN: Plan = {
  ok: true,
  symbol: 'BTCUSDT',
  best: { venue: 'KUCOIN', suggested_side: 'short', counter_venue: 'BYBIT', counter_market: 'perp' },
  candidates: [WAY],
  excluded: [],
  reason: 'it pays',
  timestamp: 1_700_000_000,
};

function open(plan: Plan, mode: 'paper' | 'live' = 'paper') {
  const server = new FakeServer()
    .on(planCarry, plan)
    .on(executeCarry, { ok: true, round: buildRound(), trade: null, message: 'The round begins' })
    .on(getExecutions, { ok: true, executions: [], total: 0, timestamp: 1_700_000_000 })
    .on(getRounds, { ok: true, rounds: [buildRound()], count: 1, total: 1, timestamp: 1_700_000_000 })
    .on(getExecution, { ok: true, market: 'sim', execution: mode, venues: [{ venue: 'KUCOIN', mode }] });
  renderOn(server, <CarryPanel onTrade={() => {}} />);
  fireEvent.click(screen.getByRole('button', { name: 'Plan' }));
  return server;
}

describe('the funding carry planner', () => {
  it('starts with 100 USD and all venues, and names the best venue and the suggested side', async () => {
    const server = open(PLAN);
    const best = (await screen.findByText(/Best venue/)).textContent;
    expect(best).toContain('Best venue KUCOIN, suggested side short; long perp on BYBIT.');
    expect(server.of(planCarry)[0]?.body).toEqual({
      symbol: 'BTCUSDT',
      venues: ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'],
      notional_usd: 100,
    });
    expect(screen.getByText('+14.6%')).toBeTruthy();
  });

  it('begins a paper round with one press', async () => {
    const server = open(PLAN);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Execute/ });
    await vi.waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
    await vi.waitFor(() =>
      expect(server.of(executeCarry)[0]?.body).toEqual({
        symbol: 'BTCUSDT',
        venue: 'KUCOIN',
        side: 'short',
        notional_usd: 100,
      }),
    );
  });

  it('asks before a live round', async () => {
    const server = open(PLAN, 'live');
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Execute/ });
    await vi.waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
    expect(await screen.findByRole('alertdialog', { name: 'Begin a LIVE carry of BTCUSDT?' })).toBeTruthy();
    expect(server.of(executeCarry)).toEqual([]);
  });

  it('takes its question away where it is not known whether a live round began or was closed', async () => {
    const lost = { status: 504, code: 'order_outcome_unknown', error: 'The order is being checked' } as const;
    const live = buildRound({ execution_mode: 'live' });
    const server = open(PLAN, 'live')
      .on(executeCarry, lost)
      .on(closeRound, lost, `/api/arbitrage/rounds/${live.id}/close`)
      .on(getRounds, { ok: true, rounds: [live], count: 1, total: 1, timestamp: 1_700_000_000 });
    for (const name of [/^Execute/, /^Close/]) {
      const button = await screen.findByRole<HTMLButtonElement>('button', { name });
      await vi.waitFor(() => expect(button.disabled).toBe(false));
      fireEvent.click(button);
      confirmLater(await screen.findByRole('alertdialog'));
      await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    }
    expect(server.asked.filter(({ path }) => /execute|close/.test(path))).toHaveLength(2);
    expect(screen.getByText('The order is being checked')).toBeTruthy();
  });

  it('has nothing to execute when no venue pays, and says so as a normal result', async () => {
    open({ ...PLAN, best: null, candidates: [{ ...WAY, net_bps: -13.8, worth_it: false }], reason: 'nothing pays' });
    expect(await screen.findByText('No venue pays enough to cover fees.')).toBeTruthy();
    expect(screen.getByText('nothing pays')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Execute/ })).toBeNull();
  });

  it('takes what is not worth it only when that is said', async () => {
    open({ ...PLAN, candidates: [{ ...WAY, worth_it: false }] });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Execute/ });
    expect(button.disabled).toBe(true);
    fireEvent.click(screen.getByRole('switch', { name: 'Accept what is not worth it' }));
    await vi.waitFor(() => expect(button.disabled).toBe(false));
  });

  it('lists rounds with funding, distance to liquidation and net, and a way to close', async () => {
    open(PLAN);
    const rounds = await screen.findByRole('region', { name: 'Carry rounds, scrollable' });
    for (const text of ['+$0.31', '48.0% / 51.0%', '+$0.04']) expect(within(rounds).getByText(text)).toBeTruthy();
    expect(within(rounds).getByRole('button', { name: /Close/ })).toBeTruthy();
  });

  it('sends a quantity or a notional, whichever is filled, and plans for symbols in capitals', async () => {
    const server = open(PLAN);
    await screen.findByText(/Best venue/);
    fireEvent.change(screen.getByLabelText('Symbol'), { target: { value: 'ethusdt' } });
    fireEvent.change(screen.getByLabelText('Qty'), { target: { value: '0.05' } });
    expect(screen.getByLabelText<HTMLInputElement>('Notional').value).toBe('');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Execute/ });
    expect(button.disabled).toBe(true);
    expect(button.title).toBe('Plan again: this plan is of another form, or the newest one failed');
    fireEvent.click(screen.getByRole('button', { name: 'Plan' }));
    await vi.waitFor(() =>
      expect(server.of(planCarry).at(-1)?.body).toEqual({
        symbol: 'ETHUSDT',
        venues: ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'],
      }),
    );
    await vi.waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
    await vi.waitFor(() => expect(server.of(executeCarry)[0]?.body).toMatchObject({ qty: 0.05 }));
    expect(server.of(executeCarry)[0]?.body).not.toHaveProperty('notional_usd');
  });

  it('tells of every way both rates, the countdown, the APR net of costs and the payments to break even, narrow too', async () => {
    const server = new FakeServer()
      .on(planCarry, PLAN)
      .on(getExecution, { ok: true, market: 'sim', execution: 'paper', venues: [{ venue: 'KUCOIN', mode: 'paper' }] });
    renderOn(server, <CarryPanel onTrade={() => {}} isNarrow />);
    fireEvent.click(screen.getByRole('button', { name: 'Plan' }));
    const way = (await screen.findByText('long BYBIT perp, short KUCOIN perp')).closest('li, div')?.parentElement;
    const text = way?.textContent ?? '';
    expect(text).toContain('rates -0.0100% / 8 h long, +0.0400% / 8 h short');
    expect(text).toContain('APR +14.6%');
    expect(text).toMatch(/payment in \S+/);
    expect(text).toContain('36.7 h, 5 payments');
  });

  it('says why a plan failed, dims the plan before and begins nothing by it', async () => {
    const server = open(PLAN);
    await screen.findByText(/Best venue/);
    server.on(planCarry, { status: 503, code: 'engine_unavailable', error: 'The engine is starting' });
    fireEvent.click(screen.getByRole('button', { name: 'Plan' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The engine is starting');
    expect(screen.getByText(/Best venue/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Execute/ }).disabled).toBe(true);
  });
});
