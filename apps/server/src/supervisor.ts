import { runSupervisor } from './compose/run-supervisor.ts';

await runSupervisor(import.meta.url);
