import { DepthMessage } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { BookSync, isKeepAlive } from './book-sync.ts';

function depth(fields: { prev?: number; last?: number; checksum?: number; levels?: number }): DepthMessage {
  const message = new DepthMessage();
  message.prevSeq = fields.prev ?? -1;
  message.lastSeq = fields.last ?? -1;
  message.checksum = fields.checksum ?? 0;
  for (let at = 0; at < (fields.levels ?? 1); at += 1) message.pushBid(100 + at, 1);
  return message;
}

function liveAt(last: number): BookSync {
  const sync = new BookSync(1);
  expect(sync.judge(0, true, depth({ last }))).toBe('apply');
  return sync;
}

describe('BookSync', () => {
  it('keeps updates until a snapshot comes', () => {
    const sync = new BookSync(1);
    expect(sync.judge(0, false, depth({ prev: 5, last: 9 }))).toBe('buffer');
    expect(sync.isWaiting(0)).toBe(true);
  });

  it('applies an update that names the last message, whatever the step', () => {
    const sync = liveAt(10);
    expect(sync.judge(0, false, depth({ prev: 10, last: 11 }))).toBe('apply');
    expect(sync.judge(0, false, depth({ prev: 11, last: 104 }))).toBe('apply');
  });

  it('finds a gap before anything of the message is applied', () => {
    const sync = liveAt(10);
    expect(sync.judge(0, false, depth({ prev: 12, last: 14 }))).toBe('gap');
    expect(sync.judge(0, false, depth({ prev: 10, last: 12 }))).toBe('apply');
  });

  it('drops the last message when it comes twice', () => {
    const sync = liveAt(10);
    sync.judge(0, false, depth({ prev: 10, last: 14 }));
    expect(sync.judge(0, false, depth({ prev: 10, last: 14 }))).toBe('drop');
    expect(sync.judge(0, false, depth({ prev: 14, last: 15 }))).toBe('apply');
  });

  it('takes messages in the wrong order for a gap', () => {
    const sync = liveAt(10);
    expect(sync.judge(0, false, depth({ prev: 14, last: 20 }))).toBe('gap');
  });

  it('goes on with a smaller number after the venue restarted its numbering', () => {
    const sync = liveAt(904_511);
    expect(sync.judge(0, false, depth({ prev: 904_511, last: 12 }))).toBe('apply');
    expect(sync.judge(0, false, depth({ prev: 12, last: 13 }))).toBe('apply');
  });

  it('does not take small numbers of a missed restart for old messages', () => {
    expect(liveAt(904_511).judge(0, false, depth({ prev: 12, last: 13 }))).toBe('gap');
  });

  it('takes a keep-alive without levels as the same message', () => {
    const sync = liveAt(10);
    const alive = depth({ prev: 10, last: 10, levels: 0 });
    expect(isKeepAlive(alive)).toBe(true);
    expect(sync.judge(0, false, alive)).toBe('apply');
    expect(sync.judge(0, false, depth({ prev: 10, last: 12 }))).toBe('apply');
  });

  it('starts anew with any snapshot', () => {
    const sync = liveAt(10);
    expect(sync.judge(0, true, depth({ last: 3 }))).toBe('apply');
    expect(sync.judge(0, false, depth({ prev: 3, last: 4 }))).toBe('apply');
  });

  it('lets the checksum guard books without sequences, and nothing guard is a gap', () => {
    const sync = new BookSync(1);
    sync.judge(0, true, depth({ checksum: 77 }));
    expect(sync.judge(0, false, depth({ checksum: -5 }))).toBe('apply');
    expect(sync.judge(0, false, depth({ checksum: 0 }))).toBe('gap');
    expect(sync.judge(0, false, depth({ checksum: Number.NaN }))).toBe('gap');
  });

  it('does not let a checksum stand in for the sequence of a numbered book', () => {
    expect(liveAt(10).judge(0, false, depth({ checksum: 77 }))).toBe('gap');
  });

  it('lays updates over a REST snapshot: old ones dropped, the first must reach over it, then strictly', () => {
    const sync = new BookSync(1);
    sync.startFrom(0, 100);
    expect(sync.judge(0, false, depth({ prev: 80, last: 95 }))).toBe('drop');
    expect(sync.judge(0, false, depth({ prev: 95, last: 100 }))).toBe('drop');
    expect(sync.judge(0, false, depth({ prev: 98, last: 107 }))).toBe('apply');
    expect(sync.judge(0, false, depth({ prev: 106, last: 109 }))).toBe('gap');
  });

  it('finds the gap between a REST snapshot and what comes after it', () => {
    const sync = new BookSync(1);
    sync.startFrom(0, 100);
    expect(sync.judge(0, false, depth({ prev: 101, last: 107 }))).toBe('gap');
  });
});
