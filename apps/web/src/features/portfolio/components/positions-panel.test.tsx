import { getPortfolioPositions, type PositionRow } from '@riptide/contracts/calls';
import { cleanup, configure, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer, renderOn } from '../../../shared/fake-server.fixture.tsx';
import { withRouter } from '../../../shared/router.fixture.tsx';
import { PositionsPanel } from './positions-panel.tsx';

// A busy machine draws slowly; what is waited for is told at once all the same.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

const LONG: PositionRow = {
  id: 'p1',
  symbol: 'BTCUSDT',
  venue: 'BINANCE',
  mode: 'paper',
  market: 'perp',
  side: 'long',
  size: 0.125,
  contracts: 0.125,
  entry_price: 91_204.1,
  mark_price: 91_482.3,
  pnl: 34.78,
  unrealized_pnl: 34.78,
  pnl_pct: 0.305,
  roe_pct: 3.05,
  notional: 11_435.29,
  leverage: 10,
  margin_mode: 'isolated',
  margin_usd: 1_140.05,
  liquidation_price: 82_448.5,
  adl_rank: null,
  stop_price: 90_976.1,
  take_profit_price: 91_523.3,
  protected: true,
  fees: 1,
  funding: 0,
  realized_pnl: 0,
  opened_at: 1_700_000_000,
};

it('shows a position under the specified headers, its prices in four decimals', async () => {
  const server = new FakeServer().on(getPortfolioPositions, { ok: true, success: true, positions: [LONG] });
  renderOn(server, withRouter(<PositionsPanel venue={undefined} />).element);
  expect(await screen.findByRole('cell', { name: '91,204.1000' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: '91,482.3000' })).toBeTruthy();
  const headers = screen.getAllByRole('columnheader').map((header) => header.textContent?.replace(/ [↑↓]$/, ''));
  for (const text of ['Symbol', 'Side', 'Size', 'Entry Price', 'Mark Price', 'PnL']) expect(headers).toContain(text);
});
