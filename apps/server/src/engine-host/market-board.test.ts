import { expect, it } from 'vitest';
import { instrumentId, type Instrument } from '@riptide/core/domain';
import type { LinkInstrument } from '../link/link-contract.ts';
import { fakeInstrument } from './fake-venue.fixture.ts';
import { LiveCandles } from './live-candles.ts';
import { MarketBoard } from './market-board.ts';

it('tells the step of the price of one coin where the venue sells them by the thousand', () => {
  const thousands: Instrument = {
    ...fakeInstrument('BINANCE', 'PEPE', 'perp'),
    id: instrumentId('PEPEUSDT', 'perp', 'BINANCE'),
    wireSymbol: '1000PEPEUSDT',
    pxTick: '0.000001',
    pxDivisor: 1_000,
  };
  const steps: number[] = [];
  const link = {
    set: (_topic: string, _key: string, value: unknown) => void steps.push((value as LinkInstrument).pxTick),
    remove: () => undefined,
  };
  new MarketBoard(link, new LiveCandles()).reset([fakeInstrument('BINANCE', 'BTC', 'perp'), thousands]);
  expect(steps).toEqual([0.1, 1e-9]);
});
