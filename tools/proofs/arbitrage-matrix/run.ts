import { loadavg } from 'node:os';
import { cellsOf, FUTURES_PAIRS, MATRIX, MATRIX_FAULTS, nameOfPair, OTHER_PAIRS, type MatrixCell } from './cells.ts';
import { startMatrixMarket } from './matrix-market.ts';
import type { CellResult } from './run-cell.ts';
import { runLane } from './run-lane.ts';
import { scaledClock } from './scaled-clock.ts';
import { nameOfCell, StateFile } from './state-file.ts';

const SYMBOLS = ['ETHUSDT', 'SOLUSDT', 'BNBUSDT', 'LTCUSDT', 'LINKUSDT', 'AVAXUSDT', 'XRPUSDT', 'ADAUSDT'];

/** `npm run prove -- arbitrage-matrix [--pairs N] [--lanes N] [--speed N] [--only text] [--cell buy/sell] [--fault name] [--state file]`. */
async function main(): Promise<number> {
  const only = text('only');
  const futures = FUTURES_PAIRS.slice(0, number('pairs', FUTURES_PAIRS.length));
  const pairs = [...futures, ...OTHER_PAIRS].filter((pair) => only === null || nameOfPair(pair).includes(only));
  const fault = text('fault');
  const cell = text('cell');
  // WHY: a lane plays a pair to its end, so that lanes are spread over the venues, whose limits they share.
  const wanted: readonly (readonly MatrixCell[])[] = pairs.map((pair, at) =>
    cellsOf(pair, at).filter(
      (each) => (fault === null || each.fault === fault) && (cell === null || `${each.buy}/${each.sell}` === cell),
    ),
  );
  const all = wanted.reduce((sum, { length }) => sum + length, 0);
  const state = new StateFile(text('state'));
  const results: CellResult[] = wanted.flat().flatMap((each) => state.resultOf(each) ?? []);
  const queues: MatrixCell[][] = wanted
    .map((cells) => cells.filter((each) => state.resultOf(each) === null))
    .filter(({ length }) => length > 0);
  const lanes = Math.min(number('lanes', 6), SYMBOLS.length, queues.length);
  const speed = number('speed', 3);
  console.log(
    `arbitrage-matrix: ${all} runs of ${pairs.length} pairs, ${lanes} lanes, time ${speed} times as fast, Node ${process.version}, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  );
  if (results.length > 0) console.log(`${results.length} ended before, ${all - results.length} are left`);
  if (queues.length === 0) return print(results, 0);
  const began = Date.now();
  const market = await startMatrixMarket(scaledClock(speed), SYMBOLS.slice(0, lanes), { seed: 11, intensity: 0.1 });
  const onResult = (result: CellResult): void => {
    results.push(result);
    state.add(result);
    const { misses } = result;
    const name = nameOfCell(result.cell);
    if (misses.length > 0) console.log(`EXCEPTION ${name}: ${misses.join(' | ')}`);
    if (process.env['PROOF_LOG'] !== undefined)
      console.log(`${name}: ${result.standing} ${(result.ms / 1_000).toFixed(1)} s`);
    if (results.length % 50 === 0)
      console.log(`${results.length} of ${all}, ${((Date.now() - began) / 1_000).toFixed(0)} s`);
  };
  const playLane = async (symbol: string, lane: number): Promise<void> => {
    for (let queue = queues.shift(); queue !== undefined; queue = queues.shift())
      await runLane(market, symbol, { queue, lane: lane * 100 + queues.length, onResult });
  };
  await Promise.all(SYMBOLS.slice(0, lanes).map(playLane));
  await market.stop();
  return print(results, (Date.now() - began) / 1_000);
}

function print(results: readonly CellResult[], seconds: number): number {
  const groups = [
    [
      'perp against perp, both legs at once',
      ({ cell: { pair } }: CellResult) => pair.buyMarket === 'perp' && pair.sequencing === 'parallel',
    ],
    ['spot against perp', ({ cell: { pair } }: CellResult) => pair.buyMarket === 'spot'],
    ['the thinner book first', ({ cell: { pair } }: CellResult) => pair.sequencing === 'thin-first'],
    ['a resting order, its fills hedged', ({ cell: { pair } }: CellResult) => pair.sequencing === 'maker-taker'],
  ] as const;
  for (const [title, isIn] of groups) {
    const rows = results.filter(isIn);
    if (rows.length === 0) continue;
    console.log(
      `\n${title}: ${rows.length} runs; h certified hedged (then flat), f certified flat, n naked, shown and new risk refused (then flat), x exceptions\n`,
    );
    console.log(`${'buy / sell'.padEnd(20)}${MATRIX_FAULTS.map((fault) => fault.padEnd(22)).join('')}`);
    for (const [buy, sell] of MATRIX) {
      const texts = MATRIX_FAULTS.map((fault) =>
        countsOf(rows.filter(({ cell }) => cell.buy === buy && cell.sell === sell && cell.fault === fault)).padEnd(22),
      );
      console.log(`${`${buy} / ${sell}`.padEnd(20)}${texts.join('')}`);
    }
  }
  const sum = (standing: CellResult['standing']): number => results.filter((each) => each.standing === standing).length;
  const exceptions = sum('exception');
  console.log(
    `\n${results.length} runs in ${seconds.toFixed(0)} s: ${sum('hedged')} certified hedged, ${sum('flat')} certified flat, ${sum('naked')} naked, ${exceptions} exceptions`,
  );
  console.log(
    `${results.filter(({ wasNaked }) => wasNaked).length} were naked at some time; all but exceptions ended flat by the venues' truth`,
  );
  return exceptions === 0 && results.length > 0 ? 0 : 1;
}

function countsOf(rows: readonly CellResult[]): string {
  if (rows.length === 0) return '—';
  const of = (standing: CellResult['standing']): number => rows.filter((each) => each.standing === standing).length;
  return `${rows.length}: ${of('hedged')}h ${of('flat')}f ${of('naked')}n ${of('exception')}x`;
}

function text(name: string): string | null {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? null : (process.argv[at + 1] ?? null);
}

function number(name: string, fallback: number): number {
  const given = text(name);
  return given === null ? fallback : Number(given);
}

process.exit(await main());
