import { VENUE_NAMES, type VenueName } from '@riptide/contracts/calls';
import { Checkbox } from '../ui/checkbox.tsx';

interface VenueBoxesProps {
  readonly venues: readonly VenueName[];
  readonly onChange: (venues: readonly VenueName[]) => void;
}

/** A box for each venue, in their usual order. */
export function VenueBoxes({ venues, onChange }: VenueBoxesProps) {
  return VENUE_NAMES.map((venue) => (
    <Checkbox
      key={venue}
      label={venue}
      checked={venues.includes(venue)}
      onChange={(isOn) => onChange(VENUE_NAMES.filter((name) => (name === venue ? isOn : venues.includes(name))))}
    />
  ));
}
