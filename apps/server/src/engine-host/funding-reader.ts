import {
  decimal,
  domainError,
  err,
  ok,
  toDecimalString,
  type DomainError,
  type FundingSettlement,
  type Instrument,
  type InstrumentId,
  type ReferenceData,
  type Result,
  type Timeframe,
  type Venue,
} from '@riptide/core/domain';
import type { FundingDue, TradingCalls, TradingView } from '@riptide/core/engine';
import type { Clock, Log } from '@riptide/core/kernel';
import { answerWithin } from './answer-within.ts';

const MINUTE_MS = 60_000;
/** A long history takes several pages. */
const READ_TIMEOUT_MS = 30_000;
/** Pauses after a read that left something open, doubled each time. */
const AGAIN_MS = { first: 5_000, max: 300_000 } as const;
/** Histories read at once: venues limit these calls. */
const AT_ONCE_MAX = 2;
/** Candles one search for a price takes at most. */
const CANDLES_MAX = 1_000;
/** Settlements are on full hours, where a candle of each of these widths opens: the narrowest that reaches back far enough is asked for. */
const WIDTHS: readonly (readonly [Timeframe, number])[] = [
  ['1m', MINUTE_MS],
  ['5m', 5 * MINUTE_MS],
  ['15m', 15 * MINUTE_MS],
  ['1h', 60 * MINUTE_MS],
];

type BookFunding = TradingCalls['book-funding'];

export interface FundingReaderDeps {
  readonly clock: Clock;
  readonly log: Log;
  book(request: BookFunding['request']): Promise<Result<BookFunding['answer'], DomainError>>;
}

/** Reads from the venues what paper positions paid and earned while nobody watched, again and again until the core has booked it whole. */
export class FundingReader {
  private readonly deps: FundingReaderDeps;
  private readonly references = new Map<Venue, ReferenceData>();
  private readonly instruments = new Map<InstrumentId, Instrument>();
  private readonly tries = new Map<string, { readonly count: number; readonly dueMs: number }>();
  private readonly running = new Set<string>();

  constructor(deps: FundingReaderDeps) {
    this.deps = deps;
  }

  addVenue(reference: ReferenceData, instruments: readonly Instrument[]): void {
    this.references.set(reference.venue, reference);
    for (const instrument of instruments) this.instruments.set(instrument.id, instrument);
  }

  /** Starts what is due; call with every view. */
  observe({ fundingDue }: Pick<TradingView, 'fundingDue'>): void {
    for (const due of fundingDue) {
      const key = `${due.account}|${due.instrumentId}`;
      const { count, dueMs } = this.tries.get(key) ?? { count: 0, dueMs: 0 };
      const nowMs = this.deps.clock.nowMs();
      if (this.running.has(key) || this.running.size >= AT_ONCE_MAX || nowMs < dueMs) continue;
      const pauseMs = Math.min(AGAIN_MS.first * 2 ** Math.min(count, 20), AGAIN_MS.max);
      this.tries.set(key, { count: count + 1, dueMs: nowMs + pauseMs });
      this.running.add(key);
      this.bring(due)
        .then((isComplete) => {
          if (isComplete) this.tries.delete(key);
        })
        .catch((e: unknown) => this.deps.log.error('funding could not be brought', { key, detail: String(e) }))
        .finally(() => this.running.delete(key));
    }
  }

  private async bring({ account, instrumentId, sinceMs }: FundingDue): Promise<boolean> {
    const read = await this.read(instrumentId, sinceMs);
    if (!read.ok) {
      const { code, detail } = read.error;
      this.deps.log.warn('no funding history', { account, instrumentId, code, detail });
    }
    const booked = await this.deps.book({
      account,
      instrumentId,
      settlements: read.ok ? read.value : null,
      reason: read.ok ? null : `${read.error.code} ${read.error.detail}`,
    });
    return booked.ok && booked.value.isComplete;
  }

  private async read(id: InstrumentId, sinceMs: number): Promise<Result<readonly FundingSettlement[], DomainError>> {
    const instrument = this.instruments.get(id);
    const reference = instrument === undefined ? undefined : this.references.get(instrument.venue);
    if (instrument === undefined || reference === undefined) {
      return err(domainError('INSTRUMENT_UNKNOWN', `${id} is not listed`, { outcome: 'not-sent' }));
    }
    const history = await answerWithin(READ_TIMEOUT_MS, this.deps.clock, () =>
      reference.fetchFundingHistory(instrument, sinceMs),
    );
    return history.ok ? this.withMarks(reference, instrument, history.value) : history;
  }

  /** Where the venue tells no mark, the price its candle opened at in that minute stands in. A minute without one stays unknown. */
  private async withMarks(
    reference: ReferenceData,
    instrument: Instrument,
    settlements: readonly FundingSettlement[],
  ): Promise<Result<readonly FundingSettlement[], DomainError>> {
    const oldest = settlements.find(({ markPx }) => markPx === null);
    if (oldest === undefined) return ok(settlements);
    const backMs = this.deps.clock.nowMs() - minuteOf(oldest.venueMs);
    const [timeframe, widthMs] =
      WIDTHS.find(([, width]) => backMs / width + 2 <= CANDLES_MAX) ?? (['1h', 60 * MINUTE_MS] as const);
    const limit = Math.min(CANDLES_MAX, Math.ceil(backMs / widthMs) + 2);
    const candles = await answerWithin(READ_TIMEOUT_MS, this.deps.clock, () =>
      reference.fetchCandles(instrument, timeframe, limit),
    );
    if (!candles.ok) return candles;
    const openPx = new Map(candles.value.map(({ openMs, open }) => [openMs, open]));
    return ok(
      settlements.map((settlement) => {
        const px = openPx.get(minuteOf(settlement.venueMs));
        if (settlement.markPx !== null || px === undefined) return settlement;
        return { ...settlement, markPx: toDecimalString(decimal(px)) };
      }),
    );
  }
}

/** The stamp may be some ms beside the full minute. */
function minuteOf(venueMs: number): number {
  return Math.round(venueMs / MINUTE_MS) * MINUTE_MS;
}
