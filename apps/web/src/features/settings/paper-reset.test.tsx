import { resetPaper } from '@riptide/contracts/calls';
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { confirmLater } from '../../shared/confirm.fixture.ts';
import { FakeServer, renderOn } from '../../shared/fake-server.fixture.tsx';
import { PaperResetPanel } from './components/paper-reset-panel.tsx';

configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

async function ask(server: FakeServer): Promise<HTMLElement> {
  renderOn(server, <PaperResetPanel />);
  fireEvent.click(screen.getByRole('button', { name: 'Reset paper accounts' }));
  return screen.findByRole('alertdialog', { name: 'Reset all paper accounts?' });
}

function typeWord(dialog: HTMLElement): void {
  fireEvent.change(screen.getByLabelText(/to confirm/), { target: { value: 'RESET' } });
  confirmLater(dialog);
}

describe('a reset of the paper accounts', () => {
  it('is sent only after the word was typed, and tells what was booked', async () => {
    const server = new FakeServer().on(resetPaper, {
      ok: true,
      message: 'Paper accounts are back at their start',
      at: 1_800_000_000,
      accounts: [{ venue: 'BYBIT', start_usdt: 10_000, moved_usdt: 12.5 }],
    });
    const dialog = await ask(server);
    confirmLater(dialog);
    expect(server.of(resetPaper)).toHaveLength(0);
    typeWord(dialog);
    await waitFor(() => expect(server.of(resetPaper).map(({ body }) => body)).toEqual([{ confirmation: 'RESET' }]));
    expect((await screen.findByLabelText('Booked')).textContent).toBe('BYBIT: +$12.50 to $10,000.00');
  });

  it('says why it was refused', async () => {
    const error = 'Paper accounts are not reset while an engine runs: stop Oraculis first';
    const server = new FakeServer().on(resetPaper, { status: 409, code: 'engine_running', error });
    typeWord(await ask(server));
    expect((await screen.findByRole('alert')).textContent).toContain(error);
    expect(screen.queryByLabelText('Booked')).toBeNull();
  });
});
