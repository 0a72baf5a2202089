import { getEngineAiMetrics, getEngineStatus, startEngine } from '@riptide/contracts/calls';
import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../../shared/use-command.ts';
import { joinNames } from '../../../lib/join-names.ts';
import { liveVenues, useExecution } from '../../../shared/use-execution.ts';
import { useKillRefusal } from '../../../shared/use-kill-state.ts';
import { useKnownHealth } from '../../../shared/use-health.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { Tag } from '../../../ui/tag.tsx';
import type { AgentName } from '../model/ai-search.ts';

const WORDS: Readonly<Record<AgentName, string>> = { oraculis: 'Oraculis', arbitrage: 'The arbitrage agent' };

/** Whether both agents learn, in the words of the footer. */
export function LearningTag() {
  const agents = useKnownHealth()?.learning_agents;
  if (agents === undefined) return <Tag>AI Learning unknown</Tag>;
  const isActive = agents.oraculis.running && agents.arbitrage.running;
  return (
    <Tag tone={isActive ? 'ok' : 'neutral'}>
      <Dot tone={isActive ? 'ok' : 'off'} small />
      {isActive ? 'AI Learning Active' : 'AI Learning Inactive'}
    </Tag>
  );
}

/** Says whether an agent runs, and starts it; always as tall, so that nothing moves when the answer comes. */
export function AgentBanner({ agent }: { agent: AgentName }) {
  const state = useKnownHealth()?.learning_agents[agent];
  const frame = 'mb-3 flex min-h-[46px] flex-wrap items-center gap-x-3 gap-y-2 rounded-panel px-3.5 py-2.5 text-sm';
  if (state === undefined || (state.running && !state.reason)) {
    return (
      <p role="status" className={`${frame} border border-line1 bg-bg1 text-fg2`}>
        {state === undefined
          ? `Whether ${agent === 'oraculis' ? 'Oraculis' : 'the arbitrage agent'} runs is not known yet.`
          : `${WORDS[agent]} is running: it decides, and learns from what comes of it.`}
      </p>
    );
  }
  return (
    <div role="status" className={`${frame} tint [--tint:var(--warn)]`}>
      <span className="min-w-0 flex-1">
        <b className="font-semibold">{`${WORDS[agent]} is ${state.running ? 'running, but hindered' : 'stopped'}.`}</b>{' '}
        {state.reason ?? 'It decides nothing and learns nothing; what it knows stays.'}
      </span>
      {state.running ? null : agent === 'oraculis' ? (
        <StartOraculis />
      ) : (
        <Link to="/app/arbitrage" className="text-accent hover:underline">
          Start on Arbitrage
        </Link>
      )}
    </div>
  );
}

/** At once on paper; where a venue trades live it asks first. */
function StartOraculis() {
  const [isAsking, setAsking] = useState(false);
  const execution = useExecution().data;
  const command = useCommand(startEngine, {
    done: ({ message }) => message,
    failed: 'Failed to start Oraculis',
    refresh: [getEngineAiMetrics, getEngineStatus],
  });
  const killed = useKillRefusal();
  const live = execution ? liveVenues(execution) : [];
  const start = (): void =>
    command.mutate({ params: { engine: 'oraculis' }, body: {} }, { onSettled: () => setAsking(false) });
  return (
    <>
      {killed === null ? null : <span className="text-[12px] text-warn">{killed}</span>}
      <Button
        size="sm"
        pending={command.isPending && !isAsking}
        disabled={execution === undefined || killed !== null}
        title={killed ?? undefined}
        onClick={() => (live.length > 0 ? setAsking(true) : start())}
      >
        <Play size={13} aria-hidden />
        Start
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Start Oraculis with real money?"
        verb="Start LIVE"
        pending={command.isPending}
        onConfirm={start}
      >
        <p>{`Orders on ${joinNames(live)} are real. Its settings and the risk limits hold; Stop ends new entries at any time.`}</p>
      </ConfirmDialog>
    </>
  );
}
