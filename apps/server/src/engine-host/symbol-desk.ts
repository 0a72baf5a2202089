import {
  decimal,
  domainError,
  err,
  marketOf,
  ok,
  toDecimalString,
  type DayTicker,
  type DomainError,
  type Instrument,
  type ReferenceData,
  type Result,
  type Venue,
} from '@riptide/core/domain';
import { isEligible } from '@riptide/core/engine';
import type { Clock, Log } from '@riptide/core/kernel';
import type {
  ListedVenue,
  SymbolCall,
  SymbolCalls,
  SymbolListing,
  WatchedSymbols,
  WatchOutcome,
} from '../link/symbol-calls.ts';
import { answerWithin } from './answer-within.ts';

/** With the engine's own choice of 60 these are the 200 symbols its hot side is measured with. */
export const WATCHED_SYMBOLS_MAX = 140;
const PRICES_FRESH_MS = 10_000;
const PRICES_TIMEOUT_MS = 5_000;
/** Reading the journal is the longest part of a start. */
const RESTART_TIMEOUT_MS = 12_000;
const PX_DIGITS = 10;

type Answer<C extends SymbolCall> = Result<SymbolCalls[C]['answer'], DomainError>;
type Kind = 'spot' | 'perp';
type Prices = Result<ReadonlyMap<string, number>, DomainError>;

/** Where watched symbols are kept. */
export interface WatchStore {
  add(symbols: readonly string[], by: string, addedMs: number): Promise<void>;
}

export interface SymbolDeskDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: WatchStore;
  /** As they were kept. */
  readonly watched: readonly string[];
  /** Everything follows everything of a recording: nothing can be added. */
  readonly isReplay: boolean;
  /** What is in flight now, in words; null when nothing is. */
  inFlight(): string | null;
  /** Starts the hot thread anew over the universe of now. */
  restart(): Promise<void>;
}

interface Listed {
  readonly reference: ReferenceData;
  readonly instruments: readonly Instrument[];
}

/** Knows what every venue lists, followed or not, and what people want followed. */
export class SymbolDesk {
  private readonly deps: SymbolDeskDeps;
  private readonly venues = new Map<Venue, Listed>();
  private readonly prices = new Map<string, { readonly askedMs: number; readonly prices: Promise<Prices> }>();
  private readonly wanted: Set<string>;
  private followed: ReadonlySet<string> = new Set();
  private changing: Promise<unknown> = Promise.resolve();
  private tellFollowed: () => void = () => undefined;

  constructor(deps: SymbolDeskDeps) {
    this.deps = deps;
    this.wanted = new Set(deps.watched);
  }

  /** Asked for by people. */
  get watched(): readonly string[] {
    return [...this.wanted];
  }

  /** A venue has told its list; a newer one replaces it. */
  addVenue(reference: ReferenceData, instruments: readonly Instrument[]): void {
    this.venues.set(reference.venue, { reference, instruments });
  }

  /** What the hot thread follows now. */
  setFollowed(instruments: readonly Instrument[]): void {
    this.followed = new Set(instruments.map(({ symbol }) => symbol));
    this.tellFollowed();
  }

  async answer<C extends SymbolCall>(name: C, request: SymbolCalls[C]['request']): Promise<Answer<C>> {
    switch (name) {
      case 'list-symbols':
        return this.list(request as SymbolCalls['list-symbols']['request']);
      case 'watched-symbols':
        return ok(this.state());
      default:
        return this.watch(request as SymbolCalls['watch-symbols']['request']);
    }
  }

  private async list({
    symbols,
    venues,
    withPrices,
  }: SymbolCalls['list-symbols']['request']): Promise<Answer<'list-symbols'>> {
    if (this.venues.size === 0) return err(domainError('ENGINE_NOT_READY', 'no venue has told its list'));
    const asked = new Set(symbols);
    const found = new Map<string, SymbolListing[]>(symbols.map((symbol) => [symbol, []]));
    const listed = await Promise.all(
      venues.map(async (venue): Promise<ListedVenue> => {
        const known = this.venues.get(venue);
        if (known === undefined) {
          return { venue, isLoaded: false, instruments: 0, reason: 'has not told its list of instruments yet' };
        }
        const wanted = known.instruments.filter(({ symbol }) => asked.has(symbol));
        const [spot, perp] = await Promise.all(
          (['spot', 'perp'] as const).map(async (kind) =>
            withPrices && wanted.some((each) => each.kind === kind) ? this.pricesOf(known.reference, kind) : null,
          ),
        );
        for (const instrument of wanted) {
          const prices = instrument.kind === 'spot' ? spot : perp;
          const listing = listingOf(instrument, prices?.ok === true ? prices.value : new Map());
          if (listing !== null) found.get(instrument.symbol)?.push(listing);
        }
        const failed = [spot, perp].find((prices) => prices?.ok === false);
        const reason = failed?.ok === false ? `prices could not be read: ${failed.error.code.toLowerCase()}` : null;
        return { venue, isLoaded: true, instruments: known.instruments.length, reason };
      }),
    );
    return ok({ symbols: [...found].map(([symbol, listings]) => ({ symbol, listings })), venues: listed });
  }

  /** Kept for a moment: a person who types asks often, a venue must not be. */
  private pricesOf(reference: ReferenceData, kind: Kind): Promise<Prices> {
    const key = `${reference.venue}:${kind}`;
    const nowMs = this.deps.clock.nowMs();
    const known = this.prices.get(key);
    if (known !== undefined && nowMs - known.askedMs < PRICES_FRESH_MS) return known.prices;
    const prices = answerWithin(PRICES_TIMEOUT_MS, this.deps.clock, () => reference.fetchDayTickers(kind)).then(
      (result): Prices => (result.ok ? ok(byWireSymbol(result.value)) : result),
    );
    this.prices.set(key, { askedMs: nowMs, prices });
    return prices;
  }

  /** One after the other: two that come at once must not pass the bound together. */
  private watch(request: SymbolCalls['watch-symbols']['request']): Promise<Answer<'watch-symbols'>> {
    const done = this.changing.then(() => this.watchNow(request));
    this.changing = done.catch(() => undefined);
    return done;
  }

  private async watchNow({
    symbols,
    isApplied,
    by,
  }: SymbolCalls['watch-symbols']['request']): Promise<Answer<'watch-symbols'>> {
    if (this.venues.size === 0) return err(domainError('ENGINE_NOT_READY', 'no venue has told its list'));
    const added: string[] = [];
    const outcomes = [...new Set(symbols)].map((symbol): WatchOutcome => {
      const live = this.followed.has(symbol) ? ('now' as const) : ('next-start' as const);
      if (this.wanted.has(symbol) || (this.followed.has(symbol) && this.deps.isReplay)) {
        return { symbol, outcome: 'known', live, reason: null };
      }
      const reason = this.refusalOf(symbol, added.length);
      if (reason !== null) return { symbol, outcome: 'refused', live: null, reason };
      added.push(symbol);
      return { symbol, outcome: 'new', live, reason: null };
    });
    const nowMs = this.deps.clock.nowMs();
    try {
      await this.deps.store.add(added, by, nowMs);
    } catch (e) {
      this.deps.log.error('watched symbols not saved', { detail: String(e) });
      return err(domainError('ENGINE_NOT_READY', 'watched symbols could not be saved', { outcome: 'rejected' }));
    }
    for (const symbol of added) this.wanted.add(symbol);
    const notRestarted = isApplied ? await this.apply() : null;
    const settled = outcomes.map((each) =>
      each.live !== null && this.followed.has(each.symbol) ? { ...each, live: 'now' as const } : each,
    );
    return ok({
      ...this.state(),
      outcomes: settled,
      isRestarted: isApplied && notRestarted === null,
      notRestarted,
    });
  }

  /** Returns why the hot thread was not started anew; null when it was. */
  private async apply(): Promise<string | null> {
    if ([...this.wanted].every((symbol) => this.followed.has(symbol))) return 'everything is followed already';
    const reason = this.deps.inFlight();
    if (reason !== null) return reason;
    this.deps.log.info('the hot thread starts anew for watched symbols', { watched: this.wanted.size });
    const isFollowed = new Promise<boolean>((resolve) => {
      const timer = this.deps.clock.after(RESTART_TIMEOUT_MS, () => resolve(false));
      this.tellFollowed = () => {
        timer.cancel();
        resolve(true);
      };
    });
    await this.deps.restart();
    return (await isFollowed) ? null : `the engine starts anew, but has not come up in ${RESTART_TIMEOUT_MS} ms`;
  }

  private refusalOf(symbol: string, addedNow: number): string | null {
    if (this.deps.isReplay) return 'a recording is followed as it is: nothing can be added';
    const listings = [...this.venues.values()].flatMap(({ instruments }) =>
      instruments.filter((instrument) => instrument.symbol === symbol),
    );
    if (listings.length === 0) return 'no venue that has told its list lists it';
    if (!listings.some(isEligible)) return `listed only as ${listings.map(kindText).join(', ')}`;
    if (this.wanted.size + addedNow >= WATCHED_SYMBOLS_MAX) {
      return `${WATCHED_SYMBOLS_MAX} symbols are watched already, which is the most`;
    }
    return null;
  }

  private state(): WatchedSymbols {
    return {
      watched: [...this.wanted],
      followed: [...this.followed].sort(),
      watchedMax: WATCHED_SYMBOLS_MAX,
    };
  }
}

/** Returns a listing in base units, exactly; null for kinds the product only reads. */
function listingOf(instrument: Instrument, prices: ReadonlyMap<string, number>): SymbolListing | null {
  const market = marketOf(instrument.kind);
  if (market === null) return null;
  const scale = decimal(instrument.qtyScale);
  const px = prices.get(instrument.wireSymbol) ?? Number.NaN;
  return {
    symbol: instrument.symbol,
    venue: instrument.venue,
    market,
    wireSymbol: instrument.wireSymbol,
    isInverse: instrument.isInverse,
    isTrading: instrument.isTrading,
    px: Number.isFinite(px) && px > 0 ? toDecimalString(decimal(Number(px.toPrecision(PX_DIGITS)))) : null,
    qtyMinBase: toDecimalString(decimal(instrument.qtyMin).times(scale)),
    qtyStepBase: toDecimalString(decimal(instrument.qtyStep).times(scale)),
    notionalMin: instrument.notionalMin,
  };
}

function kindText({ kind, venue, isInverse, isTrading, quoteAsset }: Instrument): string {
  const words = [isTrading ? '' : 'halted', isInverse ? 'inverse' : '', kind, `in ${quoteAsset}`, `at ${venue}`];
  return words.filter((word) => word !== '').join(' ');
}

function byWireSymbol(tickers: readonly DayTicker[]): ReadonlyMap<string, number> {
  return new Map(tickers.map(({ wireSymbol, lastPx }) => [wireSymbol, lastPx]));
}
