import { runLabCli } from './lab/cli/run-lab-cli.ts';

const source = import.meta.url.endsWith('.ts');
process.exitCode = await runLabCli(
  process.argv.slice(2),
  new URL(source ? './lab/lab-worker.ts' : './lab/lab-worker.js', import.meta.url),
);
