import { getConnectionStatus, type ConnectionStatus } from '@riptide/contracts/calls';
import { act, cleanup, configure, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer, renderOn } from '../../../shared/fake-server.fixture.tsx';
import { ExchangeStatusPanel } from './exchange-status-panel.tsx';

// A busy machine draws slowly; what is waited for is told at once all the same.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

const VENUE: ConnectionStatus = {
  enabled: true,
  api_key_configured: true,
  api_secret_configured: true,
  api_key_masked: 'abcd…wxyz',
  connected: true,
  last_test_at: null,
  hasKeys: true,
  hasFuturesPermission: true,
  hasSpotPermission: true,
  source: 'simulator',
  reason: null,
  balance_usd: 10_000,
};

it('tells a connection only as of its age once the answer may no longer be true', async () => {
  const server = new FakeServer().on(getConnectionStatus, {
    ok: true,
    venues: { BINANCE: VENUE, BYBIT: VENUE, OKX: VENUE, KUCOIN: VENUE },
    updated_at: 1_700_000_000,
  });
  const { clock } = renderOn(server, <ExchangeStatusPanel />);
  const list = await screen.findByRole('list', { name: 'Exchanges' });
  expect(within(list).getAllByText('Connected')).toHaveLength(4);
  server.on(getConnectionStatus, 'never');
  act(() => clock.advance(61_000));
  expect(within(list).queryByText('Connected')).toBeNull();
  expect(within(list).getAllByText('Connected, 1m 01s ago')).toHaveLength(4);
  expect(list.className).toContain('stale');
});
