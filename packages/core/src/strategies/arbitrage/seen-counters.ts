const BUCKET_MS = 600_000;
/** A day and the ten minutes under way. */
const BUCKETS = 145;
const KINDS = 3;
/** An opportunity that was gone for this long is another one. */
const GONE_MS = 60_000;
const ENTRY_FLAG = 1;
const ROUND_TRIP_FLAG = 2;

/** Distinct opportunities of the last 24 h, those that were positive after the entry, and after the round trip. */
export interface SeenFigures {
  readonly found: number;
  readonly entryPositive: number;
  readonly roundTripPositive: number;
}

export interface SeenState {
  /** Number of each ring slot's ten minutes since the epoch. */
  readonly bucket: Int32Array;
  readonly counts: Uint32Array;
  readonly lastMs: Float64Array;
  readonly flags: Uint8Array;
}

/**
 * Counts distinct opportunities over a day: a pair that is listed and not blocked, from its first look until it was gone for
 * a minute, counts once in each class that it reaches meanwhile.
 */
export class SeenCounters {
  private readonly bucket = new Int32Array(BUCKETS);
  private readonly counts = new Uint32Array(BUCKETS * KINDS);
  private readonly lastMs: Float64Array;
  private readonly flags: Uint8Array;

  constructor(pairs: number) {
    this.lastMs = new Float64Array(pairs).fill(Number.NaN);
    this.flags = new Uint8Array(pairs);
  }

  /** The pair is on the list, not blocked, with these figures. */
  note(pair: number, entryNetBps: number, roundTripNetBps: number | null, nowMs: number): void {
    // WHY: a comparison with NaN is false, so a pair that was never seen counts.
    if (!(nowMs - (this.lastMs[pair] as number) < GONE_MS)) {
      this.flags[pair] = 0;
      this.count(0, nowMs);
    }
    this.lastMs[pair] = nowMs;
    if (entryNetBps > 0) this.reach(pair, ENTRY_FLAG, 1, nowMs);
    if (roundTripNetBps !== null && roundTripNetBps > 0) this.reach(pair, ROUND_TRIP_FLAG, 2, nowMs);
  }

  /** Returns the sums of the last 24 h, by tens of minutes. */
  figures(nowMs: number): SeenFigures {
    const oldest = Math.floor(nowMs / BUCKET_MS) - BUCKETS + 1;
    const sums = [0, 0, 0];
    for (let slot = 0; slot < BUCKETS; slot += 1) {
      if ((this.bucket[slot] as number) < oldest) continue;
      for (let kind = 0; kind < KINDS; kind += 1) {
        sums[kind] = (sums[kind] as number) + (this.counts[slot * KINDS + kind] as number);
      }
    }
    const [found = 0, entryPositive = 0, roundTripPositive = 0] = sums;
    return { found, entryPositive, roundTripPositive };
  }

  snapshot(): SeenState {
    return {
      bucket: this.bucket.slice(),
      counts: this.counts.slice(),
      lastMs: this.lastMs.slice(),
      flags: this.flags.slice(),
    };
  }

  /** Takes over the sums of another run; what is over a day old falls out by itself. */
  restoreSums({ bucket, counts }: SeenState): void {
    if (bucket.length !== BUCKETS || counts.length !== BUCKETS * KINDS) return;
    this.bucket.set(bucket);
    this.counts.set(counts);
  }

  /** Takes over when another run's pair was seen last. */
  restorePair(pair: number, from: number, { lastMs, flags }: SeenState): void {
    this.lastMs[pair] = lastMs[from] as number;
    this.flags[pair] = flags[from] as number;
  }

  private reach(pair: number, flag: number, kind: number, nowMs: number): void {
    const flags = this.flags[pair] as number;
    if ((flags & flag) !== 0) return;
    this.flags[pair] = flags | flag;
    this.count(kind, nowMs);
  }

  private count(kind: number, nowMs: number): void {
    const bucket = Math.floor(nowMs / BUCKET_MS);
    const slot = bucket % BUCKETS;
    if (this.bucket[slot] !== bucket) {
      this.bucket[slot] = bucket;
      this.counts.fill(0, slot * KINDS, (slot + 1) * KINDS);
    }
    this.counts[slot * KINDS + kind] = (this.counts[slot * KINDS + kind] as number) + 1;
  }
}
