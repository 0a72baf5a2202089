import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { FakeServer, renderOn } from '../../shared/fake-server.fixture.tsx';
import { ArbitrageFeedProvider } from '../../shared/opportunities/arbitrage-feed.tsx';
import CommandPalette from './command-palette.tsx';
import { COMMAND_ITEMS, ENGINE_ITEMS } from './palette-items.ts';

beforeAll(() => {
  Element.prototype.scrollIntoView ??= () => {};
});
afterEach(cleanup);

it('picks the first of what was found, also where the list comes after the word: Enter always does something', async () => {
  const onChoose = vi.fn();
  renderOn(
    new FakeServer(),
    <ArbitrageFeedProvider>
      <CommandPalette pages={[]} onChoose={onChoose} onClose={() => {}} />
    </ArbitrageFeedProvider>,
  );
  const field = await screen.findByPlaceholderText('Search or run a command');
  fireEvent.change(field, { target: { value: '#975' } });
  const [first] = await screen.findAllByRole('option', { name: /#975/ });
  await waitFor(() => expect(first?.getAttribute('aria-selected')).toBe('true'));
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onChoose).toHaveBeenCalledTimes(1);
});

it('lists every command for a lone >', async () => {
  renderOn(
    new FakeServer(),
    <ArbitrageFeedProvider>
      <CommandPalette pages={[]} onChoose={vi.fn()} onClose={() => {}} />
    </ArbitrageFeedProvider>,
  );
  fireEvent.change(await screen.findByPlaceholderText('Search or run a command'), { target: { value: '>' } });
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(COMMAND_ITEMS.length + ENGINE_ITEMS.length));
});
