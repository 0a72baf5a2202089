import { describe, expect, it } from 'vitest';
import { BorrowRates } from './account-knowledge.ts';

describe('loan rates of a venue', () => {
  it('are unknown before they were told, and again when the venue can no more be read', () => {
    const rates = new BorrowRates();
    expect(rates.perHourFrac('OKX', 'BTC')).toBeNaN();
    expect(rates.set('OKX', [{ asset: 'BTC', perHourFrac: 0.00001 }])).toBe(1);
    expect(rates.perHourFrac('OKX', 'BTC')).toBe(0.00001);
    expect(rates.perHourFrac('OKX', 'ETH')).toBeNull();
    expect(rates.set('OKX', null)).toBe(0);
    expect(rates.perHourFrac('OKX', 'BTC')).toBeNaN();
    expect(rates.perHourFrac('OKX', 'ETH')).toBeNaN();
  });
});
