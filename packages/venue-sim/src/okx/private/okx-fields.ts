import { parseDecimal, type Decimal } from '@riptide/core/domain';
import { stepsOf } from '../../server/steps-of.ts';
import type { OkxListing, OkxListings } from '../okx-listing.ts';
import type { OkxParams } from './okx-context.ts';
import { okxWordsOf, type OkxWords } from './okx-refusals.ts';

/** Reads the parameters of one item and keeps the first refusal; readers return null where they found nothing. */
export class OkxFields {
  refusal: OkxWords | null = null;
  private readonly params: OkxParams;

  constructor(params: OkxParams) {
    this.params = params;
  }

  /** Keeps a refusal unless there is one already. */
  refuse(words: OkxWords): null {
    this.refusal ??= words;
    return null;
  }

  /** Refuses a parameter with 51000. */
  wrong(name: string): null {
    return this.refuse(['51000', `Parameter ${name} error`]);
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

  /** The items of a list parameter. */
  items(name: string): readonly OkxParams[] {
    const value = this.params[name];
    return Array.isArray(value) ? (value as readonly OkxParams[]) : [];
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

  /** The listing that `instId`, or on sockets `instIdCode`, names. */
  listing(listings: OkxListings): OkxListing | null {
    const instId = this.text('instId');
    const code = this.params['instIdCode'];
    const found =
      instId === null
        ? (listings.all.find(({ instIdCode }) => typeof code === 'number' && instIdCode === code) ?? null)
        : listings.byId(instId);
    return found ?? this.refuse(okxWordsOf('unknown-symbol'));
  }

  /** A price in ticks; refuses what isn't positive or stands between two ticks. */
  ticks(name: string, { instrument }: OkxListing): number | null {
    const px = this.amount(name);
    return px === null ? null : (stepsOf(px, instrument.pxTick) ?? this.wrong(name));
  }

  /** A quantity in lots; refuses what isn't positive or stands between two steps. */
  lots(name: string, { instrument }: OkxListing): number | null {
    const qty = this.amount(name);
    return qty === null ? null : (stepsOf(qty, instrument.qtyStep) ?? this.refuse(okxWordsOf('qty-off-step')));
  }
}
