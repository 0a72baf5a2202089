import { VENUE_NAMES, type ConnectionStatus, type VenueHealth, type VenueName } from '@riptide/contracts/calls';
import { Dot } from '../../../ui/dot.tsx';
import { moveRadioFocus } from '../../../ui/radio-focus.ts';
import { readinessOf } from '../model/venue-readiness.ts';

interface VenuePickerProps {
  readonly value: VenueName;
  readonly onChange: (venue: VenueName) => void;
  readonly venues: Partial<Readonly<Record<VenueName, ConnectionStatus>>> | undefined;
  /** How the market data of each come; undefined while not known. */
  readonly feeds: readonly VenueHealth[] | undefined;
  /** Trades go to this one now; null while the engine is stopped. */
  readonly activeVenue: VenueName | null;
}

/** The venue to look at and to trade on, each with how it stands in words. */
export function VenuePicker({ value, onChange, venues, feeds, activeVenue }: VenuePickerProps) {
  return (
    <div
      role="radiogroup"
      aria-label="Venue"
      onKeyDown={moveRadioFocus}
      className="flex flex-wrap gap-1.5 max-sm:grid max-sm:w-full max-sm:grid-cols-2"
    >
      {VENUE_NAMES.map((venue) => {
        const { text, detail, tone } = readinessOf(
          venues?.[venue],
          feeds?.find((each) => each.venue === venue),
        );
        return (
          <button
            key={venue}
            type="button"
            role="radio"
            aria-checked={venue === value}
            data-state={venue === value ? 'on' : 'off'}
            tabIndex={venue === value ? 0 : -1}
            onClick={() => venue !== value && onChange(venue)}
            title={detail === null ? text : `${text}: ${detail}`}
            className="flex items-center gap-[7px] rounded-ctl border border-line2 bg-bg2 px-2.5 py-[5px] text-sm font-[550] text-fg1 hover:border-ctl data-[state=on]:border-accent data-[state=on]:bg-[color-mix(in_srgb,var(--accent)_14%,var(--bg1))] max-sm:min-h-11"
          >
            <Dot tone={tone} />
            {venue}
            {venue === activeVenue ? <small className="text-2xs font-normal text-fg2">trading</small> : null}
            <span className="sr-only">, {text}</span>
          </button>
        );
      })}
    </div>
  );
}
