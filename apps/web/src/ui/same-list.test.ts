import { describe, expect, it } from 'vitest';
import { isSameList } from './same-list.ts';

describe('isSameList', () => {
  const row = { id: 'a', price: 1 };
  const cases = [
    { name: 'new objects that say the same', one: [row], other: [{ ...row }], same: true },
    { name: 'two empty lists', one: [], other: [], same: true },
    { name: 'another value', one: [row], other: [{ ...row, price: 2 }], same: false },
    { name: 'one row more', one: [row], other: [row, row], same: false },
    { name: 'one row less', one: [row, row], other: [row], same: false },
    { name: 'another order', one: [row, { id: 'b' }], other: [{ id: 'b' }, row], same: false },
    { name: 'one field less', one: [{ id: 'a' }], other: [row], same: false },
  ];
  for (const { name, one, other, same } of cases) it(name, () => expect(isSameList<object>(one, other)).toBe(same));
});
