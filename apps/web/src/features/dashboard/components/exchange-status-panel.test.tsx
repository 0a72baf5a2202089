import { getConnectionStatus } from '@riptide/contracts/calls';
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer, renderOn } from '../../../shared/fake-server.fixture.tsx';
import { buildConnection } from '../dashboard.fixture.tsx';
import { ExchangeStatusPanel } from './exchange-status-panel.tsx';

afterEach(cleanup);

const VENUE = buildConnection({ last_test_at: null });

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
