// Every venue folder has the same files, so that who knows one knows four. What only one venue needs goes to extra/.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const VENUES = ['binance', 'bybit', 'okx', 'kucoin'];
const FILES = [
  'config.ts',
  'enums.ts',
  'errors.ts',
  'execution.ts',
  'index.ts',
  'limits.ts',
  'market-data.ts',
  'rest/account.ts',
  'rest/futures.ts',
  'rest/parse-private.ts',
  'rest/parse.ts',
  'rest/spot.ts',
  'rest/trading-futures.ts',
  'rest/trading-spot.ts',
  'rest/wire.ts',
  'sign.ts',
  'symbols.ts',
  'urls.ts',
  'venue.ts',
  'ws/book-sync.ts',
  'ws/parse-private.ts',
  'ws/parse.ts',
  'ws/private.ts',
  'ws/public.ts',
  'ws/rare.ts',
  'ws/wire.ts',
];

function list(folder, prefix = '') {
  return readdirSync(join(folder, prefix)).flatMap((name) => {
    const path = prefix === '' ? name : `${prefix}/${name}`;
    return statSync(join(folder, path)).isDirectory() ? list(folder, path) : [path];
  });
}

const problems = [];
let seen = 0;
for (const venue of VENUES) {
  const folder = `packages/venues/src/${venue}`;
  const files = list(folder).filter((file) => !file.endsWith('.test.ts') && !file.startsWith('extra/'));
  seen += files.length;
  for (const file of FILES) if (!files.includes(file)) problems.push(`${folder}/${file} is missing`);
  for (const file of files)
    if (!FILES.includes(file)) problems.push(`${folder}/${file} is not part of the shape; move it to extra/`);
  for (const page of [`docs/venues/${venue}.md`, `packages/venues/fixtures/${venue}/SOURCES.md`])
    if (!existsSync(page)) problems.push(`${page} is missing`);
}
for (const problem of problems) console.error(`venue shape: ${problem}`);
if (problems.length > 0 || seen < VENUES.length * FILES.length) process.exit(1);
console.log(`venue shape: ${VENUES.length} venues, ${seen} files`);
