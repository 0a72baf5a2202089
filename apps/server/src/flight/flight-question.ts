import type { InstrumentId, Market, TradingRecord, Venue } from '@riptide/core/domain';
import type { MomentView } from '@riptide/core/engine';
import type { RecordStep } from './journal/record-step.ts';

/** What the thread that rebuilds moments is asked and answers. Plain, structured-clonable. */
export type FlightQuestion =
  | {
      readonly kind: 'moment';
      readonly place: FlightPlace;
      readonly symbol: string | null;
      /** Time of the question. */
      readonly nowMs: number;
      readonly isEngineUp: boolean;
    }
  | { readonly kind: 'steps'; readonly place: FlightPlace; readonly symbol: string | null; readonly limit: number };

export type FlightPlace = { readonly seq: number } | { readonly atMs: number };

/** Levels copied at the record. */
export interface DepthAtMoment {
  readonly seq: number;
  readonly atMs: number;
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}

/** One instrument at a moment; NaN is unknown. */
export interface BookAtMoment {
  readonly id: InstrumentId;
  readonly venue: Venue;
  readonly market: Market;
  readonly symbol: string;
  readonly atMs: number;
  readonly bookMs: number;
  readonly isLive: boolean;
  readonly resetReason: string | null;
  readonly bidPx: number;
  readonly bidQtyBase: number;
  readonly askPx: number;
  readonly askQtyBase: number;
  readonly lastPx: number;
  readonly markPx: number;
  readonly fundingRateFrac: number;
  readonly nextFundingMs: number;
  readonly depth: DepthAtMoment | null;
}

type MomentPart =
  | 'time'
  | 'record'
  | 'books'
  | 'depth'
  | 'marks'
  | 'positions'
  | 'orders'
  | 'risk'
  | 'gates'
  | 'arms'
  | 'engines'
  | 'arbitrages';

export interface UnknownPart {
  readonly part: MomentPart;
  readonly reason: string;
}

export interface FoundMoment {
  readonly atMs: number;
  readonly record: TradingRecord | null;
  readonly step: RecordStep | null;
  readonly previousSeq: number | null;
  readonly nextSeq: number | null;
  /** null: the journal of then is gone. */
  readonly view: MomentView | null;
  /** Records with gates, the one that was asked for or the newest before it of each kind. */
  readonly judged: readonly Extract<TradingRecord, { kind: 'intent' | 'decision' }>[];
  /** null: no market is recorded of then. */
  readonly books: readonly BookAtMoment[] | null;
  readonly booksTotal: number | null;
  /** When the oldest record of the market begins; null: there is none. */
  readonly recordedSinceMs: number | null;
  readonly unknown: readonly UnknownPart[];
}

export interface FoundSteps {
  readonly steps: readonly RecordStep[];
  readonly aroundSeq: number;
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** `unknown`: there never was such a record or time. `gone`: it is not kept any more. */
export type FlightAnswer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: 'unknown' | 'gone' };
