import { getOnboarding, type RouteOutput } from '@riptide/contracts/calls';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer, renderOn } from '../../shared/fake-server.fixture.tsx';
import { withRouter } from '../../shared/router.fixture.tsx';
import { OnboardingStrip } from './onboarding-strip.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const answer = (change: Partial<RouteOutput<typeof getOnboarding>> = {}): RouteOutput<typeof getOnboarding> => ({
  ok: true,
  is_dismissed: false,
  dismissed_at: null,
  steps: [{ key: 'venue_key', label: 'Add a venue key', is_done: false }],
  ...change,
});

const draw = (server: FakeServer) => renderOn(server, withRouter(<OnboardingStrip />).element);
const strip = () => screen.queryByRole('region', { name: 'Getting started' });

it('keeps its room while it waits for its steps', async () => {
  draw(new FakeServer().on(getOnboarding, 'never'));
  await waitFor(() => expect(strip()?.getAttribute('aria-busy')).toBe('true'));
  expect(screen.queryByRole('link')).toBeNull();
});

it('shows the steps in the same place', async () => {
  draw(new FakeServer().on(getOnboarding, answer()));
  await screen.findByRole('link', { name: 'Add a venue key' });
  expect(strip()?.getAttribute('aria-busy')).toBeNull();
});

it('keeps no room for what was put away when it was seen last', async () => {
  const server = new FakeServer().on(getOnboarding, answer({ is_dismissed: true, dismissed_at: 1_700_000_000 }));
  draw(server);
  await waitFor(() => expect(localStorage.getItem('riptide.onboarding')).toBe('gone'));
  expect(strip()).toBeNull();
  cleanup();
  draw(new FakeServer().on(getOnboarding, 'never'));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(strip()).toBeNull();
});

it('gives its room back when its steps can not be read', async () => {
  const server = new FakeServer().on(getOnboarding, 'network');
  draw(server);
  await waitFor(() => expect(server.of(getOnboarding).length).toBeGreaterThan(0));
  await waitFor(() => expect(strip()).toBeNull());
});
