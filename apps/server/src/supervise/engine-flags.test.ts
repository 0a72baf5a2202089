import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ENGINE_FLAGS } from './engine-flags.ts';

it('has benchmarks run with the flags that the engine is started with', () => {
  const runner = readFileSync(new URL('../../../../tools/run-one-bench.mjs', import.meta.url), 'utf8');
  const listed = /ENGINE_FLAGS = \[([^\]]*)\]/.exec(runner)?.[1] ?? '';
  expect([...listed.matchAll(/'([^']+)'/g)].map(([, flag]) => flag)).toEqual(ENGINE_FLAGS);
});
