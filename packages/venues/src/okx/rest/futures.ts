import { ok, type DomainError, type Result } from '@riptide/core/domain';
import { OKX_WEIGHTS } from '../limits.ts';
import { readFundingHours } from './parse.ts';
import type { OkxRest } from './spot.ts';

/** `GET /api/v5/public/funding-rate?instId=ANY`: hours between two settlements of every perp, by name. */
export async function getFundingHours(rest: OkxRest): Promise<Result<ReadonlyMap<string, number>, DomainError>> {
  const url = `${rest.baseUrl}/api/v5/public/funding-rate?instId=ANY`;
  const body = await rest.client.get({ url, weight: OKX_WEIGHTS.fundingRate });
  return body.ok ? ok(readFundingHours(body.value)) : body;
}
