import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const CHUNKS = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    name: 'tanstack',
    test: /node_modules\/@tanstack\/(react-router|router-core|history|react-query|query-core|react-store|store)\//,
  },
  { name: 'widgets', test: /node_modules\/(radix-ui|@radix-ui|@floating-ui|react-remove-scroll|aria-hidden)/ },
  { name: 'charts', test: /node_modules\/uplot\// },
];

export default defineConfig({
  plugins: [react({ compiler: true }), tailwindcss()],
  resolve: { conditions: ['@riptide/source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    sourcemap: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: CHUNKS } },
      // Packages mark files for a server we do not have; a bundler drops the marks and says so for each.
      onLog(level, log, show) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') show(level, log);
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:8080' } },
});
