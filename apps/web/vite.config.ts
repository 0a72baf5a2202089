import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

const CHUNKS = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  {
    name: 'tanstack',
    test: /node_modules\/@tanstack\/(react-router|router-core|history|react-query|query-core|react-store|store)\//,
  },
  // What the first screen has of them; then what pages have; dialogs, menus and what floats come apart, when the page is at rest.
  { name: 'widgets', test: /node_modules\/@radix-ui\/react-(slot|compose-refs)\//, priority: 3 },
  {
    name: 'controls',
    test: /node_modules\/@radix-ui\/(primitive|react-(primitive|context|direction|id|switch|checkbox|presence|use-(callback-ref|controllable-state|effect-event|is-hydrated|layout-effect|size|previous)))\//,
    priority: 2,
  },
  {
    name: 'choices',
    test: /node_modules\/@radix-ui\/react-(collection|roving-focus|tabs|radio-group)\//,
    priority: 2,
  },
  {
    name: 'overlays',
    test: /node_modules\/(@radix-ui|@floating-ui|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|aria-hidden)\//,
    priority: 1,
  },
  { name: 'charts', test: /node_modules\/uplot\// },
];

export default defineConfig({
  plugins: [react({ compiler: true }), tailwindcss(), precompress()],
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
