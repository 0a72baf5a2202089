import { describe, expect, it } from 'vitest';
import { ok, type Instrument } from '@riptide/core/domain';
import type { OkxRest } from '../rest/spot.ts';
import { getBorrowRates, getPriceLimits } from './terms.ts';

const PEPE = { wireSymbol: 'PEPE-USDT-SWAP', pxDivisor: 1 } as Instrument;

/** A venue that answers everything with one body, and what it was asked. */
function answering(data: readonly unknown[]): { readonly rest: OkxRest; readonly asked: string[] } {
  const asked: string[] = [];
  const client = {
    get: ({ url }: { readonly url: string }) => {
      asked.push(url);
      return Promise.resolve(ok({ code: '0', msg: '', data }));
    },
  };
  return { rest: { client: client as never, baseUrl: 'https://x' }, asked };
}

describe('OKX terms', () => {
  it('tell the rate of a day per hour', async () => {
    const { rest, asked } = answering([{ basic: [{ ccy: 'USDT', quota: '500000', rate: '0.00043728' }], vip: [] }]);
    expect(await getBorrowRates(rest)).toEqual(ok([{ asset: 'USDT', perHourFrac: 0.00043728 / 24 }]));
    expect(asked).toEqual(['https://x/api/v5/public/interest-rate-loan-quota']);
  });

  it('tell limits in force, and none while they are switched off', async () => {
    const row = { instId: 'PEPE-USDT-SWAP', buyLmt: '0.0000125', sellLmt: '0.0000105', ts: '1', enabled: true };
    const { rest, asked } = answering([row]);
    expect(await getPriceLimits(rest, PEPE)).toEqual(ok({ buyMaxPx: 0.0000125, sellMinPx: 0.0000105 }));
    expect(asked).toEqual(['https://x/api/v5/public/price-limit?instId=PEPE-USDT-SWAP']);
    const off = answering([{ ...row, enabled: false }]);
    expect(await getPriceLimits(off.rest, PEPE)).toEqual(ok({ buyMaxPx: null, sellMinPx: null }));
  });

  it('call an answer of another shape malformed', async () => {
    const malformed = { ok: false, error: { code: 'VENUE_ANSWER_MALFORMED' } };
    expect(await getBorrowRates(answering([]).rest)).toMatchObject(malformed);
    expect(await getPriceLimits(answering([{}]).rest, PEPE)).toMatchObject(malformed);
  });
});
