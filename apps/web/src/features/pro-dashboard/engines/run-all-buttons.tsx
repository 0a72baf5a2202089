import { LoaderCircle, Square } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { LiveFacts, StartEngine } from './start-engine.tsx';
import { STEPS, VERB_LABELS, wordStep } from './run-steps.ts';
import type { useRunAll } from './use-run-all.ts';

/** `Start All` and `Stop All` with the step they are at. */
export function RunAllButtons({ runAll }: { runAll: ReturnType<typeof useRunAll> }) {
  const { status, running, step, run } = runAll;
  const engines = status.data?.engines;
  const states = engines === undefined ? [] : STEPS.map(({ engine, title }) => ({ ...engines[engine], title }));
  const isLive = states.some(({ execution_mode: mode }) => mode === 'live');
  const idle = states.filter((state) => state.running === false);
  return (
    <>
      <span role="status" className="tabular flex items-center gap-1.5 text-[12px] text-fg2">
        {running === null || step === null ? null : (
          <>
            <LoaderCircle size={12} className="animate-spin" aria-hidden />
            {`${VERB_LABELS[running]}: ${wordStep(step)}`}
          </>
        )}
      </span>
      <StartEngine
        size="xs"
        label="Start All"
        name="Start All"
        subject="both engines"
        execution={engines === undefined ? null : isLive ? 'live' : 'paper'}
        isOff={idle.length === 0 || running === 'stop'}
        pending={running === 'start'}
        onStart={() => run('start')}
      >
        <LiveFacts engines={idle} />
      </StartEngine>
      <Button
        size="xs"
        look="stop"
        disabled={states.length > 0 && idle.length === states.length}
        pending={running === 'stop'}
        onClick={() => run('stop')}
      >
        {running === 'stop' ? null : <Square size={10} strokeWidth={2.4} aria-hidden />}
        Stop All
      </Button>
    </>
  );
}
