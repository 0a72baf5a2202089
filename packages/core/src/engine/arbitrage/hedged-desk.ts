import { LEG_KEYS, type LegKey } from '../../domain/index.ts';
import { judgeExit } from '../../strategies/arbitrage-execution/index.ts';
import type { ArbTransitions } from './arb-transitions.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';
import type { CertificateDesk } from './certificate-desk.ts';
import { heldOf, type LegExitCause } from './leg-books.ts';
import { lotOf } from './leg-question.ts';
import { pairNow } from './pair-now.ts';
import { silentLeg } from './silent-leg.ts';
import type { TrackedArb } from './trade-book.ts';

const CAUSES: Readonly<Record<LegExitCause, string>> = {
  own: 'an order of the trade',
  stop: 'its far stop',
  liquidation: 'a liquidation',
  adl: 'auto-deleveraging',
  'kill-switch': 'the kill switch',
  operator: 'the operator',
  protection: 'the protection of positions',
  trailing: 'a trailing order',
  venue: 'its venue: it is gone there, and no fill says how',
  other: 'somebody else',
};

/** An open pair: proven by the venues, then watched until a rule ends it. */
export class HedgedDesk {
  private readonly context: ArbitrageContext;
  private readonly transitions: ArbTransitions;
  private readonly certificates: CertificateDesk;
  private readonly alerted = new Set<string>();

  constructor(context: ArbitrageContext, transitions: ArbTransitions, certificates: CertificateDesk) {
    this.context = context;
    this.transitions = transitions;
    this.certificates = certificates;
  }

  step(tracked: TrackedArb): void {
    const { trade } = tracked;
    const now = pairNow(this.context, tracked);
    const { settings } = this.context.state;
    const reason = judgeExit(
      {
        missing: this.missingLeg(tracked),
        marginPct: now.marginPct,
        netUsd: now.netUsd === null ? null : Number(now.netUsd),
        netBps: now.netBps,
        feesBps: 2 * (trade.buy.feeBps + trade.sell.feeBps),
        exitSpreadBps: now.exitSpreadBps,
        areBooksCurrent: silentLeg(this.context, trade) === null,
        heldMs: this.context.core.clock.nowMs() - (trade.hedgedMs ?? trade.startedMs),
      },
      {
        marginReducePct: settings.marginReducePct,
        // A carry round has loss rules of its own.
        lossCapUsd: trade.source === 'carry' ? Infinity : settings.lossCapUsd,
        takeProfitBps: trade.takeProfitBps,
        stopLossBps: trade.stopLossBps,
        exitSpreadBps: trade.exitSpreadBps,
        maxHoldMs: trade.maxHoldMs,
      },
    );
    if (reason !== null) return void this.transitions.exiting(tracked, reason);
    this.alert(tracked, now.marginPct);
    if (!trade.certificates.some(({ kind, ok }) => kind === 'hedged' && ok)) this.certificates.step(tracked, 'hedged');
  }

  forget(arbId: string): void {
    for (const leg of LEG_KEYS) this.alerted.delete(`${arbId}|${leg}`);
  }

  /** The leg that somebody else closed, in whole or in part: both, when the kill switch did it. */
  private missingLeg(tracked: TrackedArb): { readonly leg: LegKey; readonly cause: string } | null {
    const { books, trade } = tracked;
    const lot = lotOf(this.context, trade);
    if (lot === null) return null;
    const held = { buy: heldOf(books.buy), sell: heldOf(books.sell) };
    // A whole lot is a position.
    const areApart = held.buy.minus(held.sell).abs().gte(lot);
    const less: LegKey = held.buy.lte(held.sell) ? 'buy' : 'sell';
    const isGone = LEG_KEYS.every((leg) => held[leg].lt(lot));
    const { lastExit } = books[less];
    // What never came in was left as dust on purpose.
    if (lastExit === null || lastExit === 'own') return null;
    return areApart || isGone ? { leg: less, cause: CAUSES[lastExit] } : null;
  }

  /** Once per leg while it stays near. */
  private alert({ trade }: TrackedArb, marginPct: Readonly<Record<LegKey, number | null>>): void {
    const { marginAlertPct } = this.context.state.settings;
    for (const leg of LEG_KEYS) {
      const key = `${trade.arbId}|${leg}`;
      const pct = marginPct[leg];
      if (pct === null || pct >= marginAlertPct) {
        this.alerted.delete(key);
        continue;
      }
      if (this.alerted.has(key)) continue;
      this.alerted.add(key);
      const text = `the ${leg} leg of ${trade.pairId} is at ${pct.toFixed(1)} % of its distance to liquidation`;
      this.context.core.facts.append([this.transitions.event(trade, 'arbitrage_margin', 'WARN', text)]);
    }
  }
}
