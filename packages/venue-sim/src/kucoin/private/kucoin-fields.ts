import { parseDecimal, type Decimal } from '@riptide/core/domain';
import { stepsOf } from '../../server/steps-of.ts';
import type { KucoinListing, KucoinListings, KucoinProduct } from '../kucoin-listing.ts';
import { bad, type KucoinParams, type KucoinReply } from './kucoin-context.ts';
import { kucoinRefusalOf } from './kucoin-refusals.ts';

const PAGE_ROWS = 50;
const PAGE_ROWS_MAX = 1_000;

/** Reads the parameters of one call and keeps the first refusal; readers return null where they found nothing. */
export class KucoinFields {
  refusal: KucoinReply | null = null;
  private readonly product: KucoinProduct;
  private readonly params: KucoinParams;

  constructor(product: KucoinProduct, params: KucoinParams) {
    this.product = product;
    this.params = params;
  }

  /** Keeps a refusal unless there is one already. */
  refuse(refusal: KucoinReply): null {
    this.refusal ??= refusal;
    return null;
  }

  /** Refuses a parameter: 400100 on spot, 100001 on futures. */
  wrong(name: string): null {
    return this.refuse(bad(this.product === 'spot' ? '400100' : '100001', `${name} parameter invalid.`));
  }

  /** Null when absent or empty. Numbers and booleans are read as their text. */
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
    return (value === null ? undefined : words[value]) ?? this.wrong(name);
  }

  whole(name: string): number | null {
    const value = this.text(name);
    if (value === null) return null;
    return /^\d{1,16}$/.test(value) ? Number(value) : this.wrong(name);
  }

  amount(name: string): Decimal | null {
    const value = this.text(name);
    const read = value === null ? null : parseDecimal(value);
    return read === null || read.lte(0) ? this.wrong(name) : read;
  }

  listing(listings: KucoinListings): KucoinListing | null {
    return listings.bySymbol(this.text('symbol') ?? '') ?? this.refuse(kucoinRefusalOf(this.product, 'unknown-symbol'));
  }

  /** A price in ticks; refuses what isn't positive or stands between two ticks. */
  ticks(name: string, { instrument }: KucoinListing): number | null {
    const px = this.amount(name);
    if (px === null) return null;
    return stepsOf(px, instrument.pxTick) ?? this.refuse(kucoinRefusalOf(this.product, 'px-off-tick'));
  }

  /** A quantity in lots; refuses what isn't positive or stands between two steps. */
  lots(name: string, { instrument }: KucoinListing): number | null {
    const qty = this.amount(name);
    if (qty === null) return null;
    return stepsOf(qty, instrument.qtyStep) ?? this.refuse(kucoinRefusalOf(this.product, 'qty-off-step'));
  }

  /** A client id of at most 40 letters, digits, dashes and underscores. */
  clientOid(): string {
    const clientOid = this.text('clientOid') ?? '';
    if (!/^[A-Za-z0-9_-]{0,40}$/.test(clientOid)) this.wrong('clientOid');
    return clientOid;
  }

  /** Rows of a numbered page in the venue's envelope. */
  page(rows: readonly unknown[]): Record<string, unknown> {
    const currentPage = Math.max(1, this.whole('currentPage') ?? 1);
    const pageSize = Math.max(1, Math.min(this.whole('pageSize') ?? PAGE_ROWS, PAGE_ROWS_MAX));
    const from = (currentPage - 1) * pageSize;
    const totalPage = Math.ceil(rows.length / pageSize);
    return { currentPage, pageSize, totalNum: rows.length, totalPage, items: rows.slice(from, from + pageSize) };
  }

  /** The span that `startAt` and `endAt` bound. */
  span(): { readonly sinceMs?: number; readonly untilMs?: number } {
    const sinceMs = this.whole('startAt');
    const untilMs = this.whole('endAt');
    return { ...(sinceMs === null ? {} : { sinceMs }), ...(untilMs === null ? {} : { untilMs }) };
  }
}
