import { resolve } from 'node:path';
import { verifyRequests } from './verify-requests.ts';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: npm run verify:requests -- <file.jsonl …>');
  process.exit(2);
}
try {
  const report = await verifyRequests(files.map((file) => resolve(process.env['INIT_CWD'] ?? '.', file)));
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = report.isGood ? 0 : 1;
} catch (cause) {
  console.error(`verify: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
}
