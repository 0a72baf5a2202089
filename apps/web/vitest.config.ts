import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['@riptide/source', 'module', 'browser', 'development|production'] },
  test: {
    name: 'web',
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    environment: 'happy-dom',
    setupFiles: [
      './src/lib/begin-anew.fixture.ts',
      './src/lib/load-parts.fixture.ts',
      './src/lib/patient-waits.fixture.ts',
      '../../tools/run-tests/patient-waits.fixture.ts',
    ],
    expect: { poll: { timeout: 10_000 } },
    pool: 'forks',
    // A worker loads packages and the browser once, not once a file; `begin-anew` takes away what a file may leave behind.
    isolate: false,
    unstubGlobals: true,
    testTimeout: 20_000,
    restoreMocks: true,
    sequence: { setupFiles: 'list' },
  },
});
