import {
  domainError,
  err,
  ok,
  type BorrowRate,
  type DomainError,
  type Result,
  type VenueKey,
} from '@riptide/core/domain';
import { isRecord, listOf, readBorrowRows, recordOf, type VenueDeps } from '../../kit/index.ts';
import type { KucoinConfig } from '../config.ts';
import { BORROW_COINS_MAX, WEIGHTS } from '../limits.ts';
import { buildGetBorrowInterestRate } from '../rest/account.ts';
import { fromWireBase } from '../symbols.ts';
import { PrivateApi } from './private-api.ts';
import { fetchBody, type RestApi } from './rest-api.ts';

const FIELDS = { asset: 'currency', rate: 'hourlyBorrowRate', hours: 1 } as const;
const SYMBOLS_PATH = '/api/v3/margin/symbols';

export interface BorrowParts {
  readonly spot: RestApi;
  readonly config: KucoinConfig;
  readonly deps: VenueDeps;
}

/** Returns what the coins of cross margin cost to borrow: their names need no key, their rates do. */
export async function fetchBorrowRates(
  { spot, config, deps }: BorrowParts,
  key: VenueKey,
): Promise<Result<readonly BorrowRate[], DomainError>> {
  const body = await fetchBody(spot, SYMBOLS_PATH, WEIGHTS.marginSymbols);
  if (!body.ok) return body;
  const coins = coinsOf(body.value);
  if (coins === null) return err(domainError('VENUE_ANSWER_MALFORMED', `path=${SYMBOLS_PATH}`));
  // A client of its own for each read: seldom needed, and the key may be another one next time.
  const api = new PrivateApi(config, { ...deps, key, offsetMs: () => 0 });
  const rates: BorrowRate[] = [];
  try {
    for (let at = 0; at < coins.length; at += BORROW_COINS_MAX) {
      const call = buildGetBorrowInterestRate(coins.slice(at, at + BORROW_COINS_MAX).join(','));
      const answer = await api.send(call, 'read');
      if (!answer.ok) return answer;
      const rows = readBorrowRows(
        recordOf(answer.value)?.['items'],
        FIELDS,
        (coin) => fromWireBase(coin, 'spot').asset,
      );
      if (rows === null) return err(domainError('VENUE_ANSWER_MALFORMED', `path=${call.path}`));
      rates.push(...rows);
    }
  } finally {
    await api.close();
  }
  return ok(rates);
}

function coinsOf(body: unknown): readonly string[] | null {
  const items = listOf(recordOf(recordOf(body)?.['data'])?.['items']);
  if (items === null) return null;
  const coins = items.flatMap((row) => (isRecord(row) ? [row['baseCurrency'], row['quoteCurrency']] : []));
  return [...new Set(coins.filter((coin): coin is string => typeof coin === 'string' && coin !== ''))];
}
