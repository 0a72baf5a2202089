import type { Lesson } from './arm-learner.ts';

/** The outcomes of one decision as they are kept: `[armId, rewardBps, weight]`. */
export interface RecentDecision {
  readonly context: readonly number[];
  readonly rewards: readonly (readonly [string, number, number])[];
}

/** Longest look back after a change, in decisions. */
const KEPT_MAX = 64;

/** The newest decisions, from which an arm learns anew after a change. */
export class RecentLessons {
  private kept: readonly RecentDecision[];

  constructor(saved: readonly RecentDecision[] = []) {
    this.kept = saved;
  }

  push(decision: RecentDecision): void {
    this.kept = [...this.kept, decision].slice(-KEPT_MAX);
  }

  /** Returns the newest lessons of an arm, at most `count`, oldest first. */
  of(armId: string, count: number): readonly Lesson[] {
    const lessons = this.kept.flatMap(({ context, rewards }) => {
      const row = rewards.find(([id]) => id === armId);
      return row === undefined ? [] : [{ context, rewardBps: row[1], weight: row[2] }];
    });
    return lessons.slice(-count);
  }

  state(): readonly RecentDecision[] {
    return this.kept;
  }
}
