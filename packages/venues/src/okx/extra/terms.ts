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
import { OKX_WEIGHTS } from '../limits.ts';
import { assetOf } from '../symbols.ts';
import type { OkxRest } from '../rest/spot.ts';

const BORROW_FIELDS = { asset: 'ccy', rate: 'rate', hours: 24 } as const;

/** `GET /api/v5/public/interest-rate-loan-quota`: interest of a day of every coin that is lent, at the lowest level. */
export async function getBorrowRates(rest: OkxRest): Promise<Result<readonly BorrowRate[], DomainError>> {
  const path = '/api/v5/public/interest-rate-loan-quota';
  const body = await rest.client.get({ url: rest.baseUrl + path, weight: OKX_WEIGHTS.loanQuota });
  if (!body.ok) return body;
  const rates = readBorrowRows(firstRow(body.value)?.['basic'], BORROW_FIELDS, assetOf);
  return rates === null ? err(domainError('VENUE_ANSWER_MALFORMED', `path=${path}`)) : ok(rates);
}

/** `GET /api/v5/public/price-limit`: the dearest buy and the cheapest sale the venue takes now; none while it says that they are not in force. */
export async function getPriceLimits(rest: OkxRest, instrument: Instrument): Promise<Result<PriceLimits, DomainError>> {
  const path = `/api/v5/public/price-limit?instId=${encodeURIComponent(instrument.wireSymbol)}`;
  const body = await rest.client.get({ url: rest.baseUrl + path, weight: OKX_WEIGHTS.priceLimit });
  if (!body.ok) return body;
  const row = firstRow(body.value);
  if (row?.['buyLmt'] === undefined) return err(domainError('VENUE_ANSWER_MALFORMED', `path=${path}`));
  if (row['enabled'] === false) return ok({ buyMaxPx: null, sellMinPx: null });
  return ok(limitsOf(row['buyLmt'], row['sellLmt'], instrument));
}

function firstRow(body: unknown): ReturnType<typeof recordOf> {
  return recordOf(listOf(recordOf(body)?.['data'])?.[0]);
}
