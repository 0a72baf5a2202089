import { startAllEngines, stopAllEngines } from '@riptide/contracts/calls';
import { useState } from 'react';
import { useCommand } from '../../../shared/use-command.ts';
import { ENGINE_REFRESH } from './engine-refresh.ts';
import { wordBreak, type Verb } from './run-steps.ts';
import { ENGINE_STATUS_INTERVAL_MS, useEngineStatus } from './use-engine-status.ts';

/** While a sequence runs its step is asked for this often; the engines are half a second and more apart. */
const STEP_INTERVAL_MS = 300;

export interface RunFault {
  readonly title: string;
  readonly error: unknown;
}

/** Starts or stops both engines, one after the other at the server, and follows the step it is at. */
export function useRunAll() {
  const start = useCommand(startAllEngines, {
    done: ({ message }) => message,
    failed: 'Failed to start all engines',
    refresh: ENGINE_REFRESH,
  });
  const stop = useCommand(stopAllEngines, {
    done: ({ message }) => message,
    failed: 'Failed to stop all engines',
    refresh: ENGINE_REFRESH,
  });
  const running: Verb | null = stop.isPending ? 'stop' : start.isPending ? 'start' : null;
  const status = useEngineStatus(running === null ? ENGINE_STATUS_INTERVAL_MS : STEP_INTERVAL_MS);
  const [fault, setFault] = useState<RunFault | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const tellBreak = async (verb: Verb, error: unknown): Promise<void> => {
    const { data, isError } = await status.refetch();
    setFault({ title: wordBreak(verb, isError ? undefined : data?.engines, error), error });
  };
  const run = (verb: Verb): void => {
    setFault(null);
    setDone(null);
    (verb === 'start' ? start : stop).mutate(
      {},
      {
        onSuccess: ({ message }: { readonly message: string }) => setDone(message),
        onError: (error: unknown) => void tellBreak(verb, error),
      },
    );
  };
  return { status, running, fault, done, run, clearFault: () => setFault(null) };
}
