import type { TradingRecord } from '../../domain/index.ts';
import type { CoreFold } from '../trading/core-fold.ts';
import { Oraculis } from '../../strategies/index.ts';
import { SnipingState, type CreateChooser, type SnipingSnapshot } from './sniping-state.ts';

/** As kept in a checkpoint. */
type FoldSnapshot = SnipingSnapshot & { readonly radar?: unknown };

/** The engines' memory as the trading core keeps it: a fold of its records, a part of its checkpoint. */
export class SnipingFold implements CoreFold {
  readonly name = 'sniping';
  /** Hears of every record after it was folded; must append none. */
  onRecord: (record: TradingRecord) => void = () => undefined;
  /** What the radar has seen, for the checkpoint: no record tells of liquidations. Until one is there what was saved is kept. */
  radarState: () => unknown = () => this.savedRadar;
  /** Whether liquidations come right now. */
  hasJustHeard: () => boolean = () => false;
  private saved: unknown = null;
  private readonly createChooser: CreateChooser;
  private current: SnipingState;

  constructor(createChooser: CreateChooser = (saved) => new Oraculis(saved)) {
    this.createChooser = createChooser;
    this.current = new SnipingState(createChooser);
  }

  get state(): SnipingState {
    return this.current;
  }

  get isStirred(): boolean {
    return this.hasJustHeard();
  }

  /** What the radar had seen by the last checkpoint; null before one. */
  get savedRadar(): unknown {
    return this.saved;
  }

  restore(saved: unknown): void {
    this.saved = (saved as FoldSnapshot | null)?.radar ?? null;
    this.current = new SnipingState(this.createChooser, (saved as SnipingSnapshot | null) ?? undefined);
  }

  apply(record: TradingRecord): void {
    this.current.apply(record);
    this.onRecord(record);
  }

  snapshot(): FoldSnapshot {
    return { ...this.current.snapshot(), radar: this.radarState() };
  }
}
