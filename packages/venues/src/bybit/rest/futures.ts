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
import { BYBIT_LIMITS } from '../limits.ts';
import { getInstruments, type BybitRest } from './spot.ts';

/** The USDT-settled perpetuals among the linear instruments; dated and USDC-settled ones are not traded. */
export async function getPerps(
  rest: BybitRest,
): Promise<Result<{ readonly instruments: readonly Instrument[]; readonly skipped: number }, DomainError>> {
  const linear = await getInstruments(rest, 'linear');
  if (!linear.ok) return linear;
  return ok({ ...linear.value, instruments: linear.value.instruments.filter((one) => one.kind === 'perp') });
}

/** `GET /v5/market/funding/history`: the newest settlements of a span, newest first. A start without an end is refused by the venue. */
export async function getFundingHistory(
  rest: BybitRest,
  instrument: Instrument,
  span: { readonly fromMs: number; readonly toMs: number },
): Promise<Result<readonly FundingSettlement[], DomainError>> {
  const query = new URLSearchParams({
    category: 'linear',
    symbol: instrument.wireSymbol,
    startTime: String(span.fromMs),
    endTime: String(span.toMs),
    limit: String(BYBIT_LIMITS.fundingRowsMax),
  });
  const path = `/v5/market/funding/history?${query.toString()}`;
  const body = await rest.client.get({ url: rest.baseUrl + path, weight: 1 });
  if (!body.ok) return body;
  const fields = { time: 'fundingRateTimestamp', rate: 'fundingRate' };
  const rows = readFundingRows(recordOf(recordOf(body.value)?.['result'])?.['list'], fields, instrument);
  return rows === null ? err(domainError('VENUE_ANSWER_MALFORMED', `path=${path}`)) : ok(rows);
}
