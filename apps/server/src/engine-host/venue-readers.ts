import type { DomainError, Instrument, ReferenceData, Result, Venue, VenueKey } from '@riptide/core/domain';
import type { ArbitrageCalls, HotCommand } from '@riptide/core/engine';
import type { Clock, Log } from '@riptide/core/kernel';
import { BorrowReader } from './borrow-reader.ts';
import { CarryHistoryReader } from './carry-history-reader.ts';
import { ListingWatch } from './listing-watch.ts';
import { PriceLimitReader } from './price-limit-reader.ts';

/** Calls by which the readers tell the hot thread what they read. */
type ReaderCall = 'borrow-rates' | 'carry-history';

export interface VenueReadersDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** The key of a venue as it is kept now; null when there is none. */
  readonly keyOf: (venue: Venue) => Promise<VenueKey | null>;
  readonly command: (command: HotCommand) => void;
  readonly tell: <C extends ReaderCall>(
    name: C,
    request: ArbitrageCalls[C]['request'],
  ) => Promise<Result<ArbitrageCalls[C]['answer'], DomainError>>;
  /** A venue told its whole list anew. */
  readonly onListed: (reference: ReferenceData, instruments: readonly Instrument[]) => void;
}

/** Everything that is read from the venues again and again for the hot thread, at a gentle pace: loans, past funding, price limits, halts. */
export class VenueReaders {
  private readonly borrow: BorrowReader;
  private readonly history: CarryHistoryReader;
  private readonly limits: PriceLimitReader;
  private readonly listings: ListingWatch;

  constructor({ clock, log, keyOf, command, tell, onListed }: VenueReadersDeps) {
    this.borrow = new BorrowReader({ clock, log, keyOf, tell: (request) => tell('borrow-rates', request) });
    this.history = new CarryHistoryReader({ clock, log, tell: (request) => tell('carry-history', request) });
    this.limits = new PriceLimitReader({ clock, log, command });
    this.listings = new ListingWatch({ clock, log, command, onListed });
  }

  addVenue(reference: ReferenceData): void {
    for (const part of this.parts) part.addVenue(reference);
  }

  /** The hot thread began anew and knows nothing; its instruments in the order of `ix`. */
  setFollowed(instruments: readonly Instrument[]): void {
    for (const part of this.parts) part.setFollowed(instruments);
  }

  stop(): void {
    for (const part of this.parts) part.stop();
  }

  private get parts(): readonly [BorrowReader, CarryHistoryReader, PriceLimitReader, ListingWatch] {
    return [this.borrow, this.history, this.limits, this.listings];
  }
}
