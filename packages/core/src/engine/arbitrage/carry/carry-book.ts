import type { CarryRound, TradingRecord } from '../../../domain/index.ts';

/** Finished rounds that are kept; the oldest go first. */
const FINISHED_MAX = 500;

export interface CarryBookSnapshot {
  readonly rounds: readonly CarryRound[];
}

/** The carry rounds, as the fold of their records. What their orders and the venues booked is in the trades. */
export class CarryBook {
  private readonly byId: Map<string, CarryRound>;

  constructor(saved?: CarryBookSnapshot) {
    this.byId = new Map(saved?.rounds.map((round) => [round.roundId, round]));
  }

  apply(record: TradingRecord): void {
    if (record.kind === 'carry-round') this.put(record.round);
  }

  /** Oldest first. */
  all(): readonly CarryRound[] {
    return [...this.byId.values()];
  }

  /** Rounds in which something is still to be done, oldest first. */
  open(): readonly CarryRound[] {
    return this.all().filter((round) => !isFinishedRound(round));
  }

  byRoundId(roundId: string): CarryRound | null {
    return this.byId.get(roundId) ?? null;
  }

  snapshot(): CarryBookSnapshot {
    return { rounds: this.all() };
  }

  private put(round: CarryRound): void {
    this.byId.set(round.roundId, round);
    if (!isFinishedRound(round)) return;
    const finished = this.all().filter(isFinishedRound);
    for (const { roundId } of finished.slice(0, Math.max(0, finished.length - FINISHED_MAX))) {
      this.byId.delete(roundId);
    }
  }
}

/** Returns true when nothing is done in a round any more. */
export function isFinishedRound({ state }: Pick<CarryRound, 'state'>): boolean {
  return state === 'closed' || state === 'failed';
}
