import type { OraculisLearner } from '@riptide/contracts/calls';
import { formatExact } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { armLabel } from '../../../shared/arm-label.ts';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useRecentEvents } from '../api/use-ai-metrics.ts';
import { changesOf } from '../model/changes.ts';
import type { WindowDays } from '../model/ai-search.ts';

interface ChangesPanelProps {
  readonly learner: OraculisLearner | null;
  readonly window: WindowDays;
}

/** What happened to the learners: steps of people, engines started and stopped, and arms whose rewards changed. */
export function ChangesPanel({ learner, window }: ChangesPanelProps) {
  const query = useRecentEvents(window);
  const { zone } = usePreferences();
  const changes = changesOf(query.data?.rows ?? [], learner?.drifts ?? [], armLabel);
  return (
    <Panel title="What changed" className="h-full">
      {query.isError ? (
        <ErrorState error={query.error} fallback="Failed to load changes" onRetry={() => void query.refetch()} />
      ) : null}
      {query.data === undefined && !query.isError ? (
        <LoadingRows rows={4} label="Loading changes" />
      ) : changes.length === 0 ? (
        <EmptyState title="Nothing changed">
          No one touched the learners in this window, and no arm drifted away from what was known of it.
        </EmptyState>
      ) : (
        <ul className="max-h-[340px] overflow-auto py-1" tabIndex={0} aria-label="Changes, newest first">
          {changes.map((change) => (
            <li key={change.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3.5 py-2 text-sm">
              <time className="tabular text-xs text-fg3" dateTime={new Date(change.atSeconds * 1000).toISOString()}>
                {formatExact(change.atSeconds * 1000, zone)}
              </time>
              <Tag tone={change.kind === 'drift' ? 'warn' : 'info'}>{change.kind}</Tag>
              <span className="min-w-0">{change.text}</span>
              {change.auditId === null ? null : (
                <a
                  href={`/app/pro-dashboard?auditTab=events&auditId=${change.auditId}`}
                  className="text-xs text-accent hover:underline"
                >
                  {`#${change.auditId}`}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
