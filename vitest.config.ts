import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const source = {
  resolve: { conditions: ['@riptide/source'] },
  ssr: { resolve: { conditions: ['@riptide/source'], externalConditions: ['@riptide/source'] } },
};

/** Waits end when their condition holds; these limits are only met by what never comes. */
const patient = {
  setupFiles: ['./tools/run-tests/patient-waits.fixture.ts'],
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    // Left alone, the runner keeps one core for itself and takes the files one by one on a machine of two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        ...source,
        test: {
          ...patient,
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/server/src/**/*.test.ts', 'tools/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          // A property runs its hundreds of cases in a second or two; on a busy machine the same work takes ten times as long.
          testTimeout: 30_000,
          // The modules of a worker are loaded once, not once a file: a test leaves nothing behind in them.
          isolate: false,
        },
      },
      {
        ...source,
        test: {
          ...patient,
          name: 'conformance',
          include: ['packages/*/test/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          isolate: false,
          testTimeout: 30_000,
        },
      },
      'apps/web/vitest.config.ts',
    ],
  },
});
