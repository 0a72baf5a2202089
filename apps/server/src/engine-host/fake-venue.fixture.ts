import {
  domainError,
  err,
  instrumentId,
  ok,
  type BorrowRate,
  type Candle,
  type DayTicker,
  type DomainError,
  type FundingSettlement,
  type Instrument,
  type ReferenceData,
  type Result,
  type Venue,
} from '@riptide/core/domain';

/** Returns a listing in USDT with plain numbers. */
export function fakeInstrument(venue: Venue, base: string, kind: 'spot' | 'perp'): Instrument {
  return {
    id: instrumentId(`${base}USDT`, kind, venue),
    venue,
    kind,
    symbol: `${base}USDT`,
    wireSymbol: `${base}-USDT`,
    baseAsset: base,
    quoteAsset: 'USDT',
    settleAsset: 'USDT',
    isInverse: false,
    qtyScale: 1,
    pxDivisor: 1,
    pxTick: '0.1',
    qtyStep: '0.001',
    qtyMin: '0.001',
    qtyMax: null,
    notionalMin: '5',
    isTrading: true,
    listedMs: null,
    fundingIntervalHours: kind === 'perp' ? 8 : null,
  };
}

/** A venue for tests that answers as it is told; by default it lists BTC as spot and perp. */
export class FakeReference implements ReferenceData {
  readonly venue: Venue;
  instruments: Result<readonly Instrument[], DomainError>;
  candles: Result<readonly Candle[], DomainError> = ok([]);
  funding: Result<readonly FundingSettlement[], DomainError> = ok([]);
  clockOffsetMs = 0;
  /** Absent, the venue wants a key. */
  borrow: readonly BorrowRate[] | null = null;
  readonly asked = { instruments: 0, candles: 0, clock: 0, funding: 0, borrow: 0 };

  constructor(venue: Venue) {
    this.venue = venue;
    this.instruments = ok([fakeInstrument(venue, 'BTC', 'spot'), fakeInstrument(venue, 'BTC', 'perp')]);
  }

  /** Makes every request fail from now on. */
  fail(): void {
    this.instruments = err(domainError('VENUE_UNREACHABLE', 'cause=ECONNREFUSED', { outcome: 'not-sent' }));
  }

  loadInstruments(): Promise<Result<readonly Instrument[], DomainError>> {
    this.asked.instruments += 1;
    return Promise.resolve(this.instruments);
  }

  fetchCandles(): Promise<Result<readonly Candle[], DomainError>> {
    this.asked.candles += 1;
    return Promise.resolve(this.candles);
  }

  fetchFundingHistory(): Promise<Result<readonly FundingSettlement[], DomainError>> {
    this.asked.funding += 1;
    return Promise.resolve(this.funding);
  }

  fetchBorrowRates(): Promise<Result<readonly BorrowRate[], DomainError>> {
    this.asked.borrow += 1;
    const missing = err(domainError('CREDENTIALS_MISSING', 'no key', { outcome: 'not-sent' }));
    return Promise.resolve(this.borrow === null ? missing : ok(this.borrow));
  }

  fetchDayTickers(): Promise<Result<readonly DayTicker[], DomainError>> {
    return Promise.resolve(ok([]));
  }

  measureClock(): Promise<Result<{ readonly offsetMs: number; readonly roundTripMs: number }, DomainError>> {
    this.asked.clock += 1;
    return Promise.resolve(ok({ offsetMs: this.clockOffsetMs, roundTripMs: 2 }));
  }
}
