import { startAllEngines, stopAllEngines } from '@riptide/contracts/calls';
import { useState } from 'react';
import { useEngineFeed } from '../../../shared/topic-feeds.ts';
import { useCommand } from '../../../shared/use-command.ts';
import { ENGINE_REFRESH } from './engine-refresh.ts';
import { stepOf, wordBreak, type Running, type Verb } from './run-steps.ts';
import { ENGINE_STATUS_INTERVAL_MS, useEngineStatus, type EngineStatus } from './use-engine-status.ts';

/** While a sequence runs its step is asked for this often; the engines are half a second and more apart. */
const STEP_INTERVAL_MS = 300;

interface RunFault {
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
  const engines = useNewestRuns(status.data);
  const step = running === null ? null : stepOf(running, engines);
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
  return { status, running, step, fault, done, run, clearFault: () => setFault(null) };
}

/** Gives whether each engine runs, by what came last: the stream tells it at once, the call on its interval. */
function useNewestRuns(answer: EngineStatus | undefined): Running | undefined {
  const feed = useEngineFeed();
  const { pas_trader: pas, oraculis } = feed?.engines ?? {};
  const isNewer = feed !== undefined && (answer === undefined || feed.atSeconds > answer.atSeconds);
  return isNewer && pas !== undefined && oraculis !== undefined ? { pas_trader: pas, oraculis } : answer?.engines;
}
