import { domainError, err, type DomainError, type Result, type TradingRecord } from '../../../domain/index.ts';
import type { ArbitrageCalls, CarryRoundView } from '../../arbitrage-views.ts';
import type { ArbTrades } from '../arb-desk.ts';
import type { ArbitrageContext } from '../arbitrage-context.ts';

type Answer<C extends keyof ArbitrageCalls> = Promise<Result<ArbitrageCalls[C]['answer'], DomainError>>;

/** Carry rounds: planned, opened as an arbitrage, watched, closed. */
export class CarryDesk {
  private readonly context: ArbitrageContext;
  private readonly trades: ArbTrades;

  constructor(context: ArbitrageContext, trades: ArbTrades) {
    this.context = context;
    this.trades = trades;
  }

  /** Call 10 times a second. */
  tick(_nowMs: number): void {
    void this.trades;
  }

  /** Hears of every record after it was folded; must append none. */
  onRecord(_record: TradingRecord): void {
    void this.context;
  }

  plan(_request: ArbitrageCalls['carry-plan']['request']): Answer<'carry-plan'> {
    return notYet();
  }

  execute(_request: ArbitrageCalls['carry-execute']['request']): Answer<'carry-execute'> {
    return notYet();
  }

  close(_request: ArbitrageCalls['carry-close']['request']): Answer<'carry-close'> {
    return notYet();
  }

  noteHistory(_request: ArbitrageCalls['carry-history']['request']): Answer<'carry-history'> {
    return notYet();
  }

  views(): readonly CarryRoundView[] {
    return [];
  }
}

function notYet(): Promise<{ readonly ok: false; readonly error: DomainError }> {
  return Promise.resolve(err(domainError('ENGINE_NOT_READY', 'carry', { outcome: 'not-sent' })));
}
