import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StreamTopic } from '@riptide/contracts';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { EventHub } from './event-hub.ts';

const hubs: EventHub[] = [];
afterEach(() => hubs.splice(0).forEach((hub) => hub.close()));

/** A browser that reads everything at once. */
class Reading extends EventEmitter {
  readonly got: unknown[] = [];
  readonly writableLength = 0;
  write(chunk: unknown): void {
    this.got.push(chunk);
  }
  end(): void {
    this.emit('close');
  }
}

function openHub(readers: number) {
  const clock = new VirtualClock(1_800_000_000_000);
  const hub = new EventHub({ clock, log: silentLog(), runId: 'run1', snapshot: () => ({ prices: [] }) });
  hubs.push(hub);
  const topics = new Set<StreamTopic>(['prices']);
  const all = Array.from({ length: readers }, () => new Reading());
  for (const reader of all) {
    const response = reader as unknown as ServerResponse;
    hub.attach({ topics, response, isStillAllowed: () => true }, undefined);
    reader.got.length = 0;
  }
  return { hub, all, clock };
}

describe('EventHub', () => {
  it.each([1, 50])('makes the text and the bytes of an event once for %s readers', (readers) => {
    const { hub, all } = openHub(readers);
    const stringify = vi.spyOn(JSON, 'stringify');
    const encode = vi.spyOn(Buffer, 'from');
    for (let n = 0; n < 10; n += 1) hub.publish('prices', { prices: [{ symbol: 'BTCUSDT', price: n }] });
    expect([stringify.mock.calls.length, encode.mock.calls.length]).toEqual([10, 10]);
    stringify.mockRestore();
    encode.mockRestore();
    for (const { got } of all) {
      expect(got).toHaveLength(10);
      expect(String(got[9])).toContain('"price":9');
      // The very same bytes, not equal ones.
      for (const [at, chunk] of got.entries()) expect(chunk).toBe(all[0]?.got[at]);
    }
  });

  it('makes a heartbeat once for all readers', () => {
    const { all, clock } = openHub(50);
    clock.advance(10_000);
    for (const { got } of all) expect(got.map(String)).toEqual([`: ${clock.nowMs()}\n\n`]);
    expect(new Set(all.map(({ got }) => got[0])).size).toBe(1);
  });
});
