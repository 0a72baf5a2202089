import type { DepthFacts } from './frame-facts-types.ts';

/** An unbroken run of numbered diffs of one book within one file. */
export interface FileSegment {
  /** Index into the file's streams, and of the line that starts the run. */
  readonly stream: number;
  readonly line: number;
  readonly firstMs: number;
  readonly firstSeq: number;
  /** Last number of the first diff: a futures snapshot must lie inside that diff. */
  readonly firstLastSeq: number;
  /** What the first diff says it follows, or null. */
  readonly prevSeq: number | null;
  lastSeq: number;
}

/**
 * True when a diff continues a run that ended with `lastSeq`. Binance futures name the number they follow,
 * the others must start right after it; overlaps continue, too.
 */
export function continues(lastSeq: number, next: Pick<DepthFacts, 'firstSeq' | 'lastSeq' | 'prevSeq'>): boolean {
  if (next.prevSeq !== null) return next.prevSeq === lastSeq || next.lastSeq <= lastSeq;
  if (Number.isNaN(next.firstSeq)) return true;
  return next.firstSeq <= lastSeq + 1;
}

/** Finds the breaks in the numbering of the books of one file while it is scanned in order. */
export class SegmentTracker {
  readonly segments: FileSegment[] = [];
  private readonly current = new Map<number, FileSegment>();

  /** Notes the next diff of a stream. */
  note(depth: DepthFacts, at: { readonly stream: number; readonly line: number; readonly atMs: number }): void {
    const running = this.current.get(at.stream);
    if (running !== undefined && continues(running.lastSeq, depth)) {
      running.lastSeq = Math.max(running.lastSeq, depth.lastSeq);
      return;
    }
    const made: FileSegment = {
      stream: at.stream,
      line: at.line,
      firstMs: at.atMs,
      firstSeq: depth.firstSeq,
      firstLastSeq: depth.lastSeq,
      prevSeq: depth.prevSeq,
      lastSeq: depth.lastSeq,
    };
    this.segments.push(made);
    this.current.set(at.stream, made);
  }
}
