import type { TradingRecord } from '../../domain/index.ts';
import type { CoreFold } from '../trading/core-fold.ts';
import { Oraculis } from '../../strategies/index.ts';
import { SnipingState, type CreateChooser, type SnipingSnapshot } from './sniping-state.ts';

/** The engines' memory as the trading core keeps it: a fold of its records, a part of its checkpoint. */
export class SnipingFold implements CoreFold {
  readonly name = 'sniping';
  /** Hears of every record after it was folded; must append none. */
  onRecord: (record: TradingRecord) => void = () => undefined;
  private readonly createChooser: CreateChooser;
  private current: SnipingState;

  constructor(createChooser: CreateChooser = (saved) => new Oraculis(saved)) {
    this.createChooser = createChooser;
    this.current = new SnipingState(createChooser);
  }

  get state(): SnipingState {
    return this.current;
  }

  restore(saved: unknown): void {
    this.current = new SnipingState(this.createChooser, (saved as SnipingSnapshot | null) ?? undefined);
  }

  apply(record: TradingRecord): void {
    this.current.apply(record);
    this.onRecord(record);
  }

  snapshot(): SnipingSnapshot {
    return this.current.snapshot();
  }
}
