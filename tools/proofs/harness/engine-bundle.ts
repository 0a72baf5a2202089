import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Below the packages that the bundle leaves outside, so that it finds them. */
const FOLDER = join(ROOT, 'node_modules/.riptide');
let bundled: Promise<string> | null = null;

/**
 * Returns the file of the engine process of the proofs, made of its sources once in each process that asks. A proof starts dozens of
 * engines, and reading hundreds of sources took ten times the processor time of reading one file.
 */
export function engineBundle(): Promise<string> {
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<string> {
  const conditions = ['@riptide/source'];
  const built = await build({
    root: ROOT,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { conditions },
    ssr: { noExternal: [/^@riptide\//], resolve: { conditions } },
    build: { ssr: fileURLToPath(new URL('engine-process.ts', import.meta.url)), target: 'node20', write: false },
  });
  const [chunk, ...others] = 'output' in built ? built.output : [];
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('Invariant: the engine is more than one file');
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, 'proof-engine.mjs');
  // Another process may start an engine just now: it finds the whole file of before or the whole new one.
  writeFileSync(`${path}.${process.pid}`, chunk.code);
  renameSync(`${path}.${process.pid}`, path);
  return path;
}
