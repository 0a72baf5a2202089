import { getArbitrageStatus, startArbitrage, stopArbitrage } from '@riptide/contracts/calls';
import { cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer, renderOn } from '../../../shared/fake-server.fixture.tsx';
import { useNotices } from '../../../shared/notify.ts';
import { buildScanner } from '../dashboard.fixture.tsx';
import { ArbitrageButton } from './arbitrage-button.tsx';

afterEach(cleanup);

const STARTED = { ...buildScanner(true), already_running: false, message: 'started' };
const STOPPED = { ...buildScanner(false), already_stopped: false, message: 'stopped' };
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
      .on(getArbitrageStatus, buildScanner(false))
      .on(startArbitrage, () => {
        server.on(getArbitrageStatus, buildScanner(true));
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
  renderOn(
    new FakeServer().on(getArbitrageStatus, buildScanner(false)).on(startArbitrage, refusal),
    <ArbitrageButton />,
  );
  await press('Arbitrage');
  await told('Failed to start arbitrage');
});
