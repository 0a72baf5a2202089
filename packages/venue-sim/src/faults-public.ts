import type { Venue } from '@riptide/core/domain';

/** A fault on outgoing market data frames; `topic` and `wireSymbol` undefined match any. Applies to the next `count` matching frames. */
export interface FrameFault {
  readonly kind:
    | 'drop'
    | 'duplicate'
    /** Sent after the next frame of the same topic. */
    | 'swap-with-next'
    /** Cut in the middle. */
    | 'truncate'
    /** A number or array replaced by an object. */
    | 'wrong-type'
    /** A frame of a channel that does not exist is sent first. */
    | 'unknown-channel'
    /** The book in the frame has its best bid over its best ask. */
    | 'cross-book';
  readonly topic?: string;
  readonly wireSymbol?: string;
  readonly count: number;
}

/** Public-side faults of one simulated venue, for tests and for the loopback control API. */
export interface PublicFaults {
  frame(fault: FrameFault): void;
  /** Stops every data frame; heartbeats are answered while `answersPings`. */
  silence(answersPings: boolean): void;
  /** Ends `silence` and `hangRest`. */
  heal(): void;
  /** Closes every open socket with this code. */
  closeSockets(code: number, reason: string): void;
  /** Cuts the TCP connections without a close frame. */
  dropSockets(): void;
  /** REST requests whose path starts with the prefix are accepted and never answered. */
  hangRest(pathPrefix: string): void;
  /** REST requests whose path starts with the prefix get this answer, `count` times. */
  failRest(pathPrefix: string, status: number, body: string, count: number, headers?: Readonly<Record<string, string>>): void;
  /** Shifts the venue's clock. */
  skewClock(byMs: number): void;
}

/** Starts the four loopback venues. */
export interface VenueSimOptions {
  readonly seed: number;
  /** 0 or absent: any free port. */
  readonly ports?: Partial<Record<Venue, number>>;
  readonly mode:
    | { readonly kind: 'sim' }
    /** `speed` 1 is real time, N is N times faster, Infinity as fast as the readers take it. */
    | { readonly kind: 'replay'; readonly folder: string; readonly speed: number };
}

export interface VenueSim {
  /** `http://127.0.0.1:<port>` of each venue; products hang below it as docs/venues/simulator.md says. */
  readonly baseUrls: Readonly<Record<Venue, string>>;
  faults(venue: Venue): PublicFaults;
  stop(): Promise<void>;
}
