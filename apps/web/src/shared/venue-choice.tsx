import type { VenueName } from '@riptide/contracts/calls';
import { VenueBoxes } from './venue-boxes.tsx';

interface VenueChoiceProps {
  readonly venues: readonly VenueName[];
  readonly onChange: (venues: readonly VenueName[]) => void;
  readonly error: string | null;
}

/** Which venues take part: all four are offered, in their usual order. */
export function VenueChoice({ venues, onChange, error }: VenueChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-[12px] text-fg2">Venues</legend>
      <div className="flex min-h-8 flex-wrap items-center gap-x-4">
        <VenueBoxes venues={venues} onChange={onChange} />
      </div>
      {error === null ? null : <small className="text-2xs text-danger">{error}</small>}
    </fieldset>
  );
}
