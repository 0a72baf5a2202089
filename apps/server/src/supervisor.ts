import { runSupervisor } from './compose/run-supervisor.ts';

runSupervisor(import.meta.url);
