import type { LivePrice } from '@riptide/contracts/calls';
import { act, cleanup, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer, renderOn, type Stage } from '../fake-server.fixture.tsx';
import { MarketFeedProvider } from './market-feed.tsx';
import { useCalmPriceRow } from './use-calm-price-row.ts';

afterEach(cleanup);

let drawn = 0;
const count = (): void => void (drawn += 1);

function Picture({ symbol }: { symbol: string }) {
  return <output>{useCalmPriceRow(symbol)?.price ?? 'none'}</output>;
}

const inFeed = (symbol: string) => (
  <MarketFeedProvider>
    <Profiler id="picture" onRender={count}>
      <Picture symbol={symbol} />
    </Profiler>
  </MarketFeedProvider>
);

const told = (): string | null => screen.getByRole('status').textContent;

function push({ stream, clock }: Stage, price: number): void {
  const row: LivePrice = {
    symbol: 'BTCUSDT',
    venue: 'BINANCE',
    price,
    change_24h: null,
    volume_24h: null,
    tick_size: null,
    last_updated: clock.nowMs() / 1000,
  };
  stream.push('prices', { kind: 'update', ts: row.last_updated, payload: { prices: [row] } });
  act(() => clock.drawFrame());
}

it('draws the first price at once, the newest of many once a quarter of a second, and another symbol at once', () => {
  drawn = 0;
  const stage = renderOn(new FakeServer(), inFeed('BTCUSDT'));
  expect(told()).toBe('none');
  push(stage, 0.5);
  expect(told()).toBe('0.5');
  const before = drawn;
  for (let price = 1; price <= 20; price += 1) push(stage, price);
  expect(drawn).toBe(before);
  act(() => stage.clock.advance(250));
  act(() => stage.clock.drawFrame());
  expect(told()).toBe('20');
  expect(drawn).toBe(before + 1);
  stage.redraw(inFeed('ETHUSDT'));
  expect(told()).toBe('none');
  stage.redraw(inFeed('BTCUSDT'));
  expect(told()).toBe('20');
});
