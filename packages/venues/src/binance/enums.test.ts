import { describe, expect, it } from 'vitest';
import { incomeKindOf } from './enums.ts';

describe('income of Binance futures', () => {
  it.each(['TRANSFER', 'INTERNAL_TRANSFER', 'COIN_SWAP_DEPOSIT', 'WELCOME_BONUS'])(
    'takes %s for money that came from outside, not for a result',
    (word) => expect(incomeKindOf(word)).toBe('transfer'),
  );

  it('leaves to the fills what fills tell', () => {
    expect([incomeKindOf('REALIZED_PNL'), incomeKindOf('COMMISSION')]).toEqual([null, null]);
  });
});
