import { describe, expect, it } from 'vitest';
import { ok, type Instrument } from '@riptide/core/domain';
import type { BybitRest } from '../rest/spot.ts';
import { getBorrowRates, getPriceLimits } from './terms.ts';

const PEPE = { kind: 'perp', wireSymbol: '1000PEPEUSDT', pxDivisor: 1_000 } as Instrument;

/** A venue that answers everything with one result, and what it was asked. */
function answering(result: unknown): { readonly rest: BybitRest; readonly asked: string[] } {
  const asked: string[] = [];
  const client = {
    get: ({ url }: { readonly url: string }) => {
      asked.push(url);
      return Promise.resolve(ok({ retCode: 0, retMsg: 'OK', result, time: 1 }));
    },
  };
  return { rest: { client: client as never, baseUrl: 'https://x' }, asked };
}

const coin = (currency: string, borrowable: boolean, hourlyBorrowRate: string): object => ({
  borrowable,
  currency,
  hourlyBorrowRate,
});

describe('Bybit terms', () => {
  it('tell the hourly rate of what is lent to an account without a level', async () => {
    const list = [coin('BTC', true, '0.0000015'), coin('SOL', false, ''), coin('SHIB1000', true, '0.000004')];
    const levels = [
      { list: [coin('BTC', true, '0.000001')], vipLevel: 'VIP-1' },
      { list, vipLevel: 'No VIP' },
    ];
    const { rest, asked } = answering({ vipCoinList: levels });
    const rates = [
      { asset: 'BTC', perHourFrac: 0.0000015 },
      { asset: 'SHIB', perHourFrac: 0.000004 },
    ];
    expect(await getBorrowRates(rest)).toEqual(ok(rates));
    expect(asked).toEqual(['https://x/v5/spot-margin-trade/data?vipLevel=No%20VIP']);
  });

  it('tell limits per unit of the bare coin', async () => {
    const { rest, asked } = answering({ symbol: '1000PEPEUSDT', buyLmt: '0.0125', sellLmt: '0.011', ts: '1' });
    expect(await getPriceLimits(rest, PEPE)).toEqual(ok({ buyMaxPx: 0.0000125, sellMinPx: 0.000011 }));
    expect(asked).toEqual(['https://x/v5/market/price-limit?category=linear&symbol=1000PEPEUSDT']);
  });

  it('call an answer of another shape malformed', async () => {
    const malformed = { ok: false, error: { code: 'VENUE_ANSWER_MALFORMED' } };
    expect(await getBorrowRates(answering({ vipCoinList: [] }).rest)).toMatchObject(malformed);
    expect(await getPriceLimits(answering({}).rest, PEPE)).toMatchObject(malformed);
  });
});
