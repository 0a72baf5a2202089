import { VENUES, type Venue } from '@riptide/core/domain';
import type { FrameTap } from '@riptide/venues/kit';

const BUFFER_BYTES = 1 << 20;
/** Buffers of one venue that may be on their way to the writer; beyond them frames are dropped and counted. */
const BUFFERS_OPEN_MAX = 16;
const NEWLINE = 10;
const SPACE = 32;
const ZERO = 48;
const MS_DIGITS = 13;

/** What leaves the recorder: whole lines of one venue, and the frames dropped before them. */
export interface FrameBatch {
  readonly venue: Venue;
  readonly bytes: Uint8Array;
  readonly dropped: number;
}

interface Lane {
  readonly venue: Venue;
  buffer: Buffer;
  length: number;
  open: number;
  dropped: number;
}

/**
 * Copies raw frames into buffers that are handed on whole. Lives where the sockets are read and never holds them up: a frame costs one
 * copy, and while the writer is behind frames are dropped, counted, and told with the next batch.
 */
export class FrameRecorder {
  private readonly post: (batch: FrameBatch) => void;
  private readonly lanes: ReadonlyMap<string, Lane>;
  private readonly prefixes = new Map<string, { readonly lane: Lane; readonly name: Buffer } | null>();
  private isOn = false;

  constructor(post: (batch: FrameBatch) => void) {
    this.post = post;
    this.lanes = new Map(VENUES.map((venue) => [venue.toLowerCase(), newLane(venue)]));
  }

  get isRecording(): boolean {
    return this.isOn;
  }

  start(): void {
    this.isOn = true;
  }

  /** Hands on what is there and forgets the rest. */
  stop(): void {
    this.flush();
    this.isOn = false;
  }

  /** Returns what hears the public side of one venue. */
  tapOf(venue: Venue): FrameTap {
    return {
      // The port fixes these five arguments.
      onFrame: (connection, bytes, start, end, recvMs) => this.frame(connection, bytes, start, end, recvMs),
      onAnswer: (url, text, recvMs) => this.answer(venue, url, text, recvMs),
    };
  }

  /** Adds a line that no socket brought. `source` and `text` of any length; line breaks become spaces. */
  // A line is its venue, its source, its payload and its time.
  line(venue: Venue, source: string, text: string, atMs: number): void {
    const lane = this.lanes.get(venue.toLowerCase());
    if (!this.isOn || lane === undefined) return;
    const line = Buffer.from(`${atMs} ${source} ${text.replace(/[\r\n]+/g, ' ')}\n`);
    if (line.length > BUFFER_BYTES) {
      // Too long for a buffer of its own: what stands before it goes first, so that lines keep their order.
      this.send(lane);
      if (lane.open >= BUFFERS_OPEN_MAX) lane.dropped += 1;
      else this.postBytes(lane, line);
      return;
    }
    if (!this.makeRoom(lane, line.length)) return;
    lane.length += line.copy(lane.buffer, lane.length);
  }

  /** HOT: one copy. */
  private frame(connection: string, bytes: Buffer, start: number, end: number, recvMs: number): void {
    if (!this.isOn) return;
    const known = this.prefixes.get(connection) ?? this.prefixOf(connection);
    if (known === null) return;
    const { lane, name } = known;
    const needed = MS_DIGITS + 1 + name.length + 1 + (end - start) + 1;
    if (!this.makeRoom(lane, needed)) return;
    const { buffer } = lane;
    let at = writeMs(buffer, lane.length, recvMs);
    at += name.copy(buffer, at);
    at += bytes.copy(buffer, at, start, end);
    buffer[at] = NEWLINE;
    // A line break inside a frame is white space of its JSON; in a recording it would end the line.
    for (let seen = buffer.indexOf(NEWLINE, lane.length); seen < at; seen = buffer.indexOf(NEWLINE, seen))
      buffer[seen] = SPACE;
    lane.length = at + 1;
  }

  /** Depth snapshots are kept; lists and candles say nothing a replay needs. */
  private answer(venue: Venue, url: string, text: string, recvMs: number): void {
    if (!this.isOn || !text.includes('"bids"')) return;
    const { pathname, search } = new URL(url);
    this.line(venue, `rest:${pathname}${search}`, text, recvMs);
  }

  /** Hands on what has gathered. Call every 100 ms. */
  flush(): void {
    if (!this.isOn) return;
    for (const lane of this.lanes.values()) this.send(lane);
  }

  /** The writer has taken a batch of a venue. */
  taken(venue: Venue): void {
    const lane = this.lanes.get(venue.toLowerCase());
    if (lane !== undefined) lane.open = Math.max(0, lane.open - 1);
  }

  private makeRoom(lane: Lane, needed: number): boolean {
    if (lane.length + needed <= BUFFER_BYTES) return true;
    this.send(lane);
    if (lane.length + needed <= BUFFER_BYTES) return true;
    lane.dropped += 1;
    return false;
  }

  private send(lane: Lane): void {
    if (lane.length === 0 || lane.open >= BUFFERS_OPEN_MAX) return;
    // A copy of just what is there: a whole buffer for a quiet venue every 100 ms would cost more memory than it holds.
    const bytes = new Uint8Array(lane.length);
    bytes.set(lane.buffer.subarray(0, lane.length));
    lane.length = 0;
    this.postBytes(lane, bytes);
  }

  private postBytes(lane: Lane, bytes: Uint8Array): void {
    const { dropped } = lane;
    lane.dropped = 0;
    lane.open += 1;
    this.post({ venue: lane.venue, bytes, dropped });
  }

  private prefixOf(connection: string): { readonly lane: Lane; readonly name: Buffer } | null {
    const lane = this.lanes.get(connection.slice(0, connection.indexOf('-')));
    const made = lane === undefined ? null : { lane, name: Buffer.from(`${connection} `) };
    this.prefixes.set(connection, made);
    return made;
  }
}

function newLane(venue: Venue): Lane {
  return { venue, buffer: Buffer.allocUnsafeSlow(BUFFER_BYTES), length: 0, open: 0, dropped: 0 };
}

/** Writes epoch ms and a space; returns where the next byte goes. */
function writeMs(buffer: Buffer, at: number, ms: number): number {
  let rest = Math.floor(ms);
  for (let digit = MS_DIGITS - 1; digit >= 0; digit -= 1) {
    const tens = Math.floor(rest / 10);
    buffer[at + digit] = ZERO + (rest - tens * 10);
    rest = tens;
  }
  buffer[at + MS_DIGITS] = SPACE;
  return at + MS_DIGITS + 1;
}
