import type { Arm, ArmDirection } from '../../domain/index.ts';

const DIRECTIONS: readonly ArmDirection[] = ['fade', 'follow'];
const OFFSETS_BPS = [10, 15, 25] as const;
/** Take-profit and stop-loss in bps of the entry price. */
const EXITS_BPS = [
  { takeProfitBps: 35, stopLossBps: 25 },
  { takeProfitBps: 25, stopLossBps: 50 },
  { takeProfitBps: 90, stopLossBps: 45 },
] as const;
const EXECUTIONS: readonly Arm['execution'][] = ['post-only', 'ioc'];

/** Every way of answering a trigger, in a fixed order; doing nothing (`ABSTAIN`) is not among them. */
export const ARMS: readonly Arm[] = DIRECTIONS.flatMap((direction) =>
  OFFSETS_BPS.flatMap((offsetBps) =>
    EXITS_BPS.flatMap((exit) =>
      EXECUTIONS.map((execution) => ({
        armId: `${direction}-${offsetBps}-${exit.takeProfitBps}x${exit.stopLossBps}-${execution === 'ioc' ? 'ioc' : 'post'}`,
        direction,
        offsetBps,
        ...exit,
        execution,
      })),
    ),
  ),
);

export const ARM_IDS: readonly string[] = ARMS.map((arm) => arm.armId);

const BY_ID: ReadonlyMap<string, Arm> = new Map(ARMS.map((arm) => [arm.armId, arm]));

/** Returns the arm of an id, or null when there is none: also for `ABSTAIN`. */
export function armOf(armId: string): Arm | null {
  return BY_ID.get(armId) ?? null;
}
