import type { LifecycleState, PairLifecycle } from './pair-lifecycle.ts';
import type { Pair } from './pair-table.ts';
import type { SeenCounters, SeenState } from './seen-counters.ts';
import type { SpreadHistory, SpreadState } from './spread-history.ts';

/** An older state says nothing of now. */
const SNAPSHOT_AGE_MS_MAX = 3_600_000;

/** What a scanner knows that would take an hour to learn again. Structured-clonable. */
export interface ScannerSnapshot {
  readonly version: 1;
  readonly atMs: number;
  /** Minimum that lifetimes and crossings refer to. */
  readonly minEntryNetBps: number;
  /** Names of the pairs, in the order of everything else. */
  readonly pairIds: readonly string[];
  readonly spreads: SpreadState;
  readonly lifecycle: LifecycleState;
  readonly seen: SeenState;
}

export interface SnapshotParts {
  readonly pairs: readonly Pair[];
  readonly spreads: SpreadHistory;
  readonly lifecycle: PairLifecycle;
  readonly seen: SeenCounters;
}

export function takeSnapshot(
  { pairs, spreads, lifecycle, seen }: SnapshotParts,
  minEntryNetBps: number,
  atMs: number,
): ScannerSnapshot {
  return {
    version: 1,
    atMs,
    minEntryNetBps,
    pairIds: pairs.map(({ id }) => id),
    spreads: spreads.snapshot(),
    lifecycle: lifecycle.snapshot(),
    seen: seen.snapshot(),
  };
}

/**
 * Takes a state over, by the names of the pairs. Returns how many pairs were known; 0 when it is older than an hour, of the
 * future or of another kind. Lifetimes and crossings of another minimum are left out.
 */
export function restoreSnapshot(
  { pairs, spreads, lifecycle, seen }: SnapshotParts,
  snapshot: ScannerSnapshot,
  { minEntryNetBps, nowMs }: { readonly minEntryNetBps: number; readonly nowMs: number },
): number {
  const ageMs = nowMs - snapshot.atMs;
  if (snapshot.version !== 1 || !(ageMs >= 0 && ageMs <= SNAPSHOT_AGE_MS_MAX)) return 0;
  const fromOf = new Map(snapshot.pairIds.map((id, from) => [id, from]));
  let known = 0;
  seen.restoreSums(snapshot.seen);
  for (const { id, at } of pairs) {
    const from = fromOf.get(id);
    if (from === undefined) continue;
    known += 1;
    spreads.restore(at, from, { state: snapshot.spreads, nowMs });
    seen.restorePair(at, from, snapshot.seen);
    if (snapshot.minEntryNetBps === minEntryNetBps) lifecycle.restore(at, from, snapshot.lifecycle);
  }
  return known;
}
