import type { VenueName } from '@riptide/contracts/calls';
import { isHeard, useKnownHealth } from '../../../shared/use-health.ts';

/**
 * Names each venue that holds a share and can't use it now, and why. The shares themselves stand still while a venue is away: were they
 * divided anew, every limit of the others would jump with each broken connection.
 */
export function IdleShares({ venues }: { readonly venues: readonly VenueName[] }) {
  const idle = (useKnownHealth()?.venues ?? []).filter((each) => venues.includes(each.venue) && !isHeard(each));
  if (idle.length === 0) return null;
  return (
    <ul aria-label="Shares that can not be used now" className="flex flex-col gap-1 text-[12px] text-warn">
      {idle.map(({ venue, reason }) => (
        <li key={venue}>
          {venue} can not use its share now{reason === null ? '' : `: ${reason}`}. The share is kept for it.
        </li>
      ))}
    </ul>
  );
}
