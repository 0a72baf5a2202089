// npm run bench:targets [-- --last]: runs what the targets need and prints one table; ends with 1 when a gate is missed.
// With --last it reads what `npm run bench` left in bench/out.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { pairedRatios, runBench, spread } from './run-one-bench.mjs';

const BOOKS = 'own: decode, sequence, book';
const VENUES = ['BINANCE simulated', 'BYBIT simulated', 'OKX simulated', 'KUCOIN simulated', 'BINANCE recorded'];
const isLast = process.argv.includes('--last');
const runs = new Map();

/** One row a venue: our time over another's on the same frames, or the other's over ours. */
const feedRows = (measure, over, under, gate) =>
  VENUES.map((venue) => ({
    measure: `${venue}: ${measure}`,
    ...gate,
    bench: 'feed',
    value: (results) => pairedRatios(resultAt(results, `feed: ${venue}`), over, under),
  }));
const ROWS = [
  ...feedRows('decode, sequence, book / JSON.parse', BOOKS, 'JSON.parse', { most: 0.35, stretch: '<= 0.15' }),
  ...feedRows('ccxt pro / own', 'ccxt pro, handler only', BOOKS, { least: 15, stretch: '>= 40' }),
  ...feedRows('tardis-dev 13.35 / own', 'tardis-dev, mappers and books', BOOKS, { least: 8, stretch: '>= 25' }),
  ...feedRows('JSON.parse and orderbooks / own', 'JSON.parse and orderbooks', BOOKS, { stretch: 'none' }),
  ...VENUES.map((venue) => ({
    measure: `${venue}: minor collections per 100,000 frames`,
    most: 1,
    stretch: '0',
    bench: 'feed',
    value: (results) => single(resultsAt(results, `feed: ${venue}`).at(-1)?.per100kFrames?.minor),
  })),
  {
    measure: 'frames off the fast path, recorded and simulated (feed ends with an error at the first)',
    most: 0,
    stretch: '0',
    bench: 'feed',
    value: (results) => spread(results.flatMap(({ slowFrames }) => slowFrames ?? [])),
  },
  {
    measure: 'ws and JSON.parse / own receive, decode, book, scan',
    least: 5,
    stretch: '>= 10',
    bench: 'wire-to-decision',
    value: (results) =>
      pairedRatios(
        resultAt(results, 'wire-to-decision: processor'),
        'ws, JSON.parse alone',
        'own: socket, decoder, book, scanner',
      ),
  },
  ...['p50', 'p99'].map((what) => ({
    measure: `write to decision at 10,000/s, ${what}: own / ws, JSON.parse, sorted lists`,
    ...(what === 'p50' ? { most: 0.8 } : {}),
    stretch: what === 'p50' ? '50 us' : '0.5 ms',
    bench: 'wire-to-decision',
    value: (results) =>
      pairedRatios(
        results.find(({ title }) => title?.includes(`, ${what} of`)) ?? {},
        'own: socket, decoder, book, scanner',
        'ws, JSON.parse, sorted lists',
      ),
  })),
  {
    measure: 'scanner: 1,000 symbols / 10 symbols',
    most: 6,
    stretch: '<= 1.5',
    bench: 'scanner',
    value: (results) => pairedRatios(results[0] ?? {}, 'scanner, 1000 symbols', 'scanner, 10 symbols'),
  },
  {
    measure: 'audit rows/s, each commit on disk, 100 rows a commit',
    least: 20_000,
    stretch: '>= 100,000',
    bench: 'audit-write',
    value: (results) => results[0]?.rows?.at(-1)?.rowsPerSecond ?? null,
  },
];

for (const name of new Set(ROWS.map(({ bench }) => bench))) runs.set(name, isLast ? readLast(name) : run(name));
const lines = [
  '| measure | gate | stretch | measured (smallest..largest) | met | command |',
  '|---|---:|---:|---:|---|---|',
];
let missed = 0;
for (const { bench, least, measure, most, stretch, value } of ROWS) {
  const measured = value(runs.get(bench));
  const hasGate = least !== undefined || most !== undefined;
  const isMet = measured !== null && measured.median >= (least ?? -Infinity) && measured.median <= (most ?? Infinity);
  // The package orderbooks and recordings may be absent: no gate is missed by what can't be measured.
  const isAbsent = measured === null && measure.startsWith('BINANCE recorded');
  if (hasGate && !isMet && !isAbsent) missed += 1;
  const gate = hasGate ? (least === undefined ? `<= ${most}` : `>= ${least.toLocaleString('en')}`) : 'none';
  const met = measured === null ? 'not measured' : hasGate ? (isMet ? 'yes' : 'NO') : '';
  const words = measured === null ? '-' : `${text(measured.median)} (${text(measured.min)}..${text(measured.max)})`;
  lines.push(`| ${measure} | ${gate} | ${stretch} | ${words} | ${met} | npm run bench -- ${bench} |`);
}
console.log(lines.join('\n'));
console.log(
  `\nload average ${loadavg()[0]?.toFixed(1)}; ${missed === 0 ? 'every gate is met' : `${missed} gates missed`}`,
);
process.exitCode = missed === 0 ? 0 : 1;

function run(name) {
  console.error(`running ${name}`);
  const { isOk, results } = runBench(name);
  if (!isOk) console.error(`${name} failed`);
  mkdirSync('bench/out', { recursive: true });
  const record = { name, load: loadavg()[0]?.toFixed(1), at: new Date().toISOString(), results };
  writeFileSync(`bench/out/${name}.json`, `${JSON.stringify(record, null, 2)}\n`);
  return results;
}

function readLast(name) {
  const path = `bench/out/${name}.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).results : [];
}

function resultsAt(results, start) {
  return results.filter(({ title }) => title?.startsWith(start) && !title.includes("prototype's spelling"));
}

function resultAt(results, start) {
  return resultsAt(results, start)[0] ?? {};
}

function single(value) {
  return value === undefined ? null : { median: value, min: value, max: value };
}

function text(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);
}
