import type { TradingRecord } from '../../domain/index.ts';
import type { CoreFold } from '../trading/core-fold.ts';
import { ArbitrageState, type ArbitrageSnapshot } from './arbitrage-state.ts';

const OWN_KINDS: ReadonlySet<TradingRecord['kind']> = new Set([
  'arb',
  'carry-round',
  'dust',
  'arb-sample',
  'arb-settings',
  'arb-learner',
]);

/** The arbitrage engine's memory as the trading core keeps it: a fold of its records, a part of its checkpoint. */
export class ArbitrageFold implements CoreFold {
  readonly name = 'arbitrage';
  /** Hears of every record after it was folded; must append none. */
  onRecord: (record: TradingRecord) => void = () => undefined;
  /** Grows with every record of the engine. */
  changes = 0;
  private current = new ArbitrageState();

  get state(): ArbitrageState {
    return this.current;
  }

  restore(saved: unknown): void {
    this.current = new ArbitrageState((saved as ArbitrageSnapshot | null) ?? undefined);
  }

  apply(record: TradingRecord): void {
    this.current.apply(record);
    if (OWN_KINDS.has(record.kind)) this.changes += 1;
    this.onRecord(record);
  }

  snapshot(): ArbitrageSnapshot {
    return this.current.snapshot();
  }
}
