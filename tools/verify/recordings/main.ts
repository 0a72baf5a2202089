import { resolve } from 'node:path';
import { verifyRecordings } from './verify-recordings.ts';

const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || rest.length > 0) {
  console.error('usage: npm run verify:recordings -- <folder>');
  process.exit(2);
}
try {
  const report = await verifyRecordings(resolve(process.env['INIT_CWD'] ?? '.', folder));
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = report.isGood ? 0 : 1;
} catch (cause) {
  console.error(`verify: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
}
