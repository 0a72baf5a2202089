import type { Clock, TimerHandle } from '@riptide/core/kernel';
import type { Venue } from '@riptide/core/domain';
import type { ServerSocket } from '../server/venue-server.ts';
import { Playback, type PlaybackState, type PlayedFrame } from './playback.ts';
import type { RecordedSegment, RecordedStream, VenueRecording } from './recording.ts';

export interface ReplayDeskOptions {
  readonly clock: Clock;
  readonly speed: number;
  /** Playing starts once no subscription and no book request came for this long; Infinity: only `go` starts it. */
  readonly quietMs: number;
  /** Longest wait for the client to ask for a book's snapshot after the first diff of a segment. */
  readonly snapshotWaitMs: number;
}

/** What was sent of one channel of one instrument. */
export interface ReplayedChannel {
  readonly market: string;
  readonly symbol: string;
  readonly channel: string;
  readonly recordedFrames: number;
  /** Frames that went to at least one socket. */
  readonly sentFrames: number;
  /** Frames that had no subscriber when their turn came. */
  readonly unclaimedFrames: number;
  /** Unbroken runs of a numbered book, and how many of them had to start from an empty book. */
  readonly segments: number;
  readonly coldStarts: number;
  /** Frames of a book recorded before the REST snapshots that started its segments. */
  readonly framesBeforeSnapshot: number;
}

/** Where a replay stands. */
export interface ReplayReport {
  readonly venue: Venue;
  readonly state: PlaybackState;
  readonly positionMs: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** Bytes the slowest reader has still to take. After the end, everything has arrived once this is 0. */
  readonly unreadBytes: number;
  readonly channels: readonly ReplayedChannel[];
}

/** What a client may need from its first look at the clock to its last subscription. */
const SETTLE_MS = 2_000;

interface Served {
  readonly stream: RecordedStream;
  readonly sockets: Set<ServerSocket>;
  sent: number;
  unclaimed: number;
  segment: number;
  /** Frames of the running segment that left. */
  segmentFrames: number;
  snapshotAsked: boolean;
  coldStarts: Set<number>;
  /** Recorded time of the snapshot that started the running segment; null before it was asked for and on a cold start. */
  snapshotAtMs: number | null;
  framesBeforeSnapshot: number;
}

/** Who listens to which recorded channel, and where the playback of one venue stands. Speaks no venue's language. */
export class ReplayDesk {
  readonly recording: VenueRecording;
  private readonly options: ReplayDeskOptions;
  private readonly playback: Playback;
  private readonly served = new Map<string, Served>();
  private readonly sockets = new Set<ServerSocket>();
  private readonly waiting = new Map<Served, () => void>();
  private quiet: TimerHandle | null = null;
  private fault: unknown = null;
  private aheadMs: number;
  private shiftedMs = 0;
  private plannedStartMs: number | null = null;
  /** Recorded time before the first frame at which a waiting venue's clock stands; 0 where recorded time is not kept anyway. */
  private readonly leadMs: number;

  constructor(recording: VenueRecording, options: ReplayDeskOptions) {
    this.recording = recording;
    this.options = options;
    const isPaced = Number.isFinite(options.speed) && Number.isFinite(options.quietMs);
    this.leadMs = isPaced ? options.quietMs + SETTLE_MS : 0;
    this.aheadMs = recording.lanes[0]?.[0]?.scan.venueAheadMs ?? 0;
    this.playback = new Playback(recording, {
      clock: options.clock,
      speed: options.speed,
      deliver: (frame) => this.deliver(frame),
      pressureBytes: () => this.unreadBytes(),
      gate: (frame) => this.gate(frame),
    });
    for (const stream of recording.streams.values()) {
      this.served.set(stream.key, {
        stream,
        sockets: new Set(),
        sent: 0,
        unclaimed: 0,
        segment: 0,
        segmentFrames: 0,
        snapshotAsked: false,
        coldStarts: new Set(),
        snapshotAtMs: null,
        framesBeforeSnapshot: 0,
      });
    }
  }

  /** The venue's clock: the recording's time, ahead by what the venue's own times were ahead of the recorder's. */
  nowMs(): number {
    return Math.round(this.playback.nowMs() - this.untilStartMs() + this.aheadMs + this.shiftedMs);
  }

  /**
   * Tells a client the venue's clock. The first answer settles when the playback starts, so that an offset measured
   * before the start is still right after it: told times run towards the first frame, not up to it and then still.
   */
  tellMs(): number {
    if (this.playback.state === 'waiting') this.plannedStartMs ??= this.options.clock.nowMs() + this.leadMs;
    return this.nowMs();
  }

  private untilStartMs(): number {
    if (this.playback.state !== 'waiting') return 0;
    if (this.plannedStartMs === null) return this.leadMs;
    return Math.max(0, this.plannedStartMs - this.options.clock.nowMs());
  }

  /** Moves the venue's clock, as a fault. */
  shiftClock(byMs: number): void {
    this.shiftedMs += byMs;
  }

  /** Returns the first of `channels` that was recorded of an instrument; symbol null finds that channel of every instrument. */
  find(market: string | null, channels: readonly string[], symbol: string | null): readonly RecordedStream[] {
    for (const channel of channels) {
      const found = [...this.served.values()]
        .map((entry) => entry.stream)
        .filter((stream) => stream.channel === channel && (market === null || stream.market === market))
        .filter((stream) => symbol === null || stream.symbol === symbol);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Adds a listener. Every frame of a stream goes to a socket once, however often it asked. */
  join(socket: ServerSocket, streams: readonly RecordedStream[]): void {
    this.sockets.add(socket);
    for (const stream of streams) this.entry(stream).sockets.add(socket);
    this.noteActivity();
  }

  leave(socket: ServerSocket, streams: readonly RecordedStream[]): void {
    for (const stream of streams) this.entry(stream).sockets.delete(socket);
  }

  leaveAll(socket: ServerSocket): void {
    this.sockets.delete(socket);
    for (const entry of this.served.values()) entry.sockets.delete(socket);
  }

  /**
   * Returns the recorded REST snapshot that starts the running segment of a book, or the segment itself when none overlaps
   * it: then the book starts empty right before its first diff. Null when no such book was recorded.
   */
  snapshotFor(
    stream: RecordedStream,
    numberIn: (raw: string) => number,
  ): { raw: string | null; segment: RecordedSegment } | null {
    const entry = this.entry(stream);
    const segment = stream.segments[entry.segment];
    if (segment === undefined) return null;
    this.noteActivity();
    entry.snapshotAsked = true;
    this.release(entry);
    const overlapping = this.recording.answers.filter((answer) => {
      if (answer.symbol !== stream.symbol || answer.market !== stream.market) return false;
      const number = numberIn(answer.raw);
      return number >= (segment.prevSeq ?? segment.firstSeq - 1) && number <= segment.lastSeq;
    });
    const passed = overlapping.filter((answer) => answer.atMs <= this.playback.positionMs);
    const chosen = passed.at(-1) ?? overlapping[0];
    if (chosen === undefined) entry.coldStarts.add(entry.segment);
    else if (entry.snapshotAtMs === null) this.noteSnapshot(entry, chosen.atMs);
    return { raw: chosen?.raw ?? null, segment };
  }

  /** Frames sent before the client asked are older than the snapshot as long as the playback has not passed it. */
  private noteSnapshot(entry: Served, atMs: number): void {
    entry.snapshotAtMs = atMs;
    if (this.playback.positionMs < atMs) entry.framesBeforeSnapshot += entry.segmentFrames;
  }

  /** Returns the newest in-stream snapshot up to now, else the first one, else null. */
  streamSnapshot(stream: RecordedStream): string | null {
    const passed = stream.snapshots.filter((snapshot) => snapshot.atMs <= this.playback.positionMs);
    return (passed.at(-1) ?? stream.snapshots[0])?.raw ?? null;
  }

  /** Starts the playback at once. */
  go(): void {
    this.quiet?.cancel();
    this.quiet = null;
    this.playback.play().catch((cause: unknown) => {
      this.fault = cause;
    });
  }

  onFinished(listener: () => void): void {
    this.playback.onFinished(listener);
  }

  stop(): void {
    this.quiet?.cancel();
    this.playback.stop();
    for (const entry of this.waiting.keys()) this.release(entry);
  }

  /** @throws what broke the playback, if anything did. */
  report(): ReplayReport {
    if (this.fault !== null) throw this.fault;
    const channels = [...this.served.values()].map((entry) => ({
      market: entry.stream.market,
      symbol: entry.stream.symbol,
      channel: entry.stream.channel,
      recordedFrames: entry.stream.frames,
      sentFrames: entry.sent,
      unclaimedFrames: entry.unclaimed,
      segments: entry.stream.segments.length,
      coldStarts: entry.coldStarts.size,
      framesBeforeSnapshot: entry.framesBeforeSnapshot,
    }));
    const { firstMs, lastMs, venue } = this.recording;
    const { positionMs, state } = this.playback;
    return { venue, state, positionMs, firstMs, lastMs, unreadBytes: this.unreadBytes(), channels };
  }

  private unreadBytes(): number {
    let most = 0;
    for (const socket of this.sockets) most = Math.max(most, socket.bufferedBytes);
    return most;
  }

  private noteActivity(): void {
    if (this.playback.state !== 'waiting' || this.recording.streams.size === 0) return;
    this.quiet?.cancel();
    if (!Number.isFinite(this.options.quietMs)) return;
    const waitMs = Math.max(this.options.quietMs, this.plannedStartMs === null ? 0 : this.untilStartMs());
    this.quiet = this.options.clock.after(waitMs, () => this.go());
  }

  private deliver(frame: PlayedFrame): void {
    const entry = this.entry(frame.stream);
    this.aheadMs = frame.file.scan.venueAheadMs;
    if (frame.startsSegment !== null) this.enterSegment(entry, frame.startsSegment);
    entry.segmentFrames += 1;
    if (entry.snapshotAtMs !== null && frame.atMs < entry.snapshotAtMs) entry.framesBeforeSnapshot += 1;
    if (entry.sockets.size === 0) {
      entry.unclaimed += 1;
      return;
    }
    entry.sent += 1;
    const topic = `${frame.stream.channel}:${frame.stream.symbol}`;
    for (const socket of entry.sockets) socket.send(frame.raw, topic);
  }

  private enterSegment(entry: Served, segment: number): void {
    // The client asks for the first snapshot before anything is played; that one counts.
    if (segment !== 0) {
      entry.snapshotAsked = false;
      entry.snapshotAtMs = null;
    }
    entry.segment = segment;
    entry.segmentFrames = 0;
  }

  /**
   * A client that buffers first and asks afterwards gets one diff and then time to ask, so that a fast playback
   * does not run away from it.
   */
  private gate(frame: PlayedFrame): Promise<void> | null {
    const entry = this.entry(frame.stream);
    if (entry.stream.segments.length === 0 || frame.startsSegment !== null) return null;
    if (entry.snapshotAsked || entry.sockets.size === 0 || entry.segmentFrames === 0) return null;
    return new Promise((resolve) => {
      const timer = this.options.clock.after(this.options.snapshotWaitMs, () => this.release(entry));
      entry.snapshotAsked = true;
      this.waiting.set(entry, () => {
        timer.cancel();
        resolve();
      });
    });
  }

  private release(entry: Served): void {
    const wake = this.waiting.get(entry);
    this.waiting.delete(entry);
    wake?.();
  }

  private entry(stream: RecordedStream): Served {
    const entry = this.served.get(stream.key);
    if (entry === undefined) throw new Error(`Invariant: ${stream.key} was not recorded`);
    return entry;
  }
}
