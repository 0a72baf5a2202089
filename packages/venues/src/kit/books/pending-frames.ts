/** A kept frame: the bytes as they came. */
export interface PendingFrame {
  readonly bytes: Buffer;
  readonly recvMs: number;
}

/**
 * Keeps the raw depth frames of one instrument while its snapshot is on the way.
 * Bounded: over `framesMax` the oldest goes, and the alignment then finds the gap and asks for a newer snapshot.
 */
export class PendingFrames {
  private frames: PendingFrame[] = [];
  private readonly framesMax: number;
  dropped = 0;

  constructor(framesMax: number) {
    this.framesMax = framesMax;
  }

  /** Copies one frame. */
  push(bytes: Buffer, start: number, end: number, recvMs: number): void {
    if (this.frames.length >= this.framesMax) {
      this.frames.shift();
      this.dropped += 1;
    }
    this.frames.push({ bytes: Buffer.from(bytes.subarray(start, end)), recvMs });
  }

  /** Returns the kept frames, oldest first, and forgets them. */
  drain(): readonly PendingFrame[] {
    const { frames } = this;
    this.frames = [];
    return frames;
  }

  clear(): void {
    this.frames = [];
  }

  get size(): number {
    return this.frames.length;
  }
}
