// The short benchmark of continuous integration: prints ratios, and ends with 1 only where one is worse than half of bench/baseline.json.
// `--record` writes that file anew. Ratios only: times are each machine's own.
import { readFileSync, writeFileSync } from 'node:fs';
import { pairedRatios, runBench } from './run-one-bench.mjs';

const BASELINE = 'bench/baseline.json';
const WORST = 2;
const BOOKS = 'own: decode, sequence, book';
const PEERS = ['JSON.parse', 'ccxt pro, handler only', 'tardis-dev, mappers and books'];

const { isOk, results, text } = runBench('feed', { env: { BENCH_SHORT: '1', REAL_DATA_DIR: 'none' } });
if (!isOk) {
  console.log(text);
  process.exit(1);
}
const ratios = {};
for (const result of results.filter(({ rows }) => rows !== undefined)) {
  const venue = /^feed: (\w+)/.exec(result.title)?.[1];
  for (const peer of PEERS) {
    const measured = pairedRatios(result, peer, BOOKS);
    if (measured !== null) ratios[`${venue}: ${peer} / own`] = Number(measured.median.toFixed(1));
  }
}
if (process.argv.includes('--record')) {
  writeFileSync(BASELINE, `${JSON.stringify(ratios, null, 2)}\n`);
  console.log(`${Object.keys(ratios).length} ratios recorded in ${BASELINE}`);
} else {
  const known = JSON.parse(readFileSync(BASELINE, 'utf8'));
  let worse = 0;
  for (const [name, ratio] of Object.entries(ratios)) {
    const before = known[name];
    const isWorse = before !== undefined && ratio < before / WORST;
    if (isWorse) worse += 1;
    console.log(`bench ${name}: ${ratio} times (recorded ${before ?? '-'})${isWorse ? ' FELL BY HALF' : ''}`);
  }
  process.exitCode = worse === 0 ? 0 : 1;
}
