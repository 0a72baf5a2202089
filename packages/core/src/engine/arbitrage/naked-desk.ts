import { domainError, err, LEG_KEYS, ok, type ArbTrade, type DomainError, type Result } from '../../domain/index.ts';
import type { ArbTransitions } from './arb-transitions.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';
import type { CertificateDesk } from './certificate-desk.ts';
import { isFinished, type TrackedArb } from './trade-book.ts';

/** A leg that stands alone: its far stop stays, nothing new is sent, and every look at the venues may find it flat. */
export class NakedDesk {
  private readonly context: ArbitrageContext;
  private readonly transitions: ArbTransitions;
  private readonly certificates: CertificateDesk;

  constructor(context: ArbitrageContext, transitions: ArbTransitions, certificates: CertificateDesk) {
    this.context = context;
    this.transitions = transitions;
    this.certificates = certificates;
  }

  step(tracked: TrackedArb): void {
    this.certificates.step(tracked, 'flat');
  }

  /** Compares both accounts with their venues, then closes whatever is held, from the first step of the ladder to the market. @errors ARBITRAGE_NOT_FOUND, ORDER_FINAL. */
  async flatten(arbId: string, by: string): Promise<Result<ArbTrade, DomainError>> {
    const found = this.openTrade(arbId);
    if (!found.ok) return found;
    const accounts = new Set(LEG_KEYS.map((key) => found.value.trade[key].account));
    const { reconciler } = this.context.core;
    await Promise.all([...accounts].map((account) => reconciler.reconcile(account, 'asked')));
    const now = this.openTrade(arbId);
    if (!now.ok) return now;
    if (!this.transitions.exiting(now.value, `flattened by ${by}`)) {
      return err(domainError('ENGINE_JOURNAL_FAILED', `arbId=${arbId}`, { outcome: 'not-sent' }));
    }
    const written = this.context.state.trades.byId(arbId);
    return ok(written?.trade ?? now.value.trade);
  }

  private openTrade(arbId: string): Result<TrackedArb, DomainError> {
    const tracked = this.context.state.trades.byId(arbId);
    if (tracked === null) return err(domainError('ARBITRAGE_NOT_FOUND', `arbId=${arbId}`, { outcome: 'not-sent' }));
    if (isFinished(tracked.trade)) {
      return err(domainError('ORDER_FINAL', `arbId=${arbId} is ${tracked.trade.state}`, { outcome: 'not-sent' }));
    }
    return ok(tracked);
  }
}
