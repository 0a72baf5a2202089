import { describe, expect, it } from 'vitest';
import type { MonoNs } from '../domain/index.ts';
import { STAGE, STAGE_BOUNDS_NS, StageMeter, STAGES } from './stage-meter.ts';

function newMeter(everyChunks = 1) {
  const time = { ns: 0 };
  const meter = new StageMeter({ clock: { nowNs: () => time.ns as MonoNs }, everyChunks });
  const told = (): Record<string, readonly [count: number, sumNs: number]> =>
    Object.fromEntries(
      meter.figures.flatMap(({ counts, sumNs }, at) => {
        const count = counts.reduce((sum, one) => sum + one, 0);
        return count === 0 ? [] : [[STAGES[at], [count, sumNs] as const]];
      }),
    );
  return { time, meter, told };
}

describe('StageMeter', () => {
  it('gives each stage the time since the one before, and a waiting frame its wait in the chunk', () => {
    const { time, meter, told } = newMeter();
    meter.chunk();
    for (const waited of [100, 2_000]) {
      time.ns = waited;
      meter.frame();
      time.ns += 300;
      meter.lap(STAGE.decode);
      time.ns += 200;
      meter.lap(STAGE.book);
      time.ns += 50;
      meter.lap(STAGE.scan);
      time.ns += 10;
      meter.lap(STAGE.decision);
      time.ns += 7;
      meter.taken();
    }
    expect(told()).toEqual({ socket: [2, 2_100], decode: [2, 600], book: [2, 400], scan: [2, 100], decision: [2, 20] });
  });

  it('counts a message that moved no best price as the book’s alone', () => {
    const { time, meter, told } = newMeter();
    meter.chunk();
    meter.frame();
    time.ns += 300;
    meter.lap(STAGE.decode);
    time.ns += 200;
    meter.taken();
    expect(told()).toEqual({ socket: [1, 0], decode: [1, 300], book: [1, 200] });
  });

  it('measures one chunk of so many, and nothing between chunks', () => {
    const { meter, told } = newMeter(4);
    for (let at = 0; at < 40; at += 1) {
      meter.chunk();
      meter.frame();
      meter.chunkEnd();
      meter.lap(STAGE.decode);
    }
    expect(told()).toEqual({ socket: [10, 0] });
  });

  it('puts a time into the class whose bound it does not exceed', () => {
    const { time, meter } = newMeter();
    for (const ns of [...STAGE_BOUNDS_NS, 1e12]) {
      meter.chunk();
      time.ns += ns;
      meter.frame();
    }
    expect(meter.figures[STAGE.socket]?.counts).toEqual([...STAGE_BOUNDS_NS, 0].map(() => 1));
  });

  it('counts the way of each order to its bytes once, and none that took no way', () => {
    const { time, meter, told } = newMeter();
    meter.written();
    time.ns = 5_000;
    meter.journalled(1_000, 2);
    time.ns = 6_000;
    meter.written();
    time.ns = 7_000;
    meter.written();
    meter.written();
    expect(told()).toEqual({ journal: [1, 4_000], bytes: [2, 3_000] });
    meter.journalled(7_000, 1);
    time.ns = 9e9;
    meter.written();
    expect(told()['bytes']).toEqual([2, 3_000]);
  });
});
