import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ModeBadges } from './header/mode-badges.tsx';
import { ModePanel } from './mode-panel/mode-panel.tsx';
import { readinessOf } from './model/venue-readiness.ts';
import { OpportunitiesPanel } from './opportunities/opportunities-panel.tsx';
import { PerformancePanel } from './performance/performance-panel.tsx';
import { buildConnection, draw, tradingServer } from './trading.fixture.tsx';

afterEach(cleanup);

const nothing = (): void => {};

it('says what the badge of the market means', async () => {
  draw(
    tradingServer({}),
    <ModeBadges venue="BYBIT" symbol="BTCUSDT" leverage={10} connection={buildConnection()} positions={[]} />,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'FUTURES' }));
  expect((await screen.findByRole('tooltip')).textContent).toBe(
    'quote USDT, derivatives enabled, spot disallowed. Read from BYBIT.',
  );
});

it('says that it scans while there is no candidate, and names its target', async () => {
  draw(tradingServer({}), <OpportunitiesPanel onSymbol={nothing} onDecision={nothing} />);
  expect(await screen.findByText('Scanning 100+ coins for opportunities...')).toBeTruthy();
  expect(screen.getByText('Smart profit targeting: 1.5% - 5.0% net')).toBeTruthy();
});

it('keeps the specified caption until the first closed trade draws the chart', async () => {
  draw(tradingServer({}), <PerformancePanel range="24h" onRange={nothing} />);
  expect(await screen.findByText('No closed trade yet')).toBeTruthy();
  expect(screen.getByText('Chart will be implemented here')).toBeTruthy();
});

it('offers what is hidden by its name', async () => {
  const onAdvanced = vi.fn<(isOn: boolean) => void>();
  draw(
    tradingServer({}),
    <ModePanel
      venue="BYBIT"
      readiness={readinessOf(buildConnection())}
      isAdvanced={false}
      onAdvanced={onAdvanced}
      onSettings={nothing}
    />,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Show Advanced' }));
  expect(onAdvanced).toHaveBeenCalledWith(true);
});
