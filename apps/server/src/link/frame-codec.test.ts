import { describe, expect, it } from 'vitest';
import { encodeFrame, FRAME_BYTES_MAX, FrameReader } from './frame-codec.ts';

const MESSAGES = [
  { a: 1 },
  { text: 'Zürich → 東京' },
  { list: Array.from({ length: 500 }, (_, i) => i) },
  null,
  'x',
  { unknown: Number.NaN },
];

function readAll(bytes: Buffer, sizes: (offset: number) => number): unknown[] {
  const reader = new FrameReader();
  const messages: unknown[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const end = offset + sizes(offset);
    reader.push(bytes.subarray(offset, end), (message) => messages.push(message));
    offset = end;
  }
  return messages;
}

describe('FrameReader', () => {
  const bytes = Buffer.concat(MESSAGES.map(encodeFrame));

  it.each([1, 2, 3, 5, 7, 64, 1000, 100_000])('reads the same messages from chunks of %i bytes', (size) => {
    expect(readAll(bytes, () => size)).toEqual(MESSAGES);
  });

  it('reads the same messages from chunks of changing size', () => {
    expect(readAll(bytes, (offset) => 1 + ((offset * 7919) % 61))).toEqual(MESSAGES);
  });

  it('refuses a length over the limit', () => {
    const header = Buffer.alloc(4);
    header.writeUInt32BE(FRAME_BYTES_MAX + 1, 0);
    expect(() => new FrameReader().push(header, () => undefined)).toThrow('over the limit');
  });

  it('refuses what is no message', () => {
    const frame = Buffer.from([0, 0, 0, 2, 0x7b, 0x7b]);
    expect(() => new FrameReader().push(frame, () => undefined)).toThrow();
  });
});
