import {
  decimal,
  LEG_KEYS,
  toDecimalString,
  ZERO,
  type AccountKey,
  type ArbTrade,
  type DecimalString,
  type FlatCertificate,
  type LegKey,
} from '../../domain/index.ts';
import { guarded } from '../../execution/index.ts';
import type { ArbOrders } from './arb-orders.ts';
import { unpricedLegOf } from './arb-result.ts';
import { nakedKey, type ArbTransitions } from './arb-transitions.ts';
import { eventFact, type ArbitrageContext } from './arbitrage-context.ts';
import { heldOf, signOf } from './leg-books.ts';
import { stepOf } from './leg-question.ts';
import { spotTotalOf } from './planned-sides.ts';
import { isFinished, type TrackedArb } from './trade-book.ts';

/** Pauses before the venues are read again; the last one repeats. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 5_000, 10_000, 30_000] as const;
/** Readings that differ before the difference counts: fills and positions of a venue come in any order. */
const DIFFERENCES_MAX = 5;

interface Attempt {
  isRunning: boolean;
  count: number;
  differences: number;
  dueMs: number;
}

/** Proves by the venues' own word that a pair is hedged, or that nothing is left of it. */
export class CertificateDesk {
  private readonly context: ArbitrageContext;
  private readonly orders: ArbOrders;
  private readonly transitions: ArbTransitions;
  private readonly attempts = new Map<string, Attempt>();

  constructor(context: ArbitrageContext, orders: ArbOrders, transitions: ArbTransitions) {
    this.context = context;
    this.orders = orders;
    this.transitions = transitions;
  }

  /** Reads the venues when it is time. Call at every look while a certificate is missing. */
  step(tracked: TrackedArb, kind: FlatCertificate['kind']): void {
    const { arbId, state } = tracked.trade;
    const key = `${arbId}|${state}|${kind}`;
    const attempt = this.attempts.get(key) ?? { isRunning: false, count: 0, differences: 0, dueMs: 0 };
    this.attempts.set(key, attempt);
    if (attempt.isRunning || this.context.core.clock.nowMs() < attempt.dueMs) return;
    attempt.isRunning = true;
    this.run(tracked, kind, attempt)
      .catch((e: unknown) => {
        const { core } = this.context;
        core.log.error('a certificate failed', { arbId, detail: e instanceof Error ? e.stack : String(e) });
      })
      .finally(() => {
        attempt.isRunning = false;
        attempt.dueMs =
          this.context.core.clock.nowMs() + (PAUSES_MS[Math.min(attempt.count, PAUSES_MS.length - 1)] ?? 0);
        attempt.count += 1;
      });
  }

  forget(arbId: string): void {
    for (const key of this.attempts.keys()) if (key.startsWith(arbId)) this.attempts.delete(key);
  }

  private async run(tracked: TrackedArb, kind: FlatCertificate['kind'], attempt: Attempt): Promise<void> {
    const { arbId, state } = tracked.trade;
    const [buy, sell] = await Promise.all([this.read(tracked.trade, 'buy'), this.read(tracked.trade, 'sell')]);
    const now = this.context.state.trades.byId(arbId);
    // What moved meanwhile is looked at anew: a reading from before it proves nothing.
    if (now === null || now.trade.state !== state || isFinished(now.trade) || !areBooksAlike(tracked, now)) return;
    if (this.orders.any(now, 'live').length > 0) return;
    const certificate = this.certificateOf(now, kind, { buy, sell });
    if (certificate === null) return;
    const unexplained = state === 'naked' && certificate.ok ? this.unexplainedOf(now) : [];
    if (unexplained.length > 0 && attempt.differences < DIFFERENCES_MAX) {
      // The venues are flat, our books are not: the fills that say how are asked for first.
      attempt.differences += 1;
      return this.compareAt(unexplained.map((key) => now.trade[key].account));
    }
    if (certificate.ok) {
      const ended = withGone(now, unexplained);
      return void this.certified(ended, this.certificateOf(ended, kind, { buy, sell }) ?? certificate);
    }
    if (buy === null || sell === null) return this.tellUnread(now, { buy, sell });
    if (state === 'naked') return;
    attempt.differences += 1;
    if (attempt.differences < DIFFERENCES_MAX) return this.compare(certificate);
    const certificates = [...now.trade.certificates, certificate];
    this.transitions.naked({ ...now, trade: { ...now.trade, certificates } }, certificate.text);
  }

  /** Legs of which our books hold a position although the venue has none. */
  private unexplainedOf({ trade, books }: TrackedArb): readonly LegKey[] {
    return LEG_KEYS.filter((key) => {
      const step = stepOf(this.context, trade, key);
      return step !== null && heldOf(books[key]).gte(step);
    });
  }

  /** Books that differ from the venue's are compared with it: what is missing is imported. */
  private async compare(certificate: FlatCertificate): Promise<void> {
    await this.compareAt(certificate.legs.filter(({ residual }) => residual !== '0').map(({ account }) => account));
  }

  private async compareAt(accounts: readonly AccountKey[]): Promise<void> {
    const { reconciler } = this.context.core;
    await Promise.all([...new Set(accounts)].map((account) => reconciler.reconcile(account, 'asked')));
  }

  private certified(tracked: TrackedArb, certificate: FlatCertificate): boolean {
    const { trade } = tracked;
    const certificates = [...trade.certificates, certificate];
    this.forget(trade.arbId);
    if (certificate.kind === 'hedged') {
      return this.transitions.write(tracked, { certificates, ...this.marginsOf(trade), reason: certificate.text });
    }
    const wasFilled = LEG_KEYS.some((key) => decimal(tracked.books[key].entryBase).gt(0));
    const wasNaked = trade.state === 'naked';
    const closedMs = trade.closedMs ?? certificate.atMs;
    const reason = wasFilled ? certificate.text : `${trade.exitReason ?? 'nothing was filled'}; ${certificate.text}`;
    const key = nakedKey(trade.arbId);
    const isCondition = this.context.core.facts.conditions().some((condition) => condition.key === key);
    return this.transitions.write(
      tracked,
      {
        state: wasFilled ? 'certified' : 'aborted',
        certificates,
        closedMs,
        ...this.transitions.resultNow(tracked),
        reason,
      },
      [
        ...(isCondition ? [{ kind: 'condition-cleared' as const, key, text: certificate.text }] : []),
        ...(wasNaked
          ? [eventFact('arbitrage_flat', 'WARN', { text: `${trade.arbId} is flat`, symbol: trade.symbol })]
          : []),
      ],
    );
  }

  /** How far the liquidation prices are when the pair is complete: what the margin watch compares with. */
  private marginsOf(trade: ArbTrade): Pick<ArbTrade, 'buy' | 'sell'> {
    const withMargin = (leg: LegKey) => {
      const told = this.orders.placeOf(trade, leg)?.desk.positionOf(trade[leg].instrumentId) ?? null;
      const entryPx = Number(trade[leg].entryPx ?? trade[leg].plannedPx);
      const liquidationPx = told?.liquidationPx ?? null;
      const liquidationFrac = liquidationPx === null ? null : Math.abs(Number(liquidationPx) - entryPx) / entryPx;
      return { ...trade[leg], liquidationFrac };
    };
    return { buy: withMargin('buy'), sell: withMargin('sell') };
  }

  private tellUnread(tracked: TrackedArb, read: Readonly<Record<LegKey, DecimalString | null>>): void {
    const unread = LEG_KEYS.filter((key) => read[key] === null).map((key) => tracked.trade[key].account);
    const reason = `waiting for ${unread.join(' and ')} to tell what it holds`;
    if (tracked.trade.reason !== reason) this.transitions.write(tracked, { reason });
  }

  private certificateOf(
    { trade, books }: TrackedArb,
    kind: FlatCertificate['kind'],
    read: Readonly<Record<LegKey, DecimalString | null>>,
  ): FlatCertificate | null {
    const steps = { buy: stepOf(this.context, trade, 'buy'), sell: stepOf(this.context, trade, 'sell') };
    const { buy, sell } = steps;
    if (buy === null || sell === null) return null;
    const legs = LEG_KEYS.map((key) => {
      const { account, instrumentId, heldBefore, dustBase } = trade[key];
      const held = heldOf(books[key]).times(signOf(trade[key]));
      // Flat is what was there before, and the dust that is known to stay.
      const dust = decimal(this.context.state.dust.qtyOf(account, instrumentId)).minus(decimal(dustBase));
      const expected = decimal(heldBefore).plus(kind === 'hedged' ? held : dust);
      const after = read[key];
      const residual = after === null ? null : decimal(after).minus(expected);
      return {
        key,
        account,
        instrumentId,
        before: heldBefore,
        after,
        expected: toDecimalString(expected),
        residual: residual === null ? null : toDecimalString(residual),
      };
    });
    const moved = legs.map(({ after, before }) => (after === null ? null : decimal(after).minus(decimal(before))));
    const net = moved.some((each) => each === null)
      ? null
      : moved.reduce((sum, each) => (sum ?? ZERO).plus(each ?? ZERO), ZERO);
    // WHY: a whole step of a listing is a position, however coarse the other leg counts.
    const ok = legs.every(
      ({ key, residual }) =>
        residual !== null &&
        decimal(residual)
          .abs()
          .lt(key === 'buy' ? buy : sell),
    );
    const toleranceBase = toDecimalString(buy.lt(sell) ? buy : sell);
    return {
      kind,
      ok,
      atMs: this.context.core.clock.nowMs(),
      legs,
      netBase: net === null ? null : toDecimalString(net),
      toleranceBase,
      text: `${textOf(kind, ok, legs)}${unpricedText({ trade, books })}`,
    };
  }

  /** What the venue holds of a leg, asked anew; null when it does not answer. */
  private async read(trade: ArbTrade, leg: LegKey): Promise<DecimalString | null> {
    const place = this.orders.placeOf(trade, leg);
    if (place === null) return null;
    const { instrument, desk } = place;
    if (instrument.kind === 'spot') {
      const read = await guarded('balances', () => desk.client.balances());
      return read.ok ? spotTotalOf(read.value, instrument.baseAsset) : null;
    }
    const read = await guarded('positions', () => desk.client.positions());
    if (!read.ok) return null;
    for (const position of read.value) if (position.instrumentId === instrument.id) desk.notePosition(position);
    return read.value.find(({ instrumentId }) => instrumentId === instrument.id)?.qtyBase ?? '0';
  }
}

/** What the venue no longer has went at a price that nobody tells. */
function withGone(tracked: TrackedArb, legs: readonly LegKey[]): TrackedArb {
  if (legs.length === 0) return tracked;
  const { trade } = tracked;
  const of = (key: LegKey) => (legs.includes(key) ? { ...trade[key], isGone: true } : trade[key]);
  return { ...tracked, trade: { ...trade, buy: of('buy'), sell: of('sell') } };
}

function areBooksAlike(a: TrackedArb, b: TrackedArb): boolean {
  return LEG_KEYS.every((key) => heldOf(a.books[key]).eq(heldOf(b.books[key])));
}

function unpricedText(tracked: Pick<TrackedArb, 'trade' | 'books'>): string {
  const unpriced = unpricedLegOf(tracked);
  if (unpriced === null) return '';
  const what = unpriced.phase === 'exit' ? 'gone at its venue' : 'taken over from its venue';
  return `; the ${unpriced.phase} price of the ${unpriced.leg} leg is unknown, so is the result: it was ${what} without a fill`;
}

function textOf(
  kind: FlatCertificate['kind'],
  ok: boolean,
  legs: readonly {
    readonly account: AccountKey;
    readonly after: DecimalString | null;
    readonly expected: DecimalString;
  }[],
): string {
  const said = legs.map(({ account, after, expected }) => `${account} holds ${after ?? '—'} of ${expected} expected`);
  return `${ok ? kind : `not ${kind}`} by the venues: ${said.join(', ')}`;
}
