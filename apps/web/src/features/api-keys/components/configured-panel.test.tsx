import { testConnection } from '@riptide/contracts/calls';
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderOn } from '../../../shared/fake-server.fixture.tsx';
import { buildStatus, serveKeys } from '../api-keys.fixture.ts';
import { ConfiguredPanel } from './configured-panel.tsx';

// A busy machine draws slowly; what is waited for is told at once all the same.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

it('says that a key is being tested, and tests it once however often it is pressed', async () => {
  const { server } = renderOn(
    serveKeys({ BYBIT: buildStatus() }).on(testConnection, 'never'),
    <ConfiguredPanel
      rows={[{ venue: 'BYBIT', status: buildStatus() }]}
      isStale={false}
      onEdit={() => {}}
      onDetails={() => {}}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Test BYBIT' }));
  const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Testing... BYBIT' });
  expect(busy.disabled).toBe(true);
  fireEvent.click(busy);
  await waitFor(() => expect(server.of(testConnection)).toHaveLength(1));
});
