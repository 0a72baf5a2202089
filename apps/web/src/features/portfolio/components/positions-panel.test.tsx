import { getPortfolioPositions } from '@riptide/contracts/calls';
import { cleanup, configure, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer, renderOn } from '../../../shared/fake-server.fixture.tsx';
import { buildPosition } from '../../../shared/positions/position.fixture.ts';
import { withRouter } from '../../../shared/router.fixture.tsx';
import { PositionsPanel } from './positions-panel.tsx';

// A busy machine draws slowly; what is waited for is told at once all the same.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

const LONG = buildPosition();

it('shows a position under the specified headers, its prices in four decimals', async () => {
  const server = new FakeServer().on(getPortfolioPositions, { ok: true, success: true, positions: [LONG] });
  renderOn(server, withRouter(<PositionsPanel venue={undefined} />).element);
  expect(await screen.findByRole('cell', { name: '91,204.1000' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: '91,482.3000' })).toBeTruthy();
  const headers = screen.getAllByRole('columnheader').map((header) => header.textContent?.replace(/ [↑↓]$/, ''));
  for (const text of ['Symbol', 'Side', 'Size', 'Entry Price', 'Mark Price', 'PnL']) expect(headers).toContain(text);
});
