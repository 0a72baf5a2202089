import type { Venue } from '@riptide/core/domain';
import { nameOfPair, type MatrixCell } from './cells.ts';
import { MatrixLab } from './matrix-lab.ts';
import type { MatrixMarket } from './matrix-market.ts';
import { runCell, type CellResult } from './run-cell.ts';

const SEEDS_PER_LANE = 10_000;

/**
 * Runs cells off a queue that other lanes share, on one symbol. Accounts and engine are new where the venues change, where a cell was missed, and where
 * failures have brought the engine's stability down: it would want to rest for minutes.
 */
export async function runLane(
  market: MatrixMarket,
  symbol: string,
  from: { readonly queue: MatrixCell[]; readonly lane: number; readonly onResult: (result: CellResult) => void },
): Promise<void> {
  let lab: { readonly name: string; readonly lab: MatrixLab } | null = null;
  let seed = from.lane * SEEDS_PER_LANE;
  for (let cell = from.queue.shift(); cell !== undefined; cell = from.queue.shift()) {
    const name = nameOfPair(cell.pair);
    if (lab !== null && (lab.name !== name || lab.lab.isWorn)) {
      await lab.lab.stop();
      lab = null;
    }
    seed += 1;
    try {
      lab ??= { name, lab: await openLab(market, symbol, { venues: [cell.pair.buy, cell.pair.sell], seed }) };
    } catch (e) {
      from.onResult({
        cell,
        standing: 'exception',
        wasNaked: false,
        misses: [`the engine did not start: ${String(e)}`],
        ms: 0,
      });
      continue;
    }
    const legs = {
      buy: market.instrument(cell.pair.buy, symbol, cell.pair.buyMarket),
      sell: market.instrument(cell.pair.sell, symbol, 'perp'),
    };
    const result = await runCell({ market, lab: lab.lab, legs, together: null }, cell);
    from.onResult(result);
    if (result.misses.length === 0) continue;
    await lab.lab.stop();
    lab = null;
  }
  await lab?.lab.stop();
}

async function openLab(
  market: MatrixMarket,
  symbol: string,
  { venues, seed }: { readonly venues: readonly Venue[]; readonly seed: number },
): Promise<MatrixLab> {
  const lab = new MatrixLab(market, venues, seed);
  await lab.start();
  await lab.setUp(symbol);
  return lab;
}
