import {
  domainError,
  err,
  ok,
  VENUES,
  type Candle,
  type DomainError,
  type Instrument,
  type ReferenceData,
  type Result,
  type Timeframe,
  type Venue,
} from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import { answerWithin } from './answer-within.ts';
import type { ChartAnswer } from '../link/link-contract.ts';
import { withLive, type LiveCandles } from './live-candles.ts';

/** History is asked for again after this long; what is newer comes from the live candles. */
const FRESH_MS = 15_000;
const HISTORIES_MAX = 200;
const CANDLES_MIN = 100;
const FETCH_TIMEOUT_MS = 7_000;

interface History {
  readonly fetchedMs: number;
  readonly limit: number;
  readonly candles: Promise<Result<readonly Candle[], DomainError>>;
}

export interface ChartRequest {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly limit: number;
  readonly venue: Venue | null;
}

/** Answers candle requests: history from the venue, kept for a moment, continued with live candles. */
export class ChartDesk {
  private readonly clock: Clock;
  private readonly live: LiveCandles;
  private readonly references = new Map<Venue, ReferenceData>();
  private readonly instruments = new Map<Venue, readonly Instrument[]>();
  private readonly histories = new Map<string, History>();

  constructor(clock: Clock, live: LiveCandles) {
    this.clock = clock;
    this.live = live;
  }

  addVenue(reference: ReferenceData, instruments: readonly Instrument[]): void {
    this.references.set(reference.venue, reference);
    this.instruments.set(reference.venue, instruments);
  }

  /**
   * Returns the newest candles of a symbol, oldest first.
   *
   * @errors INSTRUMENT_UNKNOWN when no loaded venue lists it, VENUE_NOT_READY when the asked venue is not loaded yet;
   * otherwise what the venue answered.
   */
  async fetch(request: ChartRequest): Promise<Result<ChartAnswer, DomainError>> {
    if (request.venue !== null && !this.references.has(request.venue))
      return err(domainError('VENUE_NOT_READY', `venue=${request.venue}`));
    const instrument = this.find(request);
    if (instrument === null) return err(domainError('INSTRUMENT_UNKNOWN', `symbol=${request.symbol}`));
    const history = await this.history(instrument, request.timeframe, Math.max(CANDLES_MIN, request.limit));
    if (!history.ok) return history;
    const candles = withLive(history.value, this.live.of(instrument.id), request.timeframe);
    return ok({ venue: instrument.venue, candles: candles.slice(-request.limit) });
  }

  /** A perp before a spot market, venues in their usual order. */
  private find({ symbol, venue }: ChartRequest): Instrument | null {
    for (const kind of ['perp', 'spot'] as const) {
      for (const candidate of venue === null ? VENUES : [venue]) {
        const found = this.instruments
          .get(candidate)
          ?.find(
            (item) => item.symbol === symbol && item.kind === kind && !item.isInverse && item.quoteAsset === 'USDT',
          );
        if (found !== undefined) return found;
      }
    }
    return null;
  }

  private history(instrument: Instrument, timeframe: Timeframe, limit: number): History['candles'] {
    const key = `${instrument.id}|${timeframe}`;
    const nowMs = this.clock.nowMs();
    const known = this.histories.get(key);
    if (known !== undefined && known.limit >= limit && nowMs - known.fetchedMs < FRESH_MS) return known.candles;
    const candles = this.ask(instrument, timeframe, limit);
    this.histories.delete(key);
    this.histories.set(key, { fetchedMs: nowMs, limit, candles });
    this.dropOldest();
    void this.forgetIfFailed(key, candles);
    return candles;
  }

  private async forgetIfFailed(key: string, candles: History['candles']): Promise<void> {
    const result = await candles;
    if (!result.ok && this.histories.get(key)?.candles === candles) this.histories.delete(key);
  }

  private ask(instrument: Instrument, timeframe: Timeframe, limit: number): History['candles'] {
    const reference = this.references.get(instrument.venue);
    if (reference === undefined)
      throw new Error(`Invariant: ${instrument.venue} has instruments and no reference data`);
    return answerWithin(FETCH_TIMEOUT_MS, this.clock, () => reference.fetchCandles(instrument, timeframe, limit));
  }

  private dropOldest(): void {
    const oldest = this.histories.keys().next();
    if (this.histories.size > HISTORIES_MAX && oldest.done !== true) this.histories.delete(oldest.value);
  }
}
