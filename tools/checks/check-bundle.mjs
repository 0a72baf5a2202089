// What a visitor has to load, from the built files, in kB gzipped, against its goals. Run after the build; --chunks names the parts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = 'apps/web/dist';
const ASSETS = join(DIST, 'assets');

if (!existsSync(join(DIST, 'index.html'))) {
  console.error('check-bundle: no apps/web/dist; run `npm run build` first');
  process.exit(1);
}

const files = readdirSync(ASSETS);
const sources = new Map(
  files.filter((name) => name.endsWith('.js')).map((name) => [name, readFileSync(join(ASSETS, name), 'utf8')]),
);

const STATIC_IMPORT = /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g;

const kb = (bytes) => bytes / 1000;
const gzipped = (names) =>
  kb([...names].reduce((sum, name) => sum + gzipSync(sources.get(name), { level: 9 }).length, 0));
const matches = (name, pattern) => [...sources.get(name).matchAll(pattern)].map((match) => match[1]);

/** The chunk a source file became; its name is the file's and a hash. */
function chunk(stem) {
  const found = [...sources.keys()].filter((name) => new RegExp(`^${stem}-[\\w-]{8}\\.js$`).test(name));
  if (found.length !== 1) throw new Error(`Invariant: ${found.length} chunks are named ${stem}`);
  return found[0];
}

/** Everything that must be there before the chunks can run. */
function closure(names) {
  const seen = new Set();
  const queue = [...names];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    queue.push(...matches(name, STATIC_IMPORT));
  }
  return seen;
}

/** A page with the charts it draws as soon as it stands; what waits for a click is not part of it. */
function page(stem, lazies) {
  return closure([entry, chunk('app-root'), chunk(stem), ...lazies.map(chunk)]);
}

const without = (names, known) => [...names].filter((name) => !known.has(name));
const [, entry] = /src="\/assets\/([\w.-]+\.js)"/.exec(readFileSync(join(DIST, 'index.html'), 'utf8')) ?? [];
if (entry === undefined) throw new Error('Invariant: index.html loads no module');

const dashboard = page('dashboard-page', ['time-chart']);
const routes = [...sources.keys()]
  .map((name) => /^([\w-]+-page)-[\w-]{8}\.js$/.exec(name)?.[1])
  .filter((stem) => stem !== undefined && stem !== 'dashboard-page');
/** Charts a route draws at once. */
const ROUTE_CHARTS = { 'trading-page': ['candle-chart'], 'pro-dashboard-page': ['candle-chart'] };
const fontNames = files.filter((name) => name.endsWith('.woff2'));

const rows = [
  ['gate', gzipped(closure([entry, chunk('gate-root')])), 80],
  ['first app screen (dashboard)', gzipped(dashboard), 215],
  ['files of it', dashboard.size, 14],
  ...routes.map((stem) => [
    `${stem} on top of it`,
    gzipped(without(page(stem, ROUTE_CHARTS[stem] ?? []), dashboard)),
    120,
  ]),
  [
    'styles',
    kb(
      files
        .filter((name) => name.endsWith('.css'))
        .reduce((sum, name) => sum + gzipSync(readFileSync(join(ASSETS, name)), { level: 9 }).length, 0),
    ),
    25,
  ],
  ['fonts', kb(fontNames.reduce((sum, name) => sum + readFileSync(join(ASSETS, name)).length, 0)), 75],
  ['font files', fontNames.length, 2],
];

const failed = [];
for (const [name, size, goal] of rows) {
  const verdict = size <= goal ? 'ok' : 'OVER';
  if (verdict !== 'ok') failed.push(name);
  console.log(`${name.padEnd(36)} ${size.toFixed(1).padStart(7)} of ${String(goal).padEnd(4)} ${verdict}`);
}
if (process.argv.includes('--chunks'))
  for (const name of [...dashboard].toSorted((a, b) => gzipped([b]) - gzipped([a])))
    console.log(`  ${gzipped([name]).toFixed(1).padStart(6)} ${name}`);
if (failed.length > 0) {
  console.error(`check-bundle: ${failed.join(', ')}`);
  process.exit(1);
}
