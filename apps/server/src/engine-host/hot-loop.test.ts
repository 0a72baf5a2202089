import { describe, expect, it } from 'vitest';
import type { HotBatch, HotCommand } from '@riptide/core/engine';
import { VirtualClock } from '@riptide/core/kernel';
import type { ScannerSnapshot } from '@riptide/core/strategies';
import { HotLoop } from './hot-loop.ts';
import type { FromHot } from './hot-protocol.ts';

function newLoop() {
  const clock = new VirtualClock(1_800_000_000_000);
  const counts = { ticks: 0, batches: 0 };
  const commands: HotCommand[] = [];
  const posted: FromHot[] = [];
  const engine = {
    tick: () => void (counts.ticks += 1),
    command: (command: HotCommand) => void commands.push(command),
    takeBatch: () => ({ seq: (counts.batches += 1) }) as HotBatch,
    scannerSnapshot: () => ({ version: 1, atMs: clock.nowMs() }) as unknown as ScannerSnapshot,
  };
  return { clock, counts, commands, posted, loop: new HotLoop(engine, clock, (message) => posted.push(message)) };
}

describe('HotLoop', () => {
  it('stops handing out after two batches nobody took, and keeps ticking', () => {
    const { clock, counts, posted, loop } = newLoop();
    clock.advance(1_000);
    expect([counts.ticks, counts.batches]).toEqual([10, 2]);
    loop.handle({ kind: 'taken' });
    clock.advance(100);
    expect(posted.at(-1)).toEqual({ kind: 'batch', batch: { seq: 3 }, lateBatches: 8 });
    clock.advance(100);
    expect(counts.batches).toBe(3);
  });

  it('passes commands on and leaves stop to its thread', () => {
    const { loop, commands } = newLoop();
    expect(loop.handle({ kind: 'command', command: { kind: 'stop-scanner' } })).toBe(true);
    expect(loop.handle({ kind: 'stop' })).toBe(false);
    expect(commands).toEqual([{ kind: 'stop-scanner' }]);
  });

  it('tells what the scanner knows every 30 seconds, and once more at the end', () => {
    const { clock, posted, loop } = newLoop();
    const states = () => posted.flatMap((message) => (message.kind === 'scanner-state' ? [message.snapshot.atMs] : []));
    clock.advance(60_000);
    expect(states()).toEqual([1_800_000_030_000, 1_800_000_060_000]);
    clock.advance(5_000);
    loop.stop();
    clock.advance(60_000);
    expect(states().slice(2)).toEqual([1_800_000_065_000]);
  });
});
