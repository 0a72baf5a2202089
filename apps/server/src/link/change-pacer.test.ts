import type { EpochMs, MonoNs } from '@riptide/core/domain';
import { VirtualClock, type Clock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { ChangePacer } from './change-pacer.ts';

const START_MS = 1_800_000_000_000;

function setUp() {
  const clock = new VirtualClock(START_MS);
  const ran: number[] = [];
  const pacer = new ChangePacer(clock, { gatherMs: 5, apartMs: 50 }, () => ran.push(clock.nowMs() - START_MS));
  return { clock, ran, pacer };
}

describe('ChangePacer', () => {
  it('runs nothing without a change', () => {
    const { clock, ran } = setUp();
    clock.advance(1_000);
    expect(ran).toEqual([]);
  });

  it('runs once, soon after the first of changes that come together', () => {
    const { clock, ran, pacer } = setUp();
    clock.advance(30);
    pacer.note();
    clock.advance(4);
    pacer.note();
    clock.advance(200);
    expect(ran).toEqual([35]);
  });

  it('keeps two runs apart, however many changes there are', () => {
    const { clock, ran, pacer } = setUp();
    for (let ms = 0; ms < 120; ms += 1) {
      pacer.note();
      clock.advance(1);
    }
    expect(ran).toEqual([5, 55, 105]);
  });

  it('waits its pace and no longer when the clock is set back', () => {
    let nowMs = START_MS;
    const waits: number[] = [];
    let due = (): void => undefined;
    const clock: Clock = {
      nowMs: () => nowMs as EpochMs,
      nowNs: () => 0 as MonoNs,
      every: () => ({ cancel: () => undefined }),
      after: (delayMs, task) => {
        waits.push(delayMs);
        due = task;
        return { cancel: () => undefined };
      },
    };
    const pacer = new ChangePacer(clock, { gatherMs: 5, apartMs: 50 }, () => undefined);
    pacer.note();
    due();
    nowMs -= 3_600_000;
    pacer.note();
    expect(waits).toEqual([5, 50]);
  });

  it('runs nothing more once cancelled, and starts anew with the next change', () => {
    const { clock, ran, pacer } = setUp();
    pacer.note();
    pacer.cancel();
    clock.advance(100);
    expect(ran).toEqual([]);
    pacer.note();
    clock.advance(5);
    expect(ran).toEqual([105]);
  });
});
