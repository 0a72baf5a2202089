import {
  instrumentId,
  type Candle,
  type DomainError,
  type InstrumentId,
  type Result,
  type Venue,
} from '@riptide/core/domain';
import type { SnipingView } from '@riptide/core/engine';
import type { Log } from '@riptide/core/kernel';
import type { ChartAnswer } from '../link/link-contract.ts';

/** Minutes of history that an average begins with. */
const MINUTES = 100;
/** Symbols asked for at once: venues limit their history calls. */
const AT_ONCE_MAX = 2;
/** Tries per symbol; one that fails so often fills by its own trades. */
const TRIES_MAX = 3;

export interface MarketWarmerDeps {
  readonly log: Log;
  fetch(symbol: string, venue: Venue, limit: number): Promise<Result<ChartAnswer, DomainError>>;
  warm(id: InstrumentId, candles: readonly Candle[]): Promise<Result<unknown, DomainError>>;
}

/** Gives the engines the recent minutes of what they trade and of what nears a trigger, so that they are not blind after a start. */
export class MarketWarmer {
  private readonly deps: MarketWarmerDeps;
  private readonly tries = new Map<InstrumentId, number>();
  private readonly done = new Set<InstrumentId>();
  private running = 0;

  constructor(deps: MarketWarmerDeps) {
    this.deps = deps;
  }

  /** The hot thread began anew: it knows no history. */
  reset(): void {
    this.done.clear();
    this.tries.clear();
  }

  observe({ engines, candidates }: Pick<SnipingView, 'engines' | 'candidates'>): void {
    for (const { settings } of engines) for (const symbol of settings.symbols) this.want(symbol, settings.venue);
    for (const { symbol, instrumentId: id } of candidates) this.want(symbol, venueOf(id));
  }

  private want(symbol: string, venue: Venue): void {
    const id = instrumentId(symbol, 'perp', venue);
    const tries = this.tries.get(id) ?? 0;
    if (this.done.has(id) || tries >= TRIES_MAX || this.running >= AT_ONCE_MAX) return;
    this.tries.set(id, tries + 1);
    this.done.add(id);
    this.running += 1;
    this.warm(symbol, venue, id)
      .then((isWarm) => {
        if (!isWarm) this.done.delete(id);
      })
      .catch((e: unknown) => this.deps.log.error('an average could not be warmed', { id, detail: String(e) }))
      .finally(() => (this.running -= 1));
  }

  private async warm(symbol: string, venue: Venue, id: InstrumentId): Promise<boolean> {
    const fetched = await this.deps.fetch(symbol, venue, MINUTES);
    if (!fetched.ok) {
      this.deps.log.warn('no history for an average', { id, code: fetched.error.code });
      return false;
    }
    const warmed = await this.deps.warm(id, fetched.value.candles);
    return warmed.ok;
  }
}

function venueOf(id: InstrumentId): Venue {
  return id.slice(id.lastIndexOf('.') + 1) as Venue;
}
