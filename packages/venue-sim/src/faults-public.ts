import type { Venue } from '@riptide/core/domain';
import type { Clock, Log } from '@riptide/core/kernel';
import type { SimAccountControl } from './account/control-model.ts';
import type { PrivateFaultControl } from './account/fault-desk.ts';
import type { SimAccounts, SimKey } from './account/model.ts';
import type { ArmedFault } from './armed-fault.ts';
import type { SimInstrumentSetup } from './account/model.ts';
import type { BinanceOptions } from './binance/binance-protocol.ts';
import type { BybitOptions } from './bybit/bybit-protocol.ts';
import type { KucoinOptions } from './kucoin/kucoin-protocol.ts';
import type { OkxOptions } from './okx/okx-protocol.ts';
import type { Replay } from './replay/open-replay.ts';
import type { LoopbackCounters } from './server/venue-server.ts';

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
  frame(fault: FrameFault): ArmedFault;
  /** Stops every data frame; heartbeats are answered while `answersPings`. */
  silence(answersPings: boolean): void;
  /** Ends `silence` and `hangRest`. */
  heal(): void;
  /** Ends everything: `heal`, frame faults and planned answers disarmed, the clock shifted back. */
  reset(): void;
  /** Closes every open socket with this code; returns how many. */
  closeSockets(code: number, reason: string): number;
  /** Cuts the TCP connections without a close frame; returns how many. */
  dropSockets(): number;
  /** REST requests whose path starts with the prefix are accepted and never answered. */
  hangRest(pathPrefix: string): ArmedFault;
  /** REST requests whose path starts with the prefix get this answer, `count` times. */
  failRest(
    pathPrefix: string,
    status: number,
    body: string,
    count: number,
    headers?: Readonly<Record<string, string>>,
  ): ArmedFault;
  /** Shifts the venue's clock, on top of earlier shifts. */
  skewClock(byMs: number): void;
  /** Sum of all shifts. */
  readonly skewMs: number;
  /** True while data frames are held back. */
  readonly isSilent: boolean;
}

/** Starts the four loopback venues. */
export interface VenueSimOptions {
  readonly seed: number;
  /** 0 or absent: any free port. */
  readonly ports?: Partial<Record<Venue, number>>;
  readonly mode:
    | {
        readonly kind: 'sim';
        /** Scales how often books change; 1 is the default load. */
        readonly intensity?: number;
      }
    /** `speed` 1 is real time, N is N times faster, Infinity as fast as the readers take it. */
    | {
        readonly kind: 'replay';
        readonly folder: string;
        readonly speed: number;
        /** Playing starts once the subscriptions have been quiet for this long. */
        readonly quietMs?: number;
        /** Longest wait for a client to ask for a book's snapshot after its first diff. */
        readonly snapshotWaitMs?: number;
        /** Which files are played, by their path below the folder; absent: all. */
        readonly includes?: (file: string) => boolean;
      };
  /** Absent: the machine's clock. */
  readonly clock?: Clock;
  /** USDT in each pocket of a venue's first account; absent: 10,000. */
  readonly startUsdt?: number;
  /** How every perp of the first keys' accounts is set up; absent: the venues' own defaults (cross, other leverages). */
  readonly startSetup?: SimInstrumentSetup;
  /** Absent: nothing is logged. */
  readonly log?: Log;
  /** Limits and timings of the venues that differ from their own. */
  readonly venues?: {
    readonly BINANCE?: BinanceOptions;
    readonly BYBIT?: Partial<BybitOptions>;
    readonly OKX?: Partial<OkxOptions>;
    readonly KUCOIN?: Partial<KucoinOptions>;
  };
}

export interface VenueSim {
  /** `http://127.0.0.1:<port>` of each venue; products hang below it as docs/venues/simulator.md says. */
  readonly baseUrls: Readonly<Record<Venue, string>>;
  faults(venue: Venue): PublicFaults;
  /** What a venue's server has done so far. */
  counters(venue: Venue): Readonly<LoopbackCounters>;
  /** Keys, money, prices, force and the whole truth of a venue's accounts. Throws over recordings, which have none. */
  control(venue: Venue): SimAccountControl;
  /** Private faults of a venue. Throws over recordings. */
  desk(venue: Venue): PrivateFaultControl;
  /** The accounts as the venue's wire server uses them. Throws over recordings. */
  accounts(venue: Venue): SimAccounts;
  /** The key that a venue issued at its start, a function of the seed. Throws over recordings. */
  firstKey(venue: Venue): SimKey;
  /** Keeps a listing so far from the fair price, in bps, positive when it is dear there; 0 lets it follow again. Throws over recordings. */
  offsetPrice(venue: Venue, ix: number, offsetBps: number): void;
  /** What is played, and how far; null over the simulated market. */
  readonly replay: Replay | null;
  stop(): Promise<void>;
}
