import { startAllEngines, stopAllEngines } from '@riptide/contracts/calls';
import { useState } from 'react';
import { useEngineFeed } from '../../../shared/topic-feeds.ts';
import { useCommand } from '../../../shared/use-command.ts';
import { ENGINE_REFRESH } from './engine-refresh.ts';
import { areAlike, areAllAt, stepOf, wordBreak, type Running, type Verb } from './run-steps.ts';
import { ENGINE_STATUS_INTERVAL_MS, useEngineStatus, type EngineStatus } from './use-engine-status.ts';

/** While a sequence runs its step is asked for this often; the engines are half a second and more apart. */
const STEP_INTERVAL_MS = 300;

interface RunFault {
  readonly title: string;
  readonly error: unknown;
  /** How the engines stood when it was told; undefined where that was not known. */
  readonly seen: Running | undefined;
}

interface RunDone {
  readonly verb: Verb;
  readonly message: string;
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
  const [done, setDone] = useState<RunDone | null>(null);
  const tellBreak = async (verb: Verb, error: unknown): Promise<void> => {
    const { data, isError } = await status.refetch();
    const seen = isError ? undefined : data?.engines;
    setFault({ title: wordBreak(verb, seen, error), error, seen });
  };
  const run = (verb: Verb): void => {
    setFault(null);
    setDone(null);
    (verb === 'start' ? start : stop).mutate(
      {},
      {
        onSuccess: ({ message }: { readonly message: string }) => setDone({ verb, message }),
        onError: (error: unknown) => void tellBreak(verb, error),
      },
    );
  };
  // What was said of the engines holds until one of them is started or stopped elsewhere.
  const isFaultTrue = fault?.seen === undefined || engines === undefined || areAlike(fault.seen, engines);
  const isDoneTrue = done !== null && engines !== undefined && areAllAt(done.verb, engines);
  return {
    status,
    running,
    step,
    fault: isFaultTrue ? fault : null,
    done: isDoneTrue ? done.message : null,
    run,
    clearFault: () => setFault(null),
  };
}

/** Gives whether each engine runs, by what came last: the stream tells it at once, the call on its interval. */
function useNewestRuns(answer: EngineStatus | undefined): Running | undefined {
  const feed = useEngineFeed();
  const { pas_trader: pas, oraculis } = feed?.engines ?? {};
  const isNewer = feed !== undefined && (answer === undefined || feed.atSeconds > answer.atSeconds);
  return isNewer && pas !== undefined && oraculis !== undefined ? { pas_trader: pas, oraculis } : answer?.engines;
}
