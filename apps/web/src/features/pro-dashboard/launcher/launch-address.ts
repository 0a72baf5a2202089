import { VENUE_NAMES, type VenueName } from '@riptide/contracts/calls';
import { FIRST_BRACKET, type UsualBracket } from '../../../shared/arb-trades/use-usual-bracket.ts';
import type { RawSearch, SearchChange } from '../frame/pro-address.ts';
import { FIRST_LAUNCH, type LaunchForm } from './launch-form.ts';

type Sent = Pick<LaunchForm, 'symbol' | 'venues' | 'qty' | 'notionalUsd'>;

const SYMBOL = /^[A-Z0-9]{2,30}$/;
const SIZE = /^\d{1,12}(\.\d{1,12})?$/;

/** Writes a trade for the launcher into the address; the counter lets the same trade be sent twice. */
export function writeLaunch({ symbol, venues, qty, notionalUsd }: Sent, raw: RawSearch): SearchChange {
  return {
    launchSymbol: symbol.trim().toUpperCase(),
    launchVenues: venues.join(','),
    launchQty: qty.trim(),
    launchNotional: notionalUsd.trim(),
    launchSend: (Number(raw['launchSend']) || 0) + 1,
  };
}

/** Reads the trade that the launcher starts with; what is left out or unknown is its default. */
export function readLaunch(
  raw: RawSearch,
  usual: UsualBracket = FIRST_BRACKET,
): { readonly key: string; readonly form: LaunchForm } {
  const symbol = raw['launchSymbol']?.toUpperCase() ?? '';
  const names = raw['launchVenues']?.split(',') ?? [];
  const venues: readonly VenueName[] = VENUE_NAMES.filter((venue) => names.includes(venue));
  const [qty, notionalUsd] = [sizeOf(raw['launchQty']), sizeOf(raw['launchNotional'])];
  const isSent = SYMBOL.test(symbol);
  return {
    key: isSent ? `${raw['launchSend'] ?? ''} ${symbol} ${names.join()} ${qty} ${notionalUsd}` : '',
    form: isSent
      ? {
          ...FIRST_LAUNCH,
          ...usual,
          symbol,
          venues: venues.length === 0 ? VENUE_NAMES : venues,
          qty,
          notionalUsd: qty === '' && notionalUsd === '' ? FIRST_LAUNCH.notionalUsd : notionalUsd,
        }
      : { ...FIRST_LAUNCH, ...usual },
  };
}

function sizeOf(text: string | undefined): string {
  return text !== undefined && SIZE.test(text) ? text : '';
}
