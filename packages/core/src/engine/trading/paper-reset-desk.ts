import {
  decimal,
  domainError,
  err,
  ok,
  toDecimalString,
  type AccountKey,
  type DomainError,
  type Result,
  type TradingFact,
} from '../../domain/index.ts';
import { isFinalState, PaperClient } from '../../execution/index.ts';
import type { TradingCalls } from '../trading-views.ts';
import type { AccountDesk } from './account-desk.ts';
import type { CoreContext } from './core-context.ts';

type Reset = TradingCalls['reset-paper'];

/** Brings the cash of the paper accounts back to their start. Trades, orders and audit stay: what moves is booked as a transfer. */
export class PaperResetDesk {
  private readonly context: CoreContext;

  constructor(context: CoreContext) {
    this.context = context;
  }

  /**
   * Books the difference to the start on every paper account, all of them or none.
   *
   * @errors ACCOUNT_IN_USE with what is open, on a live account too; VENUE_NOT_READY without a paper account; ENGINE_JOURNAL_FAILED.
   */
  async reset({ by }: Reset['request']): Promise<Result<Reset['answer'], DomainError>> {
    const { clock, desks, facts } = this.context;
    const held = [...desks.values()].flatMap((desk) => this.heldBy(desk));
    if (held.length > 0) return err(domainError('ACCOUNT_IN_USE', `open: ${held.join(', ')}`, { outcome: 'not-sent' }));
    const papers = [...desks.values()].flatMap(({ account, venue, client }) =>
      client instanceof PaperClient ? [{ account, venue, client, moved: client.cashFromStart() }] : [],
    );
    if (papers.length === 0) {
      return err(domainError('VENUE_NOT_READY', 'no paper account is open', { outcome: 'not-sent' }));
    }
    const atMs = clock.nowMs();
    const accounts = papers.map(({ venue, client, moved }) => ({
      venue,
      startUsdt: client.startCash,
      movedUsdt: moved,
    }));
    const written = facts.append([
      ...papers
        .filter(({ moved }) => !decimal(moved).eq(0))
        .map(({ account, moved }) => bookingOf(account, moved, atMs)),
      {
        kind: 'event',
        event: 'paper_reset',
        severity: 'WARN',
        symbol: null,
        venues: papers.map(({ venue }) => venue),
        text: 'paper accounts were set back to their start; trades and audit stay',
        data: { by, accounts },
      },
    ]);
    if (!written.ok) return err(written.error);
    // WHY: all before the first wait: a second reset must find every account as the records say.
    for (const { client, moved } of papers) client.addCash(moved);
    for (const { account, client } of papers) {
      const balances = await client.balances();
      if (balances.ok) facts.append([{ kind: 'balances', account, balances: balances.value }]);
    }
    return ok({ atMs, accounts });
  }

  /** Positions, and orders that may still make or end one, in words. Dust is nobody's position. */
  private heldBy({ account, mode }: AccountDesk): readonly string[] {
    const { ledger, orders } = this.context;
    const positions = (ledger.account(account)?.positions() ?? [])
      .filter(({ kind, qtyBase }) => (kind === 'perp' || mode === 'paper') && !decimal(qtyBase).eq(0))
      .map(({ symbol, qtyBase }) => `${account} position ${qtyBase} ${symbol}`);
    const resting =
      mode === 'live'
        ? []
        : orders
            .openOrders(account)
            .filter((order) => order.isOurs && !isFinalState(order.state))
            .map(({ side, instrumentId }) => `${account} order ${side} ${instrumentId}`);
    return [...positions, ...resting];
  }
}

function bookingOf(account: AccountKey, amount: string, atMs: number): TradingFact {
  return {
    kind: 'income',
    account,
    income: {
      kind: 'transfer',
      incomeId: `paper-reset-${atMs}`,
      instrumentId: null,
      scope: 'unified',
      asset: 'USDT',
      amount: toDecimalString(decimal(amount)),
      venueMs: atMs,
    },
  };
}
