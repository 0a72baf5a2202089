import { runEngine } from './compose/run-engine.ts';

const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
await runEngine({
  hot: new URL(`./hot.${ending}`, import.meta.url),
  lab: new URL(`./lab/lab-worker.${ending}`, import.meta.url),
});
