import { runEngine } from './compose/run-engine.ts';

await runEngine(new URL(import.meta.url.endsWith('.ts') ? './hot.ts' : './hot.js', import.meta.url));
