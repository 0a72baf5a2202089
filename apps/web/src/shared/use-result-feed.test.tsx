import { getTradingMetrics, type PositionRow } from '@riptide/contracts/calls';
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer, renderOn } from './fake-server.fixture.tsx';
import { buildPosition } from './positions/position.fixture.ts';
import { useCall } from './use-call.ts';
import { useResultFeed } from './use-result-feed.ts';

afterEach(cleanup);

function Page() {
  useResultFeed();
  useCall(getTradingMetrics, { intervalMs: 30_000 });
  return null;
}

it('asks results anew when a fill moved a position, and not while only prices do', async () => {
  const { server, stream, clock } = renderOn(new FakeServer().on(getTradingMetrics, 'never'), <Page />);
  const push = (positions: readonly PositionRow[]): void => {
    stream.push('positions', { topic: 'positions', ts: 1, payload: { positions: [...positions] } } as never);
    act(() => clock.advance(300));
  };
  const asked = (): number => server.of(getTradingMetrics).length;
  await waitFor(() => expect(asked()).toBe(1));
  const one = buildPosition();
  push([one]);
  push([{ ...one, mark_price: one.mark_price + 1 }]);
  expect(asked()).toBe(1);
  push([{ ...one, size: one.size / 2 }]);
  await waitFor(() => expect(asked()).toBe(2));
  push([]);
  await waitFor(() => expect(asked()).toBe(3));
});
