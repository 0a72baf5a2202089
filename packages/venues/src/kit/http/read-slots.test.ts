import { describe, expect, it } from 'vitest';
import { ReadSlots } from './read-slots.ts';

describe('ReadSlots', () => {
  it('lets so many in at once, the rest in their order, and refuses what is over the bound', async () => {
    const slots = new ReadSlots(2, 2);
    const entered: number[] = [];
    const refused: number[] = [];
    for (let n = 1; n <= 5; n += 1) void slots.take().then((isIn) => (isIn ? entered : refused).push(n));
    await Promise.resolve();
    await Promise.resolve();
    expect(entered).toEqual([1, 2]);
    expect(refused).toEqual([5]);
    slots.give();
    await Promise.resolve();
    await Promise.resolve();
    expect(entered).toEqual([1, 2, 3]);
    for (let n = 0; n < 3; n += 1) slots.give();
    expect(await slots.take()).toBe(true);
    expect(entered).toEqual([1, 2, 3, 4]);
  });
});
