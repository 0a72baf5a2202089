import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellsOf, FUTURES_PAIRS, nameOfPair, type MatrixCell } from './cells.ts';
import { startMatrixMarket, type MatrixMarket } from './matrix-market.ts';
import type { CellResult } from './run-cell.ts';
import { runLane } from './run-lane.ts';
import { scaledClock } from './scaled-clock.ts';

const SYMBOLS = ['ETHUSDT', 'SOLUSDT'];
const SPEED = 3;

/** A cell each of what ends hedged, is completed, is unwound, is judged, and dies; `npm run prove -- arbitrage-matrix` has all of them. */
const CHOSEN: readonly (readonly [name: string, cell: string, fault: MatrixCell['fault']])[] = [
  ['BINANCE>BYBIT', 'full/full', 'none'],
  ['BYBIT>OKX', 'full/none', 'reject'],
  ['OKX>KUCOIN', 'partial/none', 'lost answer'],
  ['KUCOIN>BINANCE', 'unknown/full', 'none'],
  ['OKX>BINANCE', 'none/none', 'timeout'],
  ['BYBIT>KUCOIN', 'partial/full', 'crash'],
];

describe('arbitrages through the real adapters against the wire servers', { timeout: 110_000 }, () => {
  let market: MatrixMarket;

  beforeAll(async () => {
    market = await startMatrixMarket(scaledClock(SPEED), SYMBOLS, { seed: 11, intensity: 0.1 });
  }, 60_000);
  afterAll(() => market.stop());

  it('end hedged or flat by the venues, or are shown, and are flat when they have been closed', async () => {
    const queue = FUTURES_PAIRS.flatMap((pair, at) => cellsOf(pair, at)).filter((each) =>
      CHOSEN.some(
        ([name, cell, fault]) =>
          nameOfPair(each.pair) === name && `${each.buy}/${each.sell}` === cell && each.fault === fault,
      ),
    );
    expect(queue).toHaveLength(CHOSEN.length);
    const results: CellResult[] = [];
    const onResult = (result: CellResult): void => void results.push(result);
    await Promise.all(SYMBOLS.map((symbol, lane) => runLane(market, symbol, { queue, lane, onResult })));
    expect(results.flatMap(({ misses }) => misses)).toEqual([]);
    expect(results).toHaveLength(CHOSEN.length);
  });
});
