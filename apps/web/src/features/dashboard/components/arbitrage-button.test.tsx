import { getArbitrageStatus, startArbitrage, stopArbitrage } from '@riptide/contracts/calls';
import { cleanup, configure, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer, renderOn } from '../../../shared/fake-server.fixture.tsx';
import { useNotices } from '../../../shared/notify.ts';
import { ArbitrageButton } from './arbitrage-button.tsx';

// A busy machine draws slowly; what is waited for is told at once all the same.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

const SESSION = {
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
};

const state = (scanning: boolean) => ({
  ok: true as const,
  scanning,
  venues: ['BINANCE' as const, 'BYBIT' as const],
  reason: null,
  pairs: 128,
  best_entry_net_bps: 3.2,
  best_gross_bps: 4.1,
  session: SESSION,
  execution_policies: {
    futures_futures_executable: true,
    spot_futures_evaluating: true,
    spot_futures_executable: false,
    spot_futures_crossvenue_evaluating: false,
  },
});
const STARTED = { ...state(true), already_running: false, message: 'started' };
const STOPPED = { ...state(false), already_stopped: false, message: 'stopped' };
const told = (text: string) =>
  waitFor(() => expect(renderHook(() => useNotices()).result.current.notices[0]?.text).toBe(text));

async function press(name: string | RegExp): Promise<void> {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
}

it('starts the scanner and stops it by the same button, and says so', async () => {
  const { server } = renderOn(
    new FakeServer()
      .on(getArbitrageStatus, state(false))
      .on(startArbitrage, () => {
        server.on(getArbitrageStatus, state(true));
        return STARTED;
      })
      .on(stopArbitrage, STOPPED),
    <ArbitrageButton />,
  );
  await press('Arbitrage');
  await told('Arbitrage engine started successfully!');
  await press(/is scanning/);
  await told('Arbitrage engine stopped');
});

it('says that a start failed', async () => {
  const refusal = { status: 503, code: 'engine_unavailable', error: 'The engine does not answer' };
  renderOn(new FakeServer().on(getArbitrageStatus, state(false)).on(startArbitrage, refusal), <ArbitrageButton />);
  await press('Arbitrage');
  await told('Failed to start arbitrage');
});
