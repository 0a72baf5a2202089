import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromSim, ToSim, VenueTruth } from './sim-messages.ts';

const ANSWER_WITHIN_MS = 30_000;

/** The simulator's process as the soak sees it. */
export interface SimLink {
  readonly started: Extract<FromSim, { kind: 'started' }>;
  tell(message: ToSim): void;
  truth(): Promise<readonly VenueTruth[]>;
  stop(): void;
}

/** Starts the four simulated venues in a process of their own. Rejects when they don't stand within 30 s. */
export async function startSim(seed: number): Promise<SimLink> {
  const entry = fileURLToPath(new URL('sim-process.ts', import.meta.url));
  const child = fork(entry, [String(seed)], { execArgv: ['--conditions=@riptide/source', '--import', 'tsx'] });
  const started = await answerOf(child, (message) => (message.kind === 'started' ? message : null));
  let asked = 0;
  return {
    started,
    tell: (message) => void child.send(message),
    truth() {
      asked += 1;
      const id = asked;
      const answer = answerOf(child, (message) =>
        message.kind === 'truth' && message.id === id ? message.venues : null,
      );
      child.send({ kind: 'truth', id } satisfies ToSim);
      return answer;
    },
    stop: () => child.disconnect(),
  };
}

function answerOf<T>(child: ChildProcess, pick: (message: FromSim) => T | null): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
    };
    const onMessage = (message: FromSim): void => {
      const picked = pick(message);
      if (picked === null) return;
      end();
      resolve(picked);
    };
    const onExit = (): void => {
      end();
      reject(new Error('the simulator ended'));
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error(`no answer of the simulator within ${ANSWER_WITHIN_MS} ms`));
    }, ANSWER_WITHIN_MS);
    child.on('message', onMessage);
    child.on('exit', onExit);
  });
}
