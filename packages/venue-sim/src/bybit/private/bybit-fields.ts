import { parseDecimal, type Decimal } from '@riptide/core/domain';
import { stepsOf } from '../../server/steps-of.ts';
import type { BybitCategory, BybitListing, BybitListings } from '../bybit-listing.ts';
import { invalid, type BybitAnswer } from './bybit-answer.ts';
import { bybitRefusalOf } from './bybit-refusals.ts';

/** Parameters of a call: the body's fields, or the query's. */
export type BybitParams = Readonly<Record<string, unknown>>;

/** Reads the parameters of one call and keeps the first refusal; readers return null where they found nothing. */
export class BybitFields {
  /** What is wrong with the parameters read so far. */
  refusal: BybitAnswer | null = null;
  private readonly params: BybitParams;

  constructor(params: BybitParams) {
    this.params = params;
  }

  /** Keeps a refusal unless there is one already. */
  refuse(refusal: BybitAnswer): null {
    this.refusal ??= refusal;
    return null;
  }

  /** Null when absent or empty. Numbers are read as their text. */
  text(name: string): string | null {
    const value = this.params[name];
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    return typeof value === 'string' && value !== '' ? value : null;
  }

  flag(name: string): boolean {
    return this.text(name) === 'true';
  }

  /** Reads one of a closed list of words; refuses anything else, and absence unless there is a default. */
  choice<T>(name: string, words: Readonly<Record<string, T>>, fallback: T | null = null): T | null {
    const value = this.text(name);
    if (value === null && fallback !== null) return fallback;
    return words[value ?? ''] ?? this.refuse(invalid(`params error: ${name} invalid`));
  }

  amount(name: string): Decimal | null {
    const value = this.text(name);
    if (value === null) return null;
    return parseDecimal(value) ?? this.refuse(invalid(`params error: ${name} invalid`));
  }

  whole(name: string): number | null {
    const value = this.text(name);
    if (value === null) return null;
    return /^\d{1,16}$/.test(value) ? Number(value) : this.refuse(invalid(`params error: ${name} invalid`));
  }

  category(): BybitCategory | null {
    const value = this.text('category');
    return value === 'spot' || value === 'linear' ? value : this.refuse(invalid('Illegal category'));
  }

  /** The listing that category and symbol name. */
  listing(categories: Readonly<Record<BybitCategory, BybitListings>>): BybitListing | null {
    const category = this.category();
    if (category === null) return null;
    const symbol = this.text('symbol') ?? '';
    const found = categories[category].bySymbol.get(symbol);
    if (found !== undefined) return found;
    const refusal = bybitRefusalOf(category, 'unknown-symbol');
    return this.refuse(category === 'spot' ? refusal : { ...refusal, retMsg: `${refusal.retMsg} ${symbol}` });
  }

  /** A price in ticks; refuses what isn't positive or stands between two ticks. */
  ticks(name: string, listing: BybitListing): number | null {
    const px = this.amount(name);
    if (px === null) return this.refuse(invalid(`params error: ${name} invalid`));
    if (px.lte(0)) return this.refuse(invalid(`params error: ${name} invalid`));
    const ticks = stepsOf(px, listing.instrument.pxTick);
    return ticks ?? this.refuse(bybitRefusalOf(listing.category, 'px-off-tick'));
  }

  /** A quantity in lots; refuses what isn't positive or stands between two steps. */
  lots(name: string, listing: BybitListing): number | null {
    const qty = this.amount(name);
    if (qty === null || qty.lte(0)) return this.refuse(invalid('Qty invalid'));
    const lots = stepsOf(qty, listing.instrument.qtyStep);
    return lots ?? this.refuse(bybitRefusalOf(listing.category, 'qty-off-step'));
  }
}
