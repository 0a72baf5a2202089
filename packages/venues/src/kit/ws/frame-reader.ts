/** Receives what the reader found. `bytes[start, end)` is only valid during the call. */
export interface FrameHandler {
  onText(bytes: Buffer, start: number, end: number): void;
  onPing(bytes: Buffer, start: number, end: number): void;
  onPong(): void;
  /** `code` 1005 when the frame carried none (RFC 6455 7.1.5). */
  onClose(code: number, reason: string): void;
  /** The peer broke the protocol; the socket must be dropped. */
  onViolation(what: string): void;
}

const OP_CONTINUATION = 0;
const OP_TEXT = 1;
const OP_BINARY = 2;
const OP_CLOSE = 8;
const OP_PING = 9;
const OP_PONG = 10;
const FIN_TEXT = 0x81;
const NEED_MORE = -1;

/**
 * Reads RFC 6455 frames of a server in place, on the chunk the socket delivered.
 *
 * HOT: an unfragmented text frame that lies whole in its chunk costs no copy and no allocation. A frame that crosses a chunk
 * boundary is completed in a side buffer; fragments are joined in another. Both are bounded by `frameBytesMax`.
 * Text is not checked for UTF-8 here: decoders read numbers as bytes and validate only strings they hand on.
 */
export class FrameReader {
  private carry: Buffer;
  private carried = 0;
  private headerBytes = 0;
  private message: Buffer | null = null;
  private messageBytes = 0;
  private messageIsText = false;
  private isBroken = false;
  private readonly handler: FrameHandler;
  private readonly frameBytesMax: number;

  constructor(handler: FrameHandler, frameBytesMax: number) {
    this.handler = handler;
    this.frameBytesMax = frameBytesMax;
    this.carry = Buffer.allocUnsafeSlow(1 << 16);
  }

  /** Takes one chunk; bytes `[0, length)` of `chunk` are read. */
  feed(chunk: Buffer, length: number, from = 0): void {
    if (this.isBroken) return;
    let pos = from;
    if (this.carried > 0) {
      pos = this.completeCarried(chunk, length, pos);
      if (pos === NEED_MORE) return;
    }
    while (!this.isBroken) {
      const frameEnd = this.frameEnd(chunk, pos, length);
      if (frameEnd === NEED_MORE || frameEnd > length) break;
      this.dispatch(chunk, pos, pos + this.headerBytes, frameEnd);
      pos = frameEnd;
    }
    if (!this.isBroken && pos < length) this.keep(chunk, pos, length);
  }

  /** Forgets everything half read; for a new connection. */
  reset(): void {
    this.carried = 0;
    this.message = null;
    this.messageBytes = 0;
    this.isBroken = false;
  }

  /** Returns the end of the frame that starts at `pos`, or NEED_MORE while its header is incomplete. Sets `headerBytes`. */
  private frameEnd(bytes: Buffer, pos: number, length: number): number {
    if (pos + 2 > length) return NEED_MORE;
    const second = bytes[pos + 1]!;
    if (second >= 128) return this.violate('masked frame from the server');
    if (second < 126) {
      this.headerBytes = 2;
      return pos + 2 + second;
    }
    if (second === 126) {
      if (pos + 4 > length) return NEED_MORE;
      this.headerBytes = 4;
      return pos + 4 + ((bytes[pos + 2]! << 8) | bytes[pos + 3]!);
    }
    if (pos + 10 > length) return NEED_MORE;
    this.headerBytes = 10;
    const size = bytes.readUInt32BE(pos + 2) * 4_294_967_296 + bytes.readUInt32BE(pos + 6);
    if (size > this.frameBytesMax) return this.violate(`frame of ${size} bytes, allowed ${this.frameBytesMax}`);
    return pos + 10 + size;
  }

  private completeCarried(chunk: Buffer, length: number, from: number): number {
    let pos = from;
    let end = this.frameEnd(this.carry, 0, this.carried);
    while (end === NEED_MORE) {
      if (pos >= length || this.isBroken) return NEED_MORE;
      this.carry[this.carried] = chunk[pos]!;
      this.carried += 1;
      pos += 1;
      end = this.frameEnd(this.carry, 0, this.carried);
    }
    if (end > this.carry.length) this.growCarry(end);
    const take = Math.min(end - this.carried, length - pos);
    chunk.copy(this.carry, this.carried, pos, pos + take);
    this.carried += take;
    if (this.carried < end) return NEED_MORE;
    this.carried = 0;
    this.dispatch(this.carry, 0, this.headerBytes, end);
    return pos + take;
  }

  private keep(chunk: Buffer, pos: number, length: number): void {
    const rest = length - pos;
    if (rest > this.carry.length) this.growCarry(rest);
    chunk.copy(this.carry, 0, pos, length);
    this.carried = rest;
  }

  private growCarry(bytes: number): void {
    const bigger = Buffer.allocUnsafeSlow(Math.max(bytes, this.carry.length * 2));
    this.carry.copy(bigger, 0, 0, this.carried);
    this.carry = bigger;
  }

  private dispatch(bytes: Buffer, head: number, start: number, end: number): void {
    const first = bytes[head]!;
    if (first === FIN_TEXT && this.message === null) {
      this.handler.onText(bytes, start, end);
      return;
    }
    if ((first & 0x70) !== 0) {
      this.violate('reserved bits set: no extension was agreed');
      return;
    }
    this.dispatchRare(first & 0x0f, (first & 0x80) !== 0, bytes.subarray(start, end));
  }

  private dispatchRare(opcode: number, isFinal: boolean, payload: Buffer): void {
    if (opcode >= OP_CLOSE) {
      if (!isFinal || payload.length > 125) this.violate('control frame fragmented or over 125 bytes');
      else this.dispatchControl(opcode, payload);
      return;
    }
    if (opcode === OP_CONTINUATION) {
      if (this.message === null) this.violate('continuation without a start');
      else this.append(payload, isFinal);
      return;
    }
    if (opcode !== OP_TEXT && opcode !== OP_BINARY) {
      this.violate(`unknown opcode ${opcode}`);
      return;
    }
    if (this.message !== null) {
      this.violate('new message inside a fragmented one');
      return;
    }
    this.message = Buffer.allocUnsafeSlow(Math.max(payload.length, 1024));
    this.messageBytes = 0;
    this.messageIsText = opcode === OP_TEXT;
    this.append(payload, isFinal);
  }

  private dispatchControl(opcode: number, payload: Buffer): void {
    if (opcode === OP_PING) this.handler.onPing(payload, 0, payload.length);
    else if (opcode === OP_PONG) this.handler.onPong();
    else if (opcode === OP_CLOSE) {
      const code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
      this.handler.onClose(code, payload.length > 2 ? payload.toString('utf8', 2) : '');
    } else this.violate(`unknown opcode ${opcode}`);
  }

  private append(payload: Buffer, isFinal: boolean): void {
    let message = this.message;
    if (message === null) throw new Error('Invariant: fragment without a message');
    const total = this.messageBytes + payload.length;
    if (total > this.frameBytesMax) {
      this.violate(`message of more than ${this.frameBytesMax} bytes`);
      return;
    }
    if (total > message.length) {
      const bigger = Buffer.allocUnsafeSlow(Math.max(total, message.length * 2));
      message.copy(bigger, 0, 0, this.messageBytes);
      message = bigger;
      this.message = bigger;
    }
    payload.copy(message, this.messageBytes);
    this.messageBytes = total;
    if (!isFinal) return;
    this.message = null;
    if (this.messageIsText) this.handler.onText(message, 0, total);
    else this.violate('binary message on a text feed');
  }

  private violate(what: string): typeof NEED_MORE {
    this.isBroken = true;
    this.handler.onViolation(what);
    return NEED_MORE;
  }
}
