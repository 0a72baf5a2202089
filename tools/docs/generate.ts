import { readFileSync, writeFileSync } from 'node:fs';
import * as contracts from '@riptide/contracts';
import { DOMAIN_ERROR_CODES } from '@riptide/core/domain';
import { apiPage } from './api-page.ts';
import { errorsPage } from './errors-page.ts';

const pages: readonly (readonly [file: string, text: string])[] = [
  ['docs/api.md', apiPage(contracts)],
  ['docs/errors.md', errorsPage(DOMAIN_ERROR_CODES, contracts.PROBLEM_CODES)],
];

const isCheck = process.argv.includes('--check');
let stale = 0;
for (const [file, text] of pages) {
  if (!isCheck) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    stale += 1;
    console.error(`docs: ${file} is out of date; run npm run gen`);
  }
}
if (stale > 0) process.exit(1);
console.log(`docs: ${pages.length} generated pages ${isCheck ? 'up to date' : 'written'}`);
