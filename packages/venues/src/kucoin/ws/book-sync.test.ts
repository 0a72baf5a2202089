import { describe, expect, it } from 'vitest';
import { BookSync } from './book-sync.ts';

function liveAt(seq: number): BookSync {
  const sync = new BookSync();
  sync.buffer();
  sync.install(seq);
  return sync;
}

describe('BookSync', () => {
  it('keeps frames until a snapshot is there', () => {
    const sync = new BookSync();
    expect(sync.accept({ firstSeq: 5, lastSeq: 5 })).toBe('buffer');
    sync.buffer();
    expect(sync.accept({ firstSeq: 6, lastSeq: 6 })).toBe('buffer');
  });

  it('drops what the snapshot holds and applies from exactly the next on', () => {
    const sync = liveAt(100);
    expect(sync.accept({ firstSeq: 100, lastSeq: 100 })).toBe('drop');
    expect(sync.accept({ firstSeq: 101, lastSeq: 101 })).toBe('apply');
    expect(sync.accept({ firstSeq: 102, lastSeq: 105 })).toBe('apply');
    expect(sync.accept({ firstSeq: 105, lastSeq: 105 })).toBe('drop');
    expect(sync.lastSeq).toBe(105);
  });

  it('applies a range that starts inside the snapshot and ends behind it', () => {
    expect(liveAt(100).accept({ firstSeq: 98, lastSeq: 103 })).toBe('apply');
  });

  it('calls one missing number a gap and does not move', () => {
    const sync = liveAt(100);
    expect(sync.accept({ firstSeq: 102, lastSeq: 102 })).toBe('gap');
    expect(sync.lastSeq).toBe(100);
  });

  it('keeps what came before the acknowledgement', () => {
    const sync = new BookSync();
    sync.kept(50);
    sync.confirm();
    expect(sync.phase).toBe('buffering');
    expect(sync.fits(48)).toBe(false);
    expect(sync.fits(49)).toBe(true);
  });

  it('refuses a snapshot older than the first kept frame', () => {
    const sync = new BookSync();
    sync.buffer();
    sync.kept(50);
    sync.kept(51);
    expect(sync.fits(48)).toBe(false);
    expect(sync.fits(49)).toBe(true);
    expect(sync.fits(60)).toBe(true);
  });

  it('does not renew a live book with an older snapshot', () => {
    const sync = liveAt(100);
    sync.keepAnew();
    expect(sync.fits(99)).toBe(false);
    expect(sync.fits(100)).toBe(true);
    sync.kept(101);
    expect(sync.fits(99)).toBe(false);
    expect(sync.fits(100)).toBe(true);
  });

  it('drops everything once halted', () => {
    const sync = liveAt(100);
    sync.halt();
    expect(sync.accept({ firstSeq: 101, lastSeq: 101 })).toBe('drop');
  });
});
