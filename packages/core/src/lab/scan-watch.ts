import { VENUES } from '../domain/index.ts';
import type { HotEngine } from '../engine/index.ts';

/** What the scanner of a run looks for. */
export interface ScanLimits {
  readonly minEntryNetBps: number;
  readonly maxPositionUsd: number;
}

/** An opportunity as it was when it joined the list. */
export interface SeenOpportunity {
  readonly id: string;
  readonly sinceMs: number;
  readonly entryNetBps: number;
}

export interface ScanFigures {
  readonly pairs: number;
  /** How often a pair's edge rose over the minimum after a minute or more without. */
  readonly found: number;
  /** In the order in which they joined the list; the first 100,000. */
  readonly seen: readonly SeenOpportunity[];
}

const SEEN_MAX = 100_000;

/** Starts the scanner of a run over every venue and keeps what it lists. */
export class ScanWatch {
  private readonly engine: HotEngine;
  private readonly seen: SeenOpportunity[] = [];
  /** By pair: since when the opportunity told last is alive. */
  private readonly toldSinceMs = new Map<string, number>();

  constructor(engine: HotEngine, limits: ScanLimits) {
    this.engine = engine;
    engine.command({ kind: 'start-scanner', venues: VENUES, ...limits });
  }

  get figures(): ScanFigures {
    const { pairCount, lifecycle } = this.engine.scanner;
    return { pairs: pairCount, found: lifecycle.found, seen: this.seen };
  }

  /** Takes what changed in the list since the last call. */
  collect(): void {
    for (const { pair, priced, aliveSinceMs } of this.engine.scanner.takeChanges().changed) {
      if (this.seen.length >= SEEN_MAX || this.toldSinceMs.get(pair.id) === aliveSinceMs) continue;
      if (Number.isNaN(aliveSinceMs)) continue;
      this.toldSinceMs.set(pair.id, aliveSinceMs);
      this.seen.push({ id: pair.id, sinceMs: aliveSinceMs, entryNetBps: priced.entryNetBps });
    }
  }
}
