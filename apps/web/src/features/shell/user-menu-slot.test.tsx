import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FakeServer, renderOn } from '../../shared/fake-server.fixture.tsx';

const file = vi.hoisted(() => ({ isLost: true, asked: 0 }));
vi.mock('./user-menu.tsx', () => {
  file.asked += 1;
  if (file.isLost) throw new Error('lost');
  return { UserMenu: () => <span>the menu</span> };
});

afterEach(cleanup);

it('keeps the button of a menu that can not be loaded, and asks again at the next click', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { UserMenuSlot } = await import('./user-menu-slot.tsx');
  renderOn(new FakeServer(), <UserMenuSlot onSignOut={() => {}} />);
  const before = file.asked;
  fireEvent.click(screen.getByRole('button', { name: /user menu/ }));
  await vi.waitFor(() => expect(file.asked).toBeGreaterThan(before));
  file.isLost = false;
  fireEvent.click(await screen.findByRole('button', { name: /user menu/ }));
  expect(await screen.findByText('the menu')).toBeTruthy();
});
