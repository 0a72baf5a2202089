import {
  domainError,
  err,
  ok,
  type BorrowRate,
  type DomainError,
  type Instrument,
  type PriceLimits,
  type Result,
} from '@riptide/core/domain';
import { limitsOf, listOf, readBorrowRows, recordOf } from '../../kit/index.ts';
import { productOf } from '../enums.ts';
import { fromWireAsset } from '../symbols.ts';
import type { BybitRest } from '../rest/spot.ts';

const BORROW_FIELDS = { asset: 'currency', rate: 'hourlyBorrowRate', hours: 1, isLent: 'borrowable' } as const;
/** The level of an account without any; absent, the venue answers with every level. */
const NO_LEVEL = 'No VIP';

/** `GET /v5/spot-margin-trade/data`: interest of an hour of every coin, without a key. */
export async function getBorrowRates(rest: BybitRest): Promise<Result<readonly BorrowRate[], DomainError>> {
  const path = `/v5/spot-margin-trade/data?vipLevel=${encodeURIComponent(NO_LEVEL)}`;
  const body = await rest.client.get({ url: rest.baseUrl + path, weight: 1 });
  if (!body.ok) return body;
  const levels = listOf(recordOf(recordOf(body.value)?.['result'])?.['vipCoinList']);
  const level = levels?.map(recordOf).find((one) => one?.['vipLevel'] === NO_LEVEL) ?? recordOf(levels?.[0]);
  const rates = readBorrowRows(level?.['list'], BORROW_FIELDS, (coin) => fromWireAsset(coin).asset);
  return rates === null ? err(domainError('VENUE_ANSWER_MALFORMED', `path=${path}`)) : ok(rates);
}

/** `GET /v5/market/price-limit`: the dearest buy and the cheapest sale the venue takes now. */
export async function getPriceLimits(
  rest: BybitRest,
  instrument: Instrument,
): Promise<Result<PriceLimits, DomainError>> {
  const { kind, wireSymbol } = instrument;
  const path = `/v5/market/price-limit?category=${productOf(kind)}&symbol=${encodeURIComponent(wireSymbol)}`;
  const body = await rest.client.get({ url: rest.baseUrl + path, weight: 1 });
  if (!body.ok) return body;
  const row = recordOf(recordOf(body.value)?.['result']);
  if (row?.['buyLmt'] === undefined) return err(domainError('VENUE_ANSWER_MALFORMED', `path=${path}`));
  return ok(limitsOf(row['buyLmt'], row['sellLmt'], instrument));
}
