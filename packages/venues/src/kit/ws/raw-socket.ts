import { randomBytes, randomFillSync } from 'node:crypto';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import type { Clock, StageMeter, TimerHandle } from '@riptide/core/kernel';
import { FrameReader } from './frame-reader.ts';
import { CLIENT_OPCODES, clientFrame, closePayload } from './frame-writer.ts';
import { readUpgrade, upgradeRequest } from './handshake.ts';

/** Events of one socket. After `onClosed` nothing more comes. */
export interface RawSocketEvents {
  onOpen(): void;
  /** HOT: `bytes[start, end)` is only valid during the call. */
  onText(bytes: Buffer, start: number, end: number): void;
  onPong(): void;
  /** `reason` is short and stable: `close-1008`, `refused-429`, `connect-timeout`, `violation`, `socket-error`, `ended`. */
  onClosed(reason: string, detail: string, retryAfterMs: number | null): void;
}

export interface RawSocketOptions {
  readonly url: URL;
  readonly clock: Clock;
  readonly connectTimeoutMs: number;
  readonly frameBytesMax: number;
  readonly stages?: StageMeter | undefined;
  readonly events: RawSocketEvents;
}

const READ_BUFFER_BYTES = 1 << 18;
const UPGRADE_HEAD_BYTES_MAX = 1 << 14;
/** Over this many unsent bytes the peer does not read any more. */
const UNSENT_BYTES_MAX = 1 << 20;
const CLOSE_GRACE_MS = 500;

/**
 * One WebSocket connection that reads from a single static buffer.
 *
 * `onread` hands every chunk over in the same memory, so that a frame is decoded where the kernel put it; measured 6 to 16 times
 * cheaper per frame than a general client (bench/ws-receive.bench.ts).
 */
export class RawSocket {
  private readonly socket: Socket;
  private readonly options: RawSocketOptions;
  private readonly key = randomBytes(16).toString('base64');
  private readonly reader: FrameReader;
  private head: Buffer | null = Buffer.alloc(0);
  private isClosed = false;
  private readonly connectTimer: TimerHandle;
  private closeTimer: TimerHandle | null = null;

  constructor(options: RawSocketOptions) {
    this.options = options;
    this.reader = new FrameReader(
      {
        onText: (bytes, start, end) => options.events.onText(bytes, start, end),
        onPing: (bytes, start, end) => this.write(CLIENT_OPCODES.pong, bytes.subarray(start, end)),
        onPong: () => options.events.onPong(),
        onClose: (code, reason) => this.answerClose(code, reason),
        onViolation: (what) => this.finish('violation', what),
      },
      options.frameBytesMax,
    );
    this.socket = this.open(options.url);
    this.connectTimer = options.clock.after(options.connectTimeoutMs, () =>
      this.finish('connect-timeout', options.url.host),
    );
  }

  /** Sends one text frame. Returns false when the socket can't take it. */
  send(text: string): boolean {
    return this.write(CLIENT_OPCODES.text, Buffer.from(text, 'utf8'));
  }

  /** Sends a protocol ping. */
  ping(): boolean {
    return this.write(CLIENT_OPCODES.ping, Buffer.alloc(0));
  }

  /** Closes politely, then by force after half a second. */
  close(code: number, reason: string): void {
    if (this.isClosed) return;
    if (this.head !== null) {
      this.finish(`close-${code}`, reason);
      return;
    }
    this.write(CLIENT_OPCODES.close, closePayload(code, reason));
    this.closeTimer ??= this.options.clock.after(CLOSE_GRACE_MS, () => this.finish(`close-${code}`, reason));
  }

  /** Drops the connection at once, without a close frame. */
  destroy(reason: string, detail: string): void {
    this.finish(reason, detail);
  }

  private open(url: URL): Socket {
    const isTls = url.protocol === 'wss:';
    const port = Number(url.port) || (isTls ? 443 : 80);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const onread = {
      buffer: Buffer.allocUnsafeSlow(READ_BUFFER_BYTES),
      callback: (bytes: number, buffer: Uint8Array): boolean => {
        this.onChunk(buffer as Buffer, bytes);
        return true;
      },
    };
    const socket = isTls
      ? connectTls({ host, port, servername: host, ALPNProtocols: ['http/1.1'], onread } as ConnectionOptions)
      : connectPlain({ host, port, onread });
    socket.setNoDelay(true);
    socket.once(isTls ? 'secureConnect' : 'connect', () => socket.write(upgradeRequest(url, this.key)));
    socket.on('error', (e: NodeJS.ErrnoException) => this.finish('socket-error', e.code ?? e.message));
    socket.on('end', () => this.finish('ended', 'peer ended the connection'));
    socket.on('close', () => this.finish('ended', 'connection closed'));
    return socket;
  }

  private onChunk(chunk: Buffer, length: number): void {
    if (this.isClosed) return;
    if (this.head === null) {
      this.options.stages?.chunk();
      this.reader.feed(chunk, length);
      this.options.stages?.chunkEnd();
    } else this.onHead(Buffer.concat([this.head, chunk.subarray(0, length)]));
  }

  private onHead(received: Buffer): void {
    const outcome = readUpgrade(received, this.key);
    if (outcome.kind === 'incomplete') {
      this.head = received;
      if (received.length > UPGRADE_HEAD_BYTES_MAX) this.finish('violation', 'upgrade answer too long');
      return;
    }
    if (outcome.kind === 'refused') {
      const retryAfterMs = outcome.retryAfterS === null ? null : outcome.retryAfterS * 1000;
      this.finish(`refused-${outcome.status}`, outcome.why, retryAfterMs);
      return;
    }
    this.head = null;
    this.connectTimer.cancel();
    this.options.events.onOpen();
    if (!this.isClosed && outcome.rest < received.length) this.reader.feed(received, received.length, outcome.rest);
  }

  private answerClose(code: number, reason: string): void {
    this.write(CLIENT_OPCODES.close, closePayload(code === 1005 ? 1000 : code, ''));
    this.finish(`close-${code}`, reason);
  }

  private write(opcode: number, payload: Buffer): boolean {
    if (this.isClosed || this.head !== null) return false;
    if (this.socket.writableLength > UNSENT_BYTES_MAX) {
      this.finish('not-reading', `${this.socket.writableLength} bytes unsent`);
      return false;
    }
    this.socket.write(clientFrame(opcode, payload, (target) => void randomFillSync(target)));
    return true;
  }

  private finish(reason: string, detail: string, retryAfterMs: number | null = null): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.connectTimer.cancel();
    this.closeTimer?.cancel();
    // A close answer may still be on its way out; end() flushes it, destroySoon() then frees the socket.
    this.socket.destroySoon();
    this.options.events.onClosed(reason, detail, retryAfterMs);
  }
}
