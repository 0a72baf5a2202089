import type { VenueName } from '@riptide/contracts/calls';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { isAsked, notReadyText, type Readiness } from '../model/venue-readiness.ts';

/** Says that the chosen venue can't be traded at, why, and where to change that; nothing while it is ready or being asked. */
export function VenueWarning({ venue, readiness }: { venue: VenueName; readiness: Readiness }) {
  if (readiness.isReady || isAsked(readiness)) return null;
  return (
    <p
      role="status"
      className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-panel px-3.5 py-2 text-sm tint [--tint:var(--warn)]"
    >
      <TriangleAlert size={15} aria-hidden />
      <b className="font-semibold">{notReadyText(venue)}</b>
      <span className="text-fg1">
        {readiness.text}
        {readiness.detail === null ? '' : `: ${readiness.detail}`}
      </span>
      <Link to="/app/api-keys" className="min-h-6 text-accent underline">
        API Keys
      </Link>
    </p>
  );
}
