// The short benchmark of continuous integration: prints ratios, and ends with 1 only where one is worse than half of bench/baseline.json, twice.
// `--record` writes that file anew. Ratios only: times are each machine's own.
import { readFileSync, writeFileSync } from 'node:fs';
import { pairedRatios, runBench } from './run-one-bench.mjs';

const BASELINE = 'bench/baseline.json';
const WORST = 2;
const BOOKS = 'own: decode, sequence, book';
const PEERS = ['JSON.parse', 'ccxt pro, handler only', 'tardis-dev, mappers and books'];

/** Runs the feed shortly. Returns how many times as long each peer takes, by venue and peer; null where it failed. */
function measure() {
  const { isOk, results, text } = runBench('feed', { env: { BENCH_SHORT: '1', REAL_DATA_DIR: 'none' } });
  if (!isOk) {
    console.log(text);
    return null;
  }
  const ratios = {};
  for (const result of results.filter(({ rows }) => rows !== undefined)) {
    const venue = /^feed: (\w+)/.exec(result.title)?.[1];
    for (const peer of PEERS) {
      const measured = pairedRatios(result, peer, BOOKS);
      if (measured !== null) ratios[`${venue}: ${peer} / own`] = Number(measured.median.toFixed(1));
    }
  }
  return ratios;
}

/** Prints the ratios beside those recorded. Returns the names of those that fell by half. */
function fallen(ratios, known) {
  return Object.entries(ratios).flatMap(([name, ratio]) => {
    const before = known[name];
    const isWorse = before !== undefined && ratio < before / WORST;
    console.log(`bench ${name}: ${ratio} times (recorded ${before ?? '-'})${isWorse ? ' FELL BY HALF' : ''}`);
    return isWorse ? [name] : [];
  });
}

const ratios = measure();
if (ratios === null) process.exit(1);
if (process.argv.includes('--record')) {
  writeFileSync(BASELINE, `${JSON.stringify(ratios, null, 2)}\n`);
  console.log(`${Object.keys(ratios).length} ratios recorded in ${BASELINE}`);
} else {
  const known = JSON.parse(readFileSync(BASELINE, 'utf8'));
  const first = fallen(ratios, known);
  // A neighbour on the machine can halve a ratio once, hardly the same one twice.
  const again = first.length === 0 ? null : measure();
  const second = again === null ? first : fallen(again, known);
  process.exitCode = second.some((name) => first.includes(name)) ? 1 : 0;
}
