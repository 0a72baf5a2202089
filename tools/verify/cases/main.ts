import { resolve } from 'node:path';
import { verifyCases } from './verify-cases.ts';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: npm run verify:cases -- <file.jsonl …>');
  process.exit(2);
}
try {
  const report = await verifyCases(files.map((file) => resolve(process.env['INIT_CWD'] ?? '.', file)));
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = report.isGood ? 0 : 1;
} catch (cause) {
  console.error(`verify: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
}
