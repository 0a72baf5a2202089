import { expect, it } from 'vitest';
import { buildInstrument } from '../domain/build-instrument.fixture.ts';
import { buildDepth } from '../domain/build-messages.fixture.ts';
import { VirtualClock } from '../kernel/index.ts';
import { createHotEngine } from './hot-engine.ts';

const spot = (baseAsset: string, quoteAsset: string, pxTick: string) =>
  buildInstrument({
    kind: 'spot',
    baseAsset,
    quoteAsset,
    symbol: `${baseAsset}${quoteAsset}`,
    pxTick,
    notionalMin: null,
  });

/** BTC at 1000, ETH at 50, ETH in BTC so many ticks of 0.0001 around 0.05: 0.0510 is 2 % dear. */
function sceneOf(ethBtcTicks: number) {
  const clock = new VirtualClock(1_700_000_000_000);
  const instruments = [spot('BTC', 'USDT', '0.1'), spot('ETH', 'USDT', '0.1'), spot('ETH', 'BTC', '0.0001')];
  const engine = createHotEngine({ instruments, clock });
  [10_000, 500, ethBtcTicks].forEach((ticks, ix) => {
    engine.sink.onBookSnapshot(ix, buildDepth([[ticks, 900]], [[ticks + 1, 900]]), clock.nowMs());
  });
  return { clock, engine };
}

it('finds both ways round, best first, with dust and three fees, and lets none be executed', () => {
  const { engine, clock } = sceneOf(510);
  engine.tick();
  const [best, other, ...rest] = engine.scanner.triangles(null, ['BINANCE']);
  expect(rest).toEqual([]);
  expect(best?.id).toBe('BINANCE:USDT>ETH>BTC>USDT');
  // 1000 USD buy 19.960 ETH at 50.1; less 0.1 %, cut to 19.940, they give 1.01694 BTC at 0.051; 1.015 of these 1014.99 USD less 0.1 %.
  expect(best?.steps.map(({ side, symbol }) => `${side} ${symbol}`)).toEqual([
    'BUY ETHUSDT',
    'SELL ETHBTC',
    'SELL BTCUSDT',
  ]);
  expect(best?.startQty).toBeCloseTo(19.96 * 50.1, 9);
  expect(best?.steps[1]).toMatchObject({ inQty: expect.closeTo(19.94004, 9), dustQty: expect.closeTo(0.00004, 9) });
  expect(best?.netBps).toBeCloseTo(((best?.endQty ?? 0) / (best?.startQty ?? 1) - 1) * 1e4, 9);
  expect(best?.netBps).toBeGreaterThan(100);
  expect([best?.policy, best?.policyReason]).toEqual([
    'evaluation_only',
    'three takers one after another are evaluated only',
  ]);
  expect(other?.netBps).toBeLessThan(-200);
  expect(engine.scanner.triangles('ETHBTC', ['BINANCE'])).toHaveLength(2);
  expect(engine.scanner.triangles('SOLBTC', ['BINANCE'])).toEqual([]);
  expect(engine.scanner.triangles(null, ['OKX'])).toEqual([]);
  // A second later no book was heard of since.
  clock.advance(1000);
  engine.tick();
  expect(engine.scanner.triangles(null, ['BINANCE'])[0]).toMatchObject({
    policy: 'blocked',
    policyReason: 'the oldest book is older than 100 ms',
  });
});
