import type { CascadeRow, Instrument } from '../../domain/index.ts';
import { Cascade, type CascadeStart } from './cascade.ts';

/** Cascades kept for the screens and for lead and lag; the oldest goes first. */
const CASCADES_KEPT = 200;

/**
 * The last cascades of all symbols, and the mids of those that are young enough.
 *
 * HOT: a best price of an instrument on which no cascade began in the last minute costs one look into an array.
 */
export class CascadeLog {
  private readonly kept: Cascade[] = [];
  /** By `ix` of the instrument on which it began. */
  private readonly followed: (Cascade[] | undefined)[];

  constructor(instruments: readonly Instrument[]) {
    this.followed = instruments.map(() => undefined);
  }

  /** Begins a cascade on the instrument with this index. */
  begin(ix: number, start: CascadeStart): Cascade {
    const cascade = new Cascade(start);
    this.kept.push(cascade);
    if (this.kept.length > CASCADES_KEPT) this.kept.shift();
    if (!Number.isNaN(start.midPx)) {
      const young = this.followed[ix]?.filter((one) => one.isFollowedAt(start.startedMs)) ?? [];
      this.followed[ix] = [...young, cascade];
    }
    return cascade;
  }

  isFollowing(ix: number): boolean {
    return this.followed[ix] !== undefined;
  }

  /** Takes the mid of an instrument as it stands now; NaN is passed over. */
  onMid(ix: number, midPx: number, nowMs: number): void {
    const cascades = this.followed[ix];
    if (cascades === undefined) return;
    let isAnyYoung = false;
    for (const cascade of cascades) {
      if (!cascade.isFollowedAt(nowMs)) continue;
      isAnyYoung = true;
      if (!Number.isNaN(midPx)) cascade.onMid(midPx);
    }
    if (!isAnyYoung) this.followed[ix] = undefined;
  }

  /** Returns the cascades, newest first. */
  all(): readonly Cascade[] {
    return this.kept.toReversed();
  }

  rows(nowMs: number, gapMs: number): readonly CascadeRow[] {
    return this.all().map((cascade) => cascade.row(nowMs, gapMs));
  }
}
