import { Circle, Square } from 'lucide-react';
import { formatCount } from '../../../lib/format.ts';
import { Ago } from '../../../shared/ago.tsx';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Button } from '../../../ui/button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useLabCommands, useRecordings } from '../api/use-lab.ts';
import { formatBytes } from './lab-words.ts';

/** What is recorded of the venues, and the switch of the recording. */
export function RecordingsPart() {
  const query = useRecordings();
  const { record, stop } = useLabCommands();
  if (query.data === undefined) {
    if (!query.isError) return <LoadingRows rows={4} label="Loading recordings" />;
    return <ErrorState error={query.error} fallback="Failed to load recordings" onRetry={() => void query.refetch()} />;
  }
  const { recording, recordings } = query.data;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <Tag tone={recording.active ? 'ok' : 'neutral'}>{recording.active ? 'Recording' : 'Not recording'}</Tag>
        {recording.active && recording.since !== null ? (
          <span className="text-fg2">
            since <Ago atSeconds={recording.since} />
            {recording.bytes === null ? '' : `, ${formatBytes(recording.bytes)}`}
            {recording.dropped ? `, ${formatCount(recording.dropped)} frames lost` : ''}
          </span>
        ) : null}
        {recording.last_error === null ? null : <span className="text-danger">{recording.last_error}</span>}
        <span className="flex-1" />
        {recording.active ? (
          <Button size="sm" pending={stop.isPending} onClick={() => stop.mutate({ body: {} })}>
            <Square size={12} aria-hidden />
            Stop recording
          </Button>
        ) : (
          <Button size="sm" pending={record.isPending} onClick={() => record.mutate({ body: {} })}>
            <Circle size={12} aria-hidden />
            Record
          </Button>
        )}
      </div>
      {recordings.length === 0 ? (
        <p className="text-sm text-fg2">
          Nothing is recorded yet. Record some hours of the market: a verdict replays them and asks whether an engine
          beats its placebos.
        </p>
      ) : (
        <ul className="tabular grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2">
          {recordings.map((row) => (
            <li key={row.venue} className="flex flex-wrap gap-x-3">
              <b className="font-semibold">{row.venue}</b>
              <span className="text-fg2">{`${formatBytes(row.bytes)} in ${formatCount(row.segments)} segments`}</span>
              <span className="text-fg3">{`${row.first_hour} to ${row.last_hour} UTC`}</span>
              {row.incomplete > 0 ? (
                <span className="text-warn">{`${formatCount(row.incomplete)} incomplete`}</span>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
