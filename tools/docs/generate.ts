import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as contracts from '@riptide/contracts';
import { DOMAIN_ERROR_CODES } from '@riptide/core/domain';
import { apiPage } from './api-page.ts';
import { callsFile } from './calls-file.ts';
import { errorsPage } from './errors-page.ts';
import { grafanaDashboard } from './grafana-dashboard.ts';
import { routesOf } from './specified/contract-fields.ts';
import { SPECIFIED_CALLS } from './specified/specified-calls.ts';
import { specifiedTable } from './specified-page.ts';

const specified = specifiedTable(SPECIFIED_CALLS, routesOf(contracts), (file) =>
  existsSync(file) ? readFileSync(file, 'utf8') : null,
);
const pages: readonly (readonly [file: string, text: string])[] = [
  ['packages/contracts/src/calls.ts', await callsFile(contracts)],
  ['docs/api.md', `${apiPage(contracts)}\n${specified.text}`],
  ['docs/grafana/riptide.json', grafanaDashboard()],
  ['docs/errors.md', errorsPage(DOMAIN_ERROR_CODES, contracts.PROBLEM_CODES)],
];

const isCheck = process.argv.includes('--check');
let faults = specified.faults.length + specified.absent.length;
for (const call of specified.absent) console.error(`docs: ${call} is specified and not there`);
for (const fault of specified.faults) console.error(`docs: ${fault}, which the specification names`);
for (const [file, text] of pages) {
  if (!isCheck) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    faults += 1;
    console.error(`docs: ${file} is out of date; run npm run gen`);
  }
}
if (faults > 0) process.exit(1);
console.log(`docs: ${pages.length} generated files ${isCheck ? 'up to date' : 'written'}`);
