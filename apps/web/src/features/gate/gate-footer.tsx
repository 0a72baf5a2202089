'use no memo'; // The gate is drawn a few times at most, and its first screen is weighed in bytes.
import { VERSION } from '../../lib/version.ts';
import { Dot } from '../../ui/dot.tsx';
import type { Gate } from './use-gate.ts';

/** Version, whether the server answers, and where orders go. */
export function GateFooter({ gate }: { gate: Gate }) {
  const { facts, offline } = gate;
  return (
    <footer className="flex min-h-8 flex-wrap items-center justify-center gap-x-[18px] border-t border-line1 bg-bg1 px-4 py-1 text-xs text-fg2">
      <span>v{facts?.version ?? VERSION}</span>
      <span className="flex items-center gap-1.5" role="status">
        <Dot tone={offline ? 'danger' : facts === null ? 'off' : 'ok'} small />
        {offline
          ? 'Server unreachable, trying again every 3 s'
          : facts === null
            ? 'Asking the server'
            : `Server online, ${Math.max(1, Math.round(facts.roundTripMs))} ms`}
      </span>
      <span>
        {facts === null ? '—' : facts.execution === 'paper' ? 'Paper mode by default' : 'Live orders are permitted'}
      </span>
    </footer>
  );
}
