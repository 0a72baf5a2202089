import type { Clock, TimerHandle } from '@riptide/core/kernel';
import { readLines } from './recorded-lines.ts';
import { splitLine } from './recorded-line.ts';
import type { PlayedFile, RecordedStream, VenueRecording } from './recording.ts';

/** One frame on its way out. */
export interface PlayedFrame {
  readonly stream: RecordedStream;
  readonly atMs: number;
  readonly raw: string;
  readonly file: PlayedFile;
  /** The book segment that begins with this frame, or null. */
  readonly startsSegment: number | null;
}

export interface PlaybackDeps {
  readonly clock: Clock;
  /** 1 is real time, N is N times faster, Infinity as fast as the readers take the frames. */
  readonly speed: number;
  deliver(frame: PlayedFrame): void;
  /** Bytes waiting at the slowest reader. */
  pressureBytes(): number;
  /** Something to wait for before this frame may leave, or null. */
  gate(frame: PlayedFrame): Promise<void> | null;
}

export type PlaybackState = 'waiting' | 'playing' | 'finished' | 'stopped';

/** Readers are waited for while more than this waits at one of them. */
export const PRESSURE_BYTES_MAX = 1024 * 1024;
/** Frames between two turns of the event loop, so that sockets drain and clients are heard. */
const FRAMES_PER_TURN = 256;
/** Silence longer than this is shortened to it at finite speeds, e.g. between two days' recordings. */
const IDLE_MS_MAX = 5_000;

interface Cursor {
  readonly file: PlayedFile;
  readonly batches: AsyncGenerator<readonly string[]>;
  batch: readonly string[];
  batchAt: number;
  /** Line of the file the cursor stands on, 0-based. */
  line: number;
  readonly atMs: () => number;
}

/** Plays the recorded frames of one venue in recorded order. */
export class Playback {
  private readonly recording: VenueRecording;
  private readonly deps: PlaybackDeps;
  private readonly timers = new Set<TimerHandle>();
  private readonly finishedListeners: (() => void)[] = [];
  private current: PlaybackState = 'waiting';
  private position: number;
  private movedAtMs: number;
  /** Recorded time played so far, idle stretches shortened. */
  private playedMs = 0;
  private startedAtMs = 0;
  private frames = 0;
  private heldBy: Promise<void> | null = null;

  constructor(recording: VenueRecording, deps: PlaybackDeps) {
    this.recording = recording;
    this.deps = deps;
    this.position = recording.firstMs;
    this.movedAtMs = deps.clock.nowMs();
  }

  get state(): PlaybackState {
    return this.current;
  }

  /** Recorded time of the frame sent last, before the start of the first one. */
  get positionMs(): number {
    return this.position;
  }

  /** The recording's time now: it runs on between frames at finite speeds and after the end. */
  nowMs(): number {
    const sinceMs = this.deps.clock.nowMs() - this.movedAtMs;
    if (this.current === 'finished') return this.position + sinceMs;
    if (this.current !== 'playing' || !Number.isFinite(this.deps.speed)) return this.position;
    return this.position + Math.min(sinceMs * this.deps.speed, IDLE_MS_MAX);
  }

  onFinished(listener: () => void): void {
    if (this.current === 'finished') listener();
    else this.finishedListeners.push(listener);
  }

  /** Starts to play; later calls do nothing. Rejects only for a broken invariant. */
  async play(): Promise<void> {
    if (this.current !== 'waiting') return;
    this.current = 'playing';
    this.startedAtMs = this.deps.clock.nowMs();
    for (const lane of this.recording.lanes) await this.playLane(lane);
    if (this.isStopped()) return;
    this.current = 'finished';
    this.movedAtMs = this.deps.clock.nowMs();
    for (const listener of this.finishedListeners) listener();
  }

  stop(): void {
    if (this.current !== 'finished') this.current = 'stopped';
    for (const timer of this.timers) timer.cancel();
    this.timers.clear();
  }

  private isStopped(): boolean {
    return this.current === 'stopped';
  }

  private async playLane(lane: readonly PlayedFile[]): Promise<void> {
    const cursors = lane.map(cursorOf);
    try {
      for (const cursor of cursors) await toPlayable(cursor);
      for (;;) {
        const next = earliest(cursors);
        if (next === null || this.isStopped()) return;
        const frame = frameOf(next);
        // Awaits cost more than most frames: only what really has to wait does.
        if (frame !== null && !this.deliverNow(frame)) await this.deliverLater(frame);
        if (this.needsTurn()) await this.turn();
        next.line += 1;
        next.batchAt += 1;
        if (!isPlayable(next)) await toPlayable(next);
      }
    } finally {
      for (const cursor of cursors) await cursor.batches.return(undefined);
    }
  }

  /** Delivers a frame that neither time nor a gate holds back. */
  private deliverNow(frame: PlayedFrame): boolean {
    if (Number.isFinite(this.deps.speed)) return false;
    const gate = this.deps.gate(frame);
    if (gate !== null) {
      this.heldBy = gate;
      return false;
    }
    this.deliver(frame);
    return true;
  }

  private async deliverLater(frame: PlayedFrame): Promise<void> {
    await this.pace(frame.atMs);
    const gate = this.heldBy ?? this.deps.gate(frame);
    this.heldBy = null;
    if (gate !== null) await gate;
    if (!this.isStopped()) this.deliver(frame);
  }

  private deliver(frame: PlayedFrame): void {
    this.position = frame.atMs;
    this.movedAtMs = this.deps.clock.nowMs();
    this.deps.deliver(frame);
    this.frames += 1;
  }

  private needsTurn(): boolean {
    return this.frames % FRAMES_PER_TURN === 0 || this.deps.pressureBytes() > PRESSURE_BYTES_MAX;
  }

  private async turn(): Promise<void> {
    await this.delay(0);
    while (this.deps.pressureBytes() > PRESSURE_BYTES_MAX && !this.isStopped()) await this.delay(1);
  }

  private async pace(atMs: number): Promise<void> {
    if (!Number.isFinite(this.deps.speed)) return;
    this.playedMs += Math.min(Math.max(0, atMs - this.position), IDLE_MS_MAX);
    const dueMs = this.startedAtMs + this.playedMs / this.deps.speed;
    const waitMs = dueMs - this.deps.clock.nowMs();
    if (waitMs >= 1) await this.delay(waitMs);
  }

  private delay(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.deps.clock.after(ms, () => {
        this.timers.delete(timer);
        resolve();
      });
      this.timers.add(timer);
    });
  }
}

function cursorOf(file: PlayedFile): Cursor {
  const cursor: Cursor = {
    file,
    batches: readLines(file.scan.path),
    batch: [],
    batchAt: 0,
    line: 0,
    atMs: () => file.scan.msOfLine[cursor.line] ?? Number.POSITIVE_INFINITY,
  };
  return cursor;
}

/** True when the cursor stands on a line that is at hand and is played, or past the end. */
function isPlayable(cursor: Cursor): boolean {
  const { msOfLine, streamOfLine } = cursor.file.scan;
  if (cursor.line >= msOfLine.length) return true;
  if (cursor.batchAt >= cursor.batch.length) return false;
  const stream = streamOfLine[cursor.line] ?? -1;
  return stream >= 0 && cursor.file.streams[stream] !== null;
}

/** Moves to the next line that is played, or past the end. A damaged file ends where its scan ended. */
async function toPlayable(cursor: Cursor): Promise<void> {
  while (!isPlayable(cursor)) {
    if (cursor.batchAt < cursor.batch.length) {
      cursor.line += 1;
      cursor.batchAt += 1;
      continue;
    }
    const next = await cursor.batches.next();
    if (next.done === true) throw new Error(`Invariant: ${cursor.file.scan.name} is shorter than its scan`);
    cursor.batch = next.value;
    cursor.batchAt = 0;
  }
}

function earliest(cursors: readonly Cursor[]): Cursor | null {
  let best: Cursor | null = null;
  for (const cursor of cursors) {
    if (cursor.line >= cursor.file.scan.msOfLine.length) continue;
    if (best === null || cursor.atMs() < best.atMs()) best = cursor;
  }
  return best;
}

function frameOf(cursor: Cursor): PlayedFrame | null {
  const stream = cursor.file.streams[cursor.file.scan.streamOfLine[cursor.line] ?? -1];
  const split = splitLine(cursor.batch[cursor.batchAt] ?? '');
  if (stream === undefined || stream === null || split.kind !== 'frame') return null;
  return {
    stream,
    atMs: cursor.atMs(),
    raw: split.raw,
    file: cursor.file,
    startsSegment: cursor.file.segmentStarts.get(cursor.line) ?? null,
  };
}
