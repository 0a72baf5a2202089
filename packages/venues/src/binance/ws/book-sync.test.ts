import { DepthMessage } from '@riptide/core/domain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BookSync } from './book-sync.ts';

function diff(firstSeq: number, lastSeq: number, prevSeq = -1): DepthMessage {
  return Object.assign(new DepthMessage(), { firstSeq, lastSeq, prevSeq });
}

function aligned(product: 'spot' | 'usdm', snapshotSeq: number): BookSync {
  const sync = new BookSync(product);
  sync.wait();
  sync.align(snapshotSeq);
  return sync;
}

describe('BookSync on spot', () => {
  const cases = [
    { name: 'drops what the snapshot holds already', message: diff(90, 100), verdict: 'drop' },
    { name: 'takes the message that covers the snapshot', message: diff(99, 103), verdict: 'apply' },
    { name: 'takes a message that starts right behind it', message: diff(101, 103), verdict: 'apply' },
    { name: 'sees that the snapshot is too old', message: diff(102, 103), verdict: 'gap' },
  ];
  for (const c of cases) it(c.name, () => expect(aligned('spot', 100).accept(c.message)).toBe(c.verdict));

  it('then wants every U to follow the last u', () => {
    const sync = aligned('spot', 100);
    expect(sync.accept(diff(101, 103))).toBe('apply');
    expect(sync.accept(diff(104, 104))).toBe('apply');
    expect(sync.accept(diff(106, 107))).toBe('gap');
  });

  it('drops a duplicated message', () => {
    const sync = aligned('spot', 100);
    sync.accept(diff(101, 103));
    expect(sync.accept(diff(101, 103))).toBe('drop');
    expect(sync.accept(diff(104, 105))).toBe('apply');
  });
});

describe('BookSync on USD-M', () => {
  const cases = [
    { name: 'drops what ends before the snapshot', message: diff(90, 99, 80), verdict: 'drop' },
    { name: 'takes the message that ends at it', message: diff(90, 100, 80), verdict: 'apply' },
    { name: 'takes the message that covers it', message: diff(95, 120, 90), verdict: 'apply' },
    {
      name: 'takes the message whose pu is the snapshot though U is not next',
      message: diff(110, 120, 100),
      verdict: 'apply',
    },
    { name: 'sees that the snapshot is too old', message: diff(110, 120, 105), verdict: 'gap' },
  ];
  for (const c of cases) it(c.name, () => expect(aligned('usdm', 100).accept(c.message)).toBe(c.verdict));

  it('then goes by pu alone: U is not contiguous there', () => {
    const sync = aligned('usdm', 100);
    expect(sync.accept(diff(95, 120, 90))).toBe('apply');
    expect(sync.accept(diff(150, 160, 120))).toBe('apply');
    expect(sync.accept(diff(161, 170, 159))).toBe('gap');
  });

  it('drops a duplicated message and sees an out-of-order one', () => {
    const sync = aligned('usdm', 100);
    sync.accept(diff(95, 120, 90));
    expect(sync.accept(diff(95, 120, 90))).toBe('drop');
    expect(sync.accept(diff(150, 160, 140))).toBe('gap');
  });
});

describe('BookSync', () => {
  it('keeps messages while it waits and wants none while it is idle', () => {
    const sync = new BookSync('spot');
    expect(sync.accept(diff(1, 2))).toBe('drop');
    sync.wait();
    expect(sync.accept(diff(1, 2))).toBe('buffer');
    sync.align(2);
    sync.accept(diff(3, 3));
    expect(sync.state).toBe('live');
    sync.stop();
    expect(sync.accept(diff(4, 4))).toBe('drop');
  });

  it('applies a contiguous stream without a gap, and finds every message left out', () => {
    const stream = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 40 });
    fc.assert(
      fc.property(stream, fc.nat(), fc.constantFrom('spot' as const, 'usdm' as const), (steps, seed, product) => {
        let last = 100;
        const messages = steps.map((step) => {
          const message = diff(last + 1, last + step, product === 'usdm' ? last : -1);
          last += step;
          return message;
        });
        const sync = aligned(product, 100);
        expect(messages.map((m) => sync.accept(m))).toEqual(messages.map(() => 'apply'));
        const left = 1 + (seed % (messages.length - 2));
        const holed = aligned(product, 100);
        const verdicts = messages.filter((_, at) => at !== left).map((m) => holed.accept(m));
        expect(verdicts.indexOf('gap')).toBe(left);
      }),
    );
  });
});
