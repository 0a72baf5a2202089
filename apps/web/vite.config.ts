import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups, isLoadedFirst } from './chunks.ts';
import { firstPaint } from './first-paint.ts';
import { precompress } from './precompress.ts';

export default defineConfig({
  plugins: [react({ compiler: true }), tailwindcss(), firstPaint(), precompress()],
  resolve: { conditions: ['@riptide/source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    sourcemap: true,
    // Asked for together with what needs them; other shared files are found in what was loaded, or the entry would list every file there is.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, deps) => deps.filter((name) => isLoadedFirst(name)),
    },
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups() } },
      // Packages mark files for a server we do not have; a bundler drops the marks and says so for each.
      onLog(level, log, show) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') show(level, log);
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:8080' } },
});
