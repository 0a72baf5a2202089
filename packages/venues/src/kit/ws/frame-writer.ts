/** Fills a buffer with unpredictable bytes; masks must not be guessable (RFC 6455 10.3). */
export type FillRandom = (target: Buffer) => void;

/** Opcodes a client sends. */
export const CLIENT_OPCODES = { text: 1, close: 8, ping: 9, pong: 10 } as const;

/** Returns one final, masked client frame. */
export function clientFrame(opcode: number, payload: Buffer, fillRandom: FillRandom): Buffer {
  const size = payload.length;
  const headBytes = size < 126 ? 2 : size < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headBytes + 4 + size);
  frame[0] = 0x80 | opcode;
  if (size < 126) frame[1] = 0x80 | size;
  else if (size < 65_536) {
    frame[1] = 0x80 | 126;
    frame.writeUInt16BE(size, 2);
  } else {
    frame[1] = 0x80 | 127;
    frame.writeBigUInt64BE(BigInt(size), 2);
  }
  const mask = frame.subarray(headBytes, headBytes + 4);
  fillRandom(mask);
  const body = headBytes + 4;
  for (let i = 0; i < size; i += 1) frame[body + i] = payload[i]! ^ mask[i & 3]!;
  return frame;
}

/** Returns the payload of a close frame. */
export function closePayload(code: number, reason: string): Buffer {
  const text = Buffer.from(reason, 'utf8').subarray(0, 123);
  const payload = Buffer.allocUnsafe(2 + text.length);
  payload.writeUInt16BE(code, 0);
  text.copy(payload, 2);
  return payload;
}
