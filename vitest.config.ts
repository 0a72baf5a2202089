import { defineConfig } from 'vitest/config';

const source = {
  resolve: { conditions: ['@riptide/source'] },
  ssr: { resolve: { conditions: ['@riptide/source'], externalConditions: ['@riptide/source'] } },
};

export default defineConfig({
  test: {
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/server/src/**/*.test.ts', 'tools/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
        },
      },
      {
        ...source,
        test: {
          name: 'conformance',
          include: ['packages/*/test/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          testTimeout: 30_000,
        },
      },
      'apps/web/vitest.config.ts',
    ],
  },
});
