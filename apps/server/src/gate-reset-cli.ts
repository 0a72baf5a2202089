import { runGateReset } from './access/run-gate-reset.ts';

process.exitCode = await runGateReset();
