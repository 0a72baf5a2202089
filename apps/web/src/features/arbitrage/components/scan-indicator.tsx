import { Dot } from '../../../ui/dot.tsx';
import { Tag } from '../../../ui/tag.tsx';
import type { StateFacts } from '../../../shared/opportunities/use-arbitrage-state.ts';

/** `Scanning`, why not, or `Stopped`, with the venues; a reason while scanning tells what limits it. */
export function ScanIndicator({ state, partial }: { state: StateFacts | undefined; partial: string | null }) {
  if (!state)
    return (
      <span role="status" aria-label="Scanner" className="flex items-center gap-x-2 text-fg3 lg:flex-1 lg:justify-end">
        <Dot tone="off" ring />
        Scanner state unknown
      </span>
    );
  const { scanning, reason, venues, session } = state;
  return (
    <span
      role="status"
      aria-label="Scanner"
      className="flex min-w-0 flex-wrap items-center gap-x-2 lg:flex-1 lg:flex-nowrap lg:justify-end"
    >
      <Dot tone={scanning ? (reason === null ? 'ok' : 'warn') : 'off'} ring />
      <b className="font-semibold">{scanning ? 'Scanning' : (reason ?? 'Stopped')}</b>
      {scanning && reason !== null ? (
        <span className="min-w-0 text-warn lg:truncate" title={reason}>
          {reason}
        </span>
      ) : null}
      {scanning || session.started_at !== null ? (
        <span className="min-w-0 text-fg3 lg:truncate">{venues.join(', ')}</span>
      ) : null}
      {partial === null ? null : <Tag tone="warn">{partial}</Tag>}
    </span>
  );
}
