import type { InstrumentId, TradingRecord } from '../../domain/index.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';

/** Venues' lists are read every two minutes: one read later the list has said whether it was a halt. */
const SUSPECTED_MS = 150_000;

/** Takes an instrument whose venue refused an order as halted for not trading, at once and until its list must have been read again. */
export class HaltSuspects {
  private readonly context: ArbitrageContext;
  private readonly sinceMs = new Map<InstrumentId, number>();

  constructor(context: ArbitrageContext) {
    this.context = context;
  }

  /** Hears of every record after it was folded; must append none. */
  onRecord(record: TradingRecord): void {
    if (record.kind !== 'order-failed' || record.error.code !== 'INSTRUMENT_HALTED') return;
    const { core, store } = this.context;
    const id = core.orders.byKey(record.clientOrderId)?.instrumentId;
    const ix = id === undefined ? null : core.eyes.ixOf(id);
    if (id === undefined || ix === null) return;
    // What the list has told already needs no suspicion, which would end by itself.
    if (store.isTrading(ix)) store.terms.suspect(ix);
    if (store.terms.isSuspected(ix)) this.sinceMs.set(id, core.clock.nowMs());
  }

  tick(nowMs: number): void {
    const { core, store } = this.context;
    for (const [id, atMs] of this.sinceMs) {
      if (nowMs - atMs < SUSPECTED_MS) continue;
      this.sinceMs.delete(id);
      const ix = core.eyes.ixOf(id);
      if (ix !== null) store.terms.acquit(ix);
    }
  }
}
