// npm run bench [-- <part of a name> …]: runs the benchmarks one after another and keeps their results in bench/out/<name>.json.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { runBench } from './run-one-bench.mjs';

const wanted = process.argv.slice(2);
// `npm run bench -- targets` is the same as `npm run bench:targets`.
if (wanted[0] === 'targets') {
  await import('./bench-targets.mjs');
  process.exit();
}
const names = readdirSync('bench')
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .sort();
if (names.length === 0) {
  console.error(`bench: nothing is named like ${wanted.join(', ')}`);
  process.exit(2);
}

mkdirSync('bench/out', { recursive: true });
const failed = [];
for (const name of names) {
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `\n## ${name} (${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores, Node ${process.version}, load ${load})`,
  );
  const { isOk, results, text } = runBench(name);
  console.log(text);
  const record = {
    name,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    load,
    at: new Date().toISOString(),
    results,
  };
  writeFileSync(`bench/out/${name}.json`, `${JSON.stringify(record, null, 2)}\n`);
  if (!isOk) failed.push(name);
}
if (failed.length > 0) {
  console.error(`bench: failed: ${failed.join(', ')}`);
  process.exit(1);
}
