import type { TradingRecord } from '../../domain/index.ts';

/** A fold of the same records that another part keeps in the core's checkpoint. */
export interface CoreFold {
  /** Names its part of the checkpoint, for ever. */
  readonly name: string;
  /** Takes what `snapshot` gave, as plain JSON; null: nothing was saved. */
  restore(saved: unknown): void;
  /** Must append no record: it is called while one is being folded. */
  apply(record: TradingRecord): void;
  snapshot(): unknown;
  /** True while a trigger may come any moment: a checkpoint waits, for it is written on the thread that trades. Absent: never. */
  readonly isStirred?: boolean;
}
