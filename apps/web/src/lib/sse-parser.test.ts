import { describe, expect, it } from 'vitest';
import { SseParser } from './sse-parser.ts';

describe('SseParser', () => {
  it('puts an event together over any cut', () => {
    const text = 'event: health\nid: 7\ndata: {"a":1}\n\n';
    for (let cut = 0; cut <= text.length; cut += 1) {
      const parser = new SseParser();
      const events = [...parser.push(text.slice(0, cut)), ...parser.push(text.slice(cut))];
      expect(events).toEqual([{ event: 'health', data: '{"a":1}', id: '7' }]);
    }
  });

  it('yields nothing for heartbeats and keeps the last id for events without one', () => {
    const parser = new SseParser();
    expect(parser.push(': ping\n\nid: 3\ndata: a\n\ndata: b\ndata: c\n\n')).toEqual([
      { event: 'message', data: 'a', id: '3' },
      { event: 'message', data: 'b\nc', id: '3' },
    ]);
  });
});
