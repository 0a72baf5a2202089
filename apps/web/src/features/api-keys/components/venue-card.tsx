import type { ConnectionStatus, VenueName } from '@riptide/contracts/calls';
import { KeyRound } from 'lucide-react';
import { Num } from '../../../shared/num.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { Ago } from '../../../shared/ago.tsx';
import { VenueMode } from './venue-mode.tsx';

interface VenueCardProps {
  readonly venue: VenueName;
  readonly status: ConnectionStatus;
  readonly onEdit: () => void;
  readonly onDetails: () => void;
}

/** How one venue stands: its connection, the last test, where its orders go, and the way to its key. */
export function VenueCard({ venue, status, onEdit, onDetails }: VenueCardProps) {
  const tone = status.connected ? 'ok' : status.hasKeys && status.enabled ? 'danger' : 'off';
  return (
    <section
      role="group"
      aria-label={venue}
      className="flex min-w-0 flex-col gap-2 rounded-panel border border-line1 bg-bg1 px-3.5 py-3"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="text-md font-[620]">{venue}</h2>
        {status.source === 'simulator' ? <Tag>simulator</Tag> : null}
        {status.enabled ? null : <Tag tone="warn">Disabled</Tag>}
        <span className="flex-1" />
        <span className="flex items-center gap-1.5 text-sm text-fg2">
          <Dot tone={tone} />
          {status.connected ? 'Connected' : 'Not connected'}
        </span>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        <dt className="text-fg3">Last test</dt>
        <dd className="text-right">
          {status.last_test_at === null ? 'never' : <Ago atSeconds={status.last_test_at} />}
        </dd>
        <dt className="text-fg3">Account at the venue</dt>
        <dd className="text-right">
          <Num kind="usd" value={status.balance_usd} />
        </dd>
      </dl>
      <p className="min-h-[36px] text-[12px] text-fg2">
        {status.connected
          ? 'The key is in use, its private streams are live.'
          : `${status.reason ?? 'The reason is unknown'}.`}
      </p>
      <VenueMode venue={venue} />
      <div className="flex gap-2">
        <Button wide look={status.hasKeys ? 'plain' : 'primary'} onClick={onEdit}>
          <KeyRound size={14} aria-hidden />
          {status.hasKeys ? 'Edit' : 'Configure'}
          <span className="sr-only"> {venue}</span>
        </Button>
        <Button look="ghost" onClick={onDetails}>
          Details
          <span className="sr-only"> of {venue}</span>
        </Button>
      </div>
    </section>
  );
}
