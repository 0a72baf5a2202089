import { startEngine, stopEngine } from '@riptide/contracts/calls';
import { Square } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useCommand } from '../../../shared/use-command.ts';
import { VenueBadge } from '../../../shared/venue.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { ENGINE_REFRESH } from './engine-refresh.ts';
import { EngineFault } from './engine-fault.tsx';
import { wordRefused, type Verb } from './run-steps.ts';
import { LiveFacts, StartEngine } from './start-engine.tsx';
import type { Engines } from './use-engine-status.ts';

interface EngineCardProps {
  readonly title: string;
  readonly state: Engines['pas_trader'];
  /** A sequence over both engines is under way. */
  readonly isBusy: boolean;
  readonly figures: readonly (readonly [label: string, value: ReactNode])[];
}

/** One engine: whether it runs, its figures, Start and Stop. */
export function EngineCard({ title, state, isBusy, figures }: EngineCardProps) {
  const [fault, setFault] = useState<{ readonly title: string; readonly error: unknown } | null>(null);
  const params = { params: { engine: state.engine } };
  const settle = (verb: Verb) => ({
    onSuccess: () => setFault(null),
    onError: (error: unknown) => setFault({ title: wordRefused(verb, title, error), error }),
  });
  const start = useCommand(startEngine, {
    done: ({ message }) => message,
    failed: `Failed to start ${title}`,
    refresh: ENGINE_REFRESH,
  });
  const stop = useCommand(stopEngine, {
    done: ({ message }) => message,
    failed: `Failed to stop ${title}`,
    refresh: ENGINE_REFRESH,
  });
  return (
    <section aria-label={title} className="tabular flex flex-col gap-2 rounded-ctl border border-line1 bg-bg0 p-3">
      <header className="flex items-center gap-2">
        <h3 className="text-base font-semibold">{title}</h3>
        <VenueBadge venue={state.venue} />
        {state.execution_mode === 'live' ? <small className="text-2xs font-bold text-live">LIVE</small> : null}
        <span className="flex-1" />
        <RunTag running={state.running} reason={state.reason} />
      </header>
      <dl className="flex flex-col gap-1 text-[12px]">
        {figures.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-2">
            <dt className="text-fg2">{label}</dt>
            <dd className="truncate font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {state.running === true && !state.verdict.ok ? (
        <p className="text-[12px] text-warn">{state.verdict.detail}</p>
      ) : null}
      <div className="grid grid-cols-2 gap-2">
        <StartEngine
          wide
          label="Start"
          name={`Start ${title}`}
          subject={title}
          execution={state.execution_mode}
          isOff={state.running !== false || stop.isPending || isBusy}
          pending={start.isPending}
          onStart={() => start.mutate(params, settle('start'))}
        >
          <LiveFacts engines={[{ ...state, title }]} />
        </StartEngine>
        <Button
          wide
          size="sm"
          look="stop"
          aria-label={`Stop ${title}`}
          disabled={state.running === false}
          pending={stop.isPending}
          onClick={() => stop.mutate(params, settle('stop'))}
        >
          {stop.isPending ? null : <Square size={11} strokeWidth={2.4} aria-hidden />}
          Stop
        </Button>
      </div>
      {fault === null ? null : <EngineFault {...fault} onClose={() => setFault(null)} />}
    </section>
  );
}

function RunTag({ running, reason }: { running: boolean | null; reason: string }) {
  if (running === null) {
    return (
      <span title={reason}>
        <Tag tone="warn">Not answering</Tag>
      </span>
    );
  }
  return (
    <span title={reason}>
      <Tag tone={running ? 'ok' : 'neutral'}>
        <Dot tone={running ? 'ok' : 'off'} small />
        {running ? 'Running' : 'Stopped'}
      </Tag>
    </span>
  );
}
