import { decimal, toDecimalString, type DomainError } from '../../domain/index.ts';
import type { OpportunityRow } from '../../strategies/index.ts';
import type { ArbDesk } from './arb-desk.ts';
import { eventFact, type ArbitrageContext } from './arbitrage-context.ts';
import type { PlanRequest } from './arb-trades.ts';

/** One event a minute and reason: what is refused ten times a second would flood the journal. */
const TELL_AGAIN_MS = 60_000;
/** Modes and fees of the rows that may trade are read ahead this often. */
const PREPARE_MS = 10_000;
const REASONS_MAX = 200;

/** Trades the best executable row by itself, within the caps. Off unless it is switched on. */
export class AutoDesk {
  private readonly context: ArbitrageContext;
  private readonly arbs: ArbDesk;
  private readonly refusals = new Map<string, { count: number; toldMs: number }>();
  private readonly preparedMs = new Map<string, number>();
  private last: string | null = null;

  constructor(context: ArbitrageContext, arbs: ArbDesk) {
    this.context = context;
    this.arbs = arbs;
  }

  /** The newest refusal in words; null before the first. */
  get lastRefusal(): string | null {
    return this.last;
  }

  /** How often each reason kept a row from being traded. */
  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.refusals].map(([reason, { count }]) => [reason, count]));
  }

  /** At most one trade a call: the next row is judged with this one in the books. */
  tick(nowMs: number): void {
    const { scanner, state, core } = this.context;
    if (!state.settings.autoExecute || !scanner.isScanning || core.risk.kill.level > 0) return;
    const rows = scanner
      .rows()
      .filter((row) => this.isWanted(row))
      .sort((a, b) => b.priced.expectedUsd - a.priced.expectedUsd);
    for (const row of rows) {
      if (!this.isPrepared(row, nowMs)) continue;
      const opened = this.arbs.openNow(this.requestOf(row));
      if (opened.ok) return;
      this.note(row, opened.error, nowMs);
    }
  }

  private isWanted({ policy, priced, pair }: OpportunityRow): boolean {
    const { settings, trades } = this.context.state;
    if (policy !== 'executable' || priced.entryNetBps < settings.minEntryNetBps) return false;
    if (priced.roundTripNetBps === null || priced.roundTripNetBps < settings.minRoundTripNetBps) return false;
    return !trades.open().some(({ trade }) => trade.pairId === pair.id);
  }

  /** What the gates ask of the accounts must be known before a row is worth a plan; it is asked for meanwhile. */
  private isPrepared({ pair }: OpportunityRow, nowMs: number): boolean {
    const atMs = this.preparedMs.get(pair.id);
    if (atMs !== undefined && nowMs - atMs < PREPARE_MS) return true;
    this.preparedMs.set(pair.id, nowMs);
    this.arbs.prepare({ buyId: pair.buy.id, sellId: pair.sell.id }).catch((e: unknown) => {
      this.context.core.log.error('accounts could not be asked ahead', { pair: pair.id, detail: String(e) });
    });
    return atMs !== undefined;
  }

  private requestOf({ pair, priced }: OpportunityRow): PlanRequest {
    const { settings } = this.context.state;
    return {
      buyId: pair.buy.id,
      sellId: pair.sell.id,
      ...sizeOf(priced, settings.maxTradeUsd),
      source: 'auto',
      roundId: null,
      sequencing: null,
      bracket: 'none',
      takeProfitBps: null,
      stopLossBps: null,
      exitSpreadBps: settings.exitSpreadBps,
      maxHoldMs: null,
      leverage: null,
      acceptsNegative: false,
      by: 'auto',
    };
  }

  private note({ pair }: OpportunityRow, error: DomainError, nowMs: number): void {
    const known = this.refusals.get(error.code) ?? { count: 0, toldMs: Number.NEGATIVE_INFINITY };
    known.count += 1;
    this.last = `${pair.id}: ${error.code} ${error.detail}`;
    if (this.refusals.size < REASONS_MAX) this.refusals.set(error.code, known);
    if (nowMs - known.toldMs < TELL_AGAIN_MS) return;
    known.toldMs = nowMs;
    const data = { pairId: pair.id, code: error.code, count: known.count };
    const text = `not traded: ${this.last}`;
    this.context.core.facts.append([
      eventFact('arbitrage_refused', 'INFO', {
        text,
        symbol: pair.buy.symbol,
        venues: [pair.buy.venue, pair.sell.venue],
        data,
      }),
    ]);
  }
}

/** A row's own size to the digit: money would lose the last step of it on the way to base and back. */
function sizeOf(
  { qtyBase, notionalUsd }: OpportunityRow['priced'],
  maxTradeUsd: number,
): Pick<PlanRequest, 'qtyBase' | 'notionalUsd'> {
  return notionalUsd > maxTradeUsd
    ? { qtyBase: null, notionalUsd: String(maxTradeUsd) }
    : { qtyBase: toDecimalString(decimal(qtyBase)), notionalUsd: null };
}
