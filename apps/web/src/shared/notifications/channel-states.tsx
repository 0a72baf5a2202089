import type { RouteOutput, getDeliveries } from '@riptide/contracts/calls';
import { formatCount } from '../../lib/format.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { Ago } from '../ago.tsx';

type Channels = RouteOutput<typeof getDeliveries>['channels'];

const STATUSES: Readonly<Record<Channels[number]['status'], Tone>> = {
  ok: 'ok',
  off: 'neutral',
  not_ready: 'warn',
  waiting: 'info',
  failing: 'danger',
};

/** How each channel stands: what it sent, when last, and what went wrong. */
export function ChannelStates({ channels }: { channels: Channels }) {
  return (
    <ul aria-label="Channels" className="flex flex-wrap gap-x-5 gap-y-1.5 px-3.5 py-3 text-sm">
      {channels.map((channel) => (
        <li key={channel.channel} className="flex flex-wrap items-center gap-1.5" title={channel.detail ?? undefined}>
          {channel.channel}
          <Tag tone={STATUSES[channel.status]}>{channel.status.replace('_', ' ')}</Tag>
          <span className="tabular text-2xs text-fg3">
            {formatCount(channel.sent)} sent, {formatCount(channel.dead)} given up
            {channel.last_sent_ts === null ? null : (
              <>
                , last sent <Ago atSeconds={channel.last_sent_ts} />
              </>
            )}
          </span>
          {channel.status === 'failing' && channel.last_error !== null ? (
            <span className="basis-full text-2xs text-danger">{channel.last_error}</span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
