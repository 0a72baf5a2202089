import { DepthMessage } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { BookSync } from './book-sync.ts';

function message(u: number): DepthMessage {
  const depth = new DepthMessage();
  depth.lastSeq = u;
  return depth;
}

describe('BookSync', () => {
  it('drops deltas before the snapshot, applies the next one after it', () => {
    const sync = new BookSync(1);
    expect(sync.judge(0, false, message(6))).toBe('drop');
    expect(sync.judge(0, true, message(7))).toBe('apply');
    expect(sync.judge(0, false, message(8))).toBe('apply');
  });

  it('drops a doubled delta and finds a missing one', () => {
    const sync = new BookSync(1);
    sync.judge(0, true, message(7));
    sync.judge(0, false, message(8));
    expect(sync.judge(0, false, message(8))).toBe('drop');
    expect(sync.judge(0, false, message(10))).toBe('gap');
  });

  it('starts over at u 1 when the venue restarted', () => {
    const sync = new BookSync(1);
    sync.judge(0, true, message(900));
    expect(sync.judge(0, true, message(1))).toBe('apply');
    expect(sync.judge(0, false, message(2))).toBe('apply');
  });

  it('waits for a snapshot after a reset, each instrument by itself', () => {
    const sync = new BookSync(2);
    sync.judge(0, true, message(5));
    sync.judge(1, true, message(5));
    sync.reset(0);
    expect(sync.isWaiting(0)).toBe(true);
    expect(sync.judge(1, false, message(6))).toBe('apply');
  });
});
