// npm run bench [-- <part of a name> …]: runs the benchmarks one after another and keeps their results in bench/out/<name>.json.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

const wanted = process.argv.slice(2);
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
  const args = ['--conditions=@riptide/source', '--no-flush-bytecode', '--import', 'tsx', `bench/${name}.bench.ts`];
  const run = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  const results = run.stdout.split('\n').filter((line) => line.startsWith('{'));
  console.log(
    run.stdout
      .split('\n')
      .filter((line) => !line.startsWith('{'))
      .join('\n'),
  );
  const record = {
    name,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    load,
    at: new Date().toISOString(),
    results: results.map((line) => JSON.parse(line)),
  };
  writeFileSync(`bench/out/${name}.json`, `${JSON.stringify(record, null, 2)}\n`);
  if (run.status !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`bench: failed: ${failed.join(', ')}`);
  process.exit(1);
}
