import { describe, expect, it, vi } from 'vitest';
import { FakeClock } from './fake-clock.ts';
import { LiveTable } from './live-table.ts';

interface Row {
  readonly id: string;
  readonly n: number;
}

function build() {
  const clock = new FakeClock();
  return { clock, table: new LiveTable<Row>(clock) };
}

describe('LiveTable', () => {
  it('announces any number of changes once per frame, and only to the rows that changed', () => {
    const { clock, table } = build();
    const onA = vi.fn();
    const onB = vi.fn();
    const onTable = vi.fn();
    table.subscribeRow('a', onA);
    table.subscribeRow('b', onB);
    table.subscribe(onTable);
    for (let n = 0; n < 200; n += 1) table.apply([{ id: 'a', n }], []);
    expect(clock.framesWaiting).toBe(1);
    expect(onA).not.toHaveBeenCalled();
    clock.drawFrame();
    expect(onA).toHaveBeenCalledTimes(1);
    expect(onB).not.toHaveBeenCalled();
    expect(onTable).toHaveBeenCalledTimes(1);
    expect(table.get('a')?.n).toBe(199);
  });

  it('takes away what a snapshot no longer has', () => {
    const { table } = build();
    table.replace([
      { id: 'a', n: 1 },
      { id: 'b', n: 1 },
    ]);
    table.replace([{ id: 'b', n: 2 }]);
    expect(table.values()).toEqual([{ id: 'b', n: 2 }]);
  });

  it('stands still while paused, counts what waits, and shows the newest on resume', () => {
    const { table } = build();
    table.replace([
      { id: 'a', n: 1 },
      { id: 'b', n: 1 },
    ]);
    table.pause();
    table.apply([{ id: 'a', n: 2 }], []);
    table.apply(
      [
        { id: 'a', n: 3 },
        { id: 'c', n: 1 },
      ],
      ['b'],
    );
    expect(table.values()).toEqual([
      { id: 'a', n: 1 },
      { id: 'b', n: 1 },
    ]);
    expect(table.waiting).toBe(4);
    table.resume();
    expect(table.values()).toEqual([
      { id: 'a', n: 3 },
      { id: 'c', n: 1 },
    ]);
    expect(table.waiting).toBe(0);
  });

  it('lets a snapshot that came during a pause replace everything on resume', () => {
    const { table } = build();
    table.replace([{ id: 'a', n: 1 }]);
    table.pause();
    table.apply([{ id: 'x', n: 1 }], []);
    table.replace([
      { id: 'b', n: 1 },
      { id: 'c', n: 1 },
    ]);
    table.apply([{ id: 'b', n: 2 }], ['c']);
    table.resume();
    expect(table.values()).toEqual([{ id: 'b', n: 2 }]);
  });
});
