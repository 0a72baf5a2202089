import { fc, it as prop } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { FrameReader } from './frame-reader.ts';

function serverFrame(first: number, payload: Buffer): Buffer {
  const size = payload.length;
  if (size < 126) return Buffer.concat([Buffer.from([first, size]), payload]);
  if (size < 65_536) return Buffer.concat([Buffer.from([first, 126, size >> 8, size & 255]), payload]);
  const head = Buffer.alloc(10);
  head[0] = first;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(size), 2);
  return Buffer.concat([head, payload]);
}

function listening(frameBytesMax = 1 << 20): { reader: FrameReader; seen: string[] } {
  const seen: string[] = [];
  const reader = new FrameReader(
    {
      onText: (bytes, start, end) => void seen.push(`text:${bytes.toString('utf8', start, end)}`),
      onPing: (bytes, start, end) => void seen.push(`ping:${bytes.toString('utf8', start, end)}`),
      onPong: () => void seen.push('pong'),
      onClose: (code, reason) => void seen.push(`close:${code}:${reason}`),
      onViolation: (what) => void seen.push(`violation:${what}`),
    },
    frameBytesMax,
  );
  return { reader, seen };
}

describe('FrameReader', () => {
  prop.prop([
    fc.array(
      fc.oneof(
        fc.string({ maxLength: 200 }),
        fc.nat({ max: 70_000 }).map((n) => 'x'.repeat(n)),
      ),
      { minLength: 1, maxLength: 8 },
    ),
    fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 20 }),
  ])('delivers the same messages however the bytes are cut into chunks', (texts, cuts) => {
    const stream = Buffer.concat(texts.map((text) => serverFrame(0x81, Buffer.from(text))));
    const { reader, seen } = listening();
    for (let pos = 0, n = 0; pos < stream.length; n += 1) {
      const chunk = stream.subarray(pos, pos + cuts[n % cuts.length]!);
      reader.feed(Buffer.from(chunk), chunk.length);
      pos += chunk.length;
    }
    expect(seen).toEqual(texts.map((text) => `text:${Buffer.from(text).toString('utf8')}`));
  });

  it('joins fragments and lets a ping come between them', () => {
    const { reader, seen } = listening();
    const stream = Buffer.concat([
      serverFrame(0x01, Buffer.from('{"a"')),
      serverFrame(0x89, Buffer.from('hi')),
      serverFrame(0x00, Buffer.from(':')),
      serverFrame(0x80, Buffer.from('1}')),
    ]);
    reader.feed(stream, stream.length);
    expect(seen).toEqual(['ping:hi', 'text:{"a":1}']);
  });

  it('tells code and reason of a close, and 1005 when there is none', () => {
    const { reader, seen } = listening();
    const stream = Buffer.concat([
      serverFrame(0x88, Buffer.concat([Buffer.from([3, 240]), Buffer.from('policy')])),
      serverFrame(0x88, Buffer.alloc(0)),
    ]);
    reader.feed(stream, stream.length);
    expect(seen).toEqual(['close:1008:policy', 'close:1005:']);
  });

  it.each([
    ['a reserved bit', Buffer.from([0xc1, 1, 97]), 'reserved'],
    ['a masked frame', Buffer.from([0x81, 0x81, 0, 0, 0, 0, 97]), 'masked'],
    ['a binary message', Buffer.from([0x82, 1, 97]), 'binary'],
    ['a continuation without a start', Buffer.from([0x80, 1, 97]), 'continuation'],
    ['a fragmented ping', Buffer.from([0x09, 1, 97]), 'control frame'],
    ['an unknown opcode', Buffer.from([0x83, 1, 97]), 'unknown opcode'],
  ])('stops at %s and reads nothing after it', (_name, bytes, what) => {
    const { reader, seen } = listening();
    const stream = Buffer.concat([bytes, serverFrame(0x81, Buffer.from('after'))]);
    reader.feed(stream, stream.length);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toContain(`violation:`);
    expect(seen[0]).toContain(what);
  });

  it('refuses a frame over the bound by its header, before any byte of it is kept', () => {
    const { reader, seen } = listening(100_000);
    const head = Buffer.alloc(10);
    head[0] = 0x81;
    head[1] = 127;
    head.writeBigUInt64BE(10_000_000n, 2);
    reader.feed(head, head.length);
    expect(seen[0]).toContain('allowed 100000');
  });
});
