import { runHotThread } from './compose/run-hot-thread.ts';

runHotThread();
