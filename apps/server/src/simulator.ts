import { runSimulator } from './compose/run-simulator.ts';

await runSimulator();
