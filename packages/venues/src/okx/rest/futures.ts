import {
  domainError,
  err,
  ok,
  type DomainError,
  type FundingSettlement,
  type Instrument,
  type Result,
} from '@riptide/core/domain';
import { readFundingRows, recordOf } from '../../kit/index.ts';
import { OKX_LIMITS, OKX_WEIGHTS } from '../limits.ts';
import { readFundingHours } from './parse.ts';
import type { OkxRest } from './spot.ts';

/** `GET /api/v5/public/funding-rate?instId=ANY`: hours between two settlements of every perp, by name. */
export async function getFundingHours(rest: OkxRest): Promise<Result<ReadonlyMap<string, number>, DomainError>> {
  const url = `${rest.baseUrl}/api/v5/public/funding-rate?instId=ANY`;
  const body = await rest.client.get({ url, weight: OKX_WEIGHTS.fundingRate });
  return body.ok ? ok(readFundingHours(body.value)) : body;
}

/**
 * `GET /api/v5/public/funding-rate-history`: the newest settlements until `toMs`, newest first; three months are kept.
 *
 * QUIRK(okx): `after` means older than. `fundingRate` was the forecast, `realizedRate` is what was paid.
 */
export async function getFundingHistory(
  rest: OkxRest,
  instrument: Instrument,
  toMs: number,
): Promise<Result<readonly FundingSettlement[], DomainError>> {
  const query = new URLSearchParams({
    instId: instrument.wireSymbol,
    after: String(toMs + 1),
    limit: String(OKX_LIMITS.fundingRowsMax),
  });
  const path = `/api/v5/public/funding-rate-history?${query.toString()}`;
  const body = await rest.client.get({ url: rest.baseUrl + path, weight: OKX_WEIGHTS.fundingRate });
  if (!body.ok) return body;
  const fields = { time: 'fundingTime', rate: 'realizedRate' };
  const rows = readFundingRows(recordOf(body.value)?.['data'], fields, instrument);
  return rows === null ? err(domainError('VENUE_ANSWER_MALFORMED', `path=${path}`)) : ok(rows);
}
