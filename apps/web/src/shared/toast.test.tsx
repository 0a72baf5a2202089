import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ToastHost } from '../ui/toast-host.tsx';
import { showToast } from './toast.ts';

afterEach(cleanup);

async function say(text: string, description: string): Promise<void> {
  await act(async () => showToast('error', text, { id: `server:ERROR:${text}`, description }));
}

it('shows one toast that counts for many of a kind, with the words of the newest', async () => {
  render(<ToastHost topPx={86} />);
  const title = 'The outcome of an order is unknown';
  await say(title, 'order 1 at BINANCE');
  expect(await screen.findByText(title)).toBeDefined();
  await say(title, 'order 2 at BINANCE');
  await say(title, 'order 3 at OKX');
  expect(await screen.findByText(`${title} ×3`)).toBeDefined();
  expect(screen.getByText('order 3 at OKX')).toBeDefined();
  expect(screen.queryByText('order 1 at BINANCE')).toBeNull();
  expect(screen.getAllByText(/outcome of an order/)).toHaveLength(1);
});
