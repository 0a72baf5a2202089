import type { InstrumentId, TradingRecord, Venue } from '@riptide/core/domain';

export type RecordOf<K extends TradingRecord['kind']> = Extract<TradingRecord, { readonly kind: K }>;

/** The same trade ends once; a record of it that comes again is the same news. */
export const ONCE_MS = 30 * 86_400_000;

/** Returns a text that begins with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function symbolOf(id: InstrumentId): string {
  return id.slice(0, id.indexOf('.'));
}

export function venueOf(account: string): Venue {
  return account.slice(0, account.indexOf(':')) as Venue;
}
