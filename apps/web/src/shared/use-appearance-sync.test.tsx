import { DEFAULT_APPEARANCE, getAppearance, putAppearance } from '@riptide/contracts/calls';
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { currentPreferences, setPreferences } from '../lib/preferences.ts';
import { FakeServer, renderOn } from './fake-server.fixture.tsx';
import { useAppearanceSync } from './use-appearance-sync.ts';

function Sync() {
  useAppearanceSync();
  return null;
}

afterEach(cleanup);

describe('useAppearanceSync', () => {
  it('takes over what somebody saved, and saves only what is changed here', async () => {
    const saved = {
      ...DEFAULT_APPEARANCE,
      density: 'compact' as const,
      time_zone: 'UTC',
      colour_preset: 'reversed' as const,
    };
    const server = new FakeServer()
      .on(getAppearance, { ok: true, settings: saved, saved_at: 5 })
      .on(putAppearance, { ok: true, settings: { ...saved, theme: 'light' }, saved_at: 6, message: '' });
    const { clock } = renderOn(server, <Sync />);
    await waitFor(() =>
      expect(currentPreferences()).toMatchObject({ density: 'compact', pnl: 'reversed', zone: 'utc' }),
    );
    act(() => clock.advance(1000));
    expect(server.of(putAppearance)).toEqual([]);
    act(() => setPreferences({ theme: 'light' }));
    act(() => clock.advance(1000));
    await waitFor(() => expect(server.of(putAppearance)[0]?.body).toEqual({ theme: 'light' }));
  });

  it('leaves this browser as it is while nobody saved anything', async () => {
    setPreferences({ density: 'comfortable', zone: 'local' });
    const server = new FakeServer().on(getAppearance, { ok: true, settings: DEFAULT_APPEARANCE, saved_at: null });
    renderOn(server, <Sync />);
    await waitFor(() => expect(server.of(getAppearance)).toHaveLength(1));
    expect(currentPreferences()).toMatchObject({ density: 'comfortable', zone: 'local' });
  });
});
