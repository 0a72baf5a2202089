import {
  decimal,
  marketOf,
  toDecimalString,
  ZERO,
  type BalanceScope,
  type Decimal,
  type DecimalString,
  type DomainError,
  type ExecutionMode,
  type GateDecision,
  type Instrument,
  type InstrumentModes,
  type OrderIntent,
  type PlannedOrder,
  type RiskApproved,
} from '../../domain/index.ts';
import { isFinalState, quantiseOrder, type OrderRecord, type QuantisedOrder } from '../../execution/index.ts';
import {
  runGates,
  type RiskOpenEntry,
  type RiskOrder,
  type RiskPosition,
  type RiskRequest,
  type RiskView,
} from '../../risk/index.ts';
import type { AccountDesk } from './account-desk.ts';
import type { AccountWorthDesk } from './account-worth-desk.ts';
import type { CoreContext } from './core-context.ts';
import { tierFees } from './tier-fees.ts';

const SPOT_POCKETS: readonly BalanceScope[] = ['spot', 'unified'];
const PERP_POCKETS: readonly BalanceScope[] = ['futures', 'unified'];

/** What became of a wish: an order with the word of every gate, or why no order can be made of it (the gates are asked all the same). */
export interface Judgement {
  readonly order: RiskOrder;
  readonly quantised: QuantisedOrder | null;
  /** null when an order can be made. */
  readonly refusal: DomainError | null;
  readonly gates: readonly GateDecision[];
  /** Mid of its book at that moment; null without one. */
  readonly midPx: DecimalString | null;
  readonly approved: {
    readonly intent: RiskApproved<OrderIntent>;
    readonly order: RiskApproved<PlannedOrder>;
  } | null;
}

/** The other leg of a pair that is opened together: what it brings of the same asset, and what it binds. */
export interface PairedLeg {
  /** Signed base units. */
  readonly qtyBase: DecimalString;
  /** What it needs of the same pocket of the same account; 0 when it is another. */
  readonly bindsUsd: DecimalString;
}

export interface JudgeOptions {
  readonly account: AccountDesk;
  readonly paired?: PairedLeg;
  readonly attempt?: number;
  readonly leg?: number;
}

/** Gathers the figures the gates look at, and asks them. */
export class RiskDesk {
  private readonly context: CoreContext;
  private readonly worth: AccountWorthDesk;
  /** An order's record never changes once made, so neither does what is open of it. */
  private readonly entries = new WeakMap<OrderRecord, RiskOpenEntry>();

  constructor(context: CoreContext, worth: AccountWorthDesk) {
    this.context = context;
    this.worth = worth;
  }

  /** Quantises a wish and runs every gate over it. Sends nothing, remembers nothing. */
  judge(intent: OrderIntent, instrument: Instrument, options: JudgeOptions): Judgement {
    const { account, attempt = 0, leg = 0 } = options;
    const refPx = this.refPx(intent, instrument);
    const made = quantiseOrder(intent, instrument, { mode: account.mode, leg, attempt, refPx, mayBump: false });
    const order = made.ok ? made.value.order : rawOrder(intent, instrument, account);
    const view = withPaired(this.view(order, instrument, account), options.paired);
    const verdict = runGates({ order, intent, instrument, view });
    const planned = made.ok && verdict.isApproved ? made.value.order : null;
    return {
      order,
      quantised: made.ok ? made.value : null,
      refusal: made.ok ? null : made.error,
      gates: verdict.gates,
      midPx: view.midPx,
      approved:
        planned !== null && verdict.isApproved
          ? { intent: verdict.intent, order: verdict.order as RiskApproved<PlannedOrder> }
          : null,
    };
  }

  /** Returns a small entry as the gates would see it, for what they say of an account whatever is asked for. Sends nothing. */
  probe(instrument: Instrument, account: AccountDesk): RiskRequest {
    const intent = probeIntent(instrument, this.context.clock.nowMs());
    const order = rawOrder(intent, instrument, account);
    return { order, intent, instrument, view: this.view(order, instrument, account) };
  }

  /** Price of one base unit by which a wish is measured: its own limit, else what the book gives, else the mid. */
  refPx(intent: Pick<OrderIntent, 'px' | 'side' | 'qtyBase'>, instrument: Instrument): DecimalString | null {
    const { eyes } = this.context;
    if (intent.px !== null) return intent.px;
    const qty = intent.qtyBase === null ? Number.NaN : Number(intent.qtyBase);
    return eyes.expectedFill(instrument.id, intent.side, qty)?.avgPx ?? eyes.midPx(instrument.id);
  }

  private view(order: RiskOrder, instrument: Instrument, account: AccountDesk): RiskView {
    const { clock, eyes, facts, permit, risk, journal, backlog, reconciler } = this.context;
    const nowMs = clock.nowMs();
    const funding = eyes.fundingOf(instrument.id);
    const isSpot = instrument.kind === 'spot';
    return {
      nowMs,
      limits: risk.limits,
      killLevel: risk.kill.level,
      isLiveConfirmed: permit.mayTradeLive(account.venue),
      isJournalOk: backlog.lastError === null && !journal.isOnReserve,
      isVenueEnabled: risk.settings.venueEnabled[account.venue] ?? true,
      isStreamLive: account.stream.isLive,
      isReconciled: reconciler.isReconciled(account.account),
      isFeedLive: eyes.isBookCurrent(instrument.id, nowMs),
      bookAgeMs: eyes.bookAgeMs(instrument.id, nowMs),
      clockOffsetMs: eyes.clockOffsetMs(account.venue),
      key: account.key,
      modes: modesFor(order, instrument, account),
      wantedPositionMode: 'one-way',
      wantedMarginMode: 'isolated',
      freeUsd: freeOf(account, isSpot ? SPOT_POCKETS : PERP_POCKETS, instrument.quoteAsset),
      freeBase: isSpot ? freeOf(account, SPOT_POCKETS, instrument.baseAsset) : null,
      takerFeeFrac: (account.feesOf(marketOf(instrument.kind) ?? 'perp') ?? tierFees(instrument)).takerFrac,
      positions: this.positions(account.mode),
      openEntries: this.openEntries(account.mode),
      equityUsd: textOf(this.worth.worthOf(account).equityUsd),
      dayPnlUsd: risk.dayPnlUsd(account.mode, nowMs, (asset) => eyes.priceUsd(asset)),
      dayStartEquityUsd: risk.dayStartEquityUsd(account.mode, nowMs),
      lossStreak: risk.lossStreak(account.mode),
      cooldownEndMs: risk.cooldownEndMs(instrument.symbol, account.venue, 'trade', nowMs),
      markPx: eyes.markPx(instrument.id),
      midPx: eyes.midPx(instrument.id),
      expectedPx: this.expectedPx(order, instrument),
      venueBand: eyes.priceBand(instrument.id, order.side),
      maintenanceMarginFrac: null,
      fundingNextMs: funding?.nextMs ?? null,
      fundingRateFrac: funding === null ? null : toDecimalString(decimal(funding.rateFrac)),
      allocationUsd: this.worth.allocatedUsd(account),
      conditions: facts.conditions(),
    };
  }

  /** A limit order is measured by its limit: the book is walked for the others alone. */
  private expectedPx(order: RiskOrder, instrument: Instrument): DecimalString | null {
    if (order.type === 'limit' && order.px !== null) return null;
    const qty = order.qtyBase === null ? Number.NaN : Number(order.qtyBase);
    return this.context.eyes.expectedFill(instrument.id, order.side, qty)?.avgPx ?? null;
  }

  private positions(mode: ExecutionMode): readonly RiskPosition[] {
    const { ledger, desks, eyes } = this.context;
    const held: RiskPosition[] = [];
    for (const books of ledger.accounts()) {
      if (!books.account.endsWith(`:${mode}`)) continue;
      for (const position of books.positions()) {
        const told = desks.get(position.account)?.positionOf(position.instrumentId) ?? null;
        held.push({
          account: position.account,
          instrumentId: position.instrumentId,
          baseAsset: position.baseAsset,
          qtyBase: position.qtyBase,
          entryPx: position.avgPx,
          markPx: eyes.markPx(position.instrumentId),
          liquidationPx: told?.liquidationPx ?? null,
          leverage: told?.leverage ?? null,
          entryCount: position.entryOrders,
        });
      }
    }
    return held;
  }

  private openEntries(mode: ExecutionMode): readonly RiskOpenEntry[] {
    const entries: RiskOpenEntry[] = [];
    for (const order of this.context.orders.openOrders()) {
      if (order.role !== 'entry' || order.qtyBase === null || isFinalState(order.state)) continue;
      if (order.account.endsWith(`:${mode}`)) entries.push(this.openEntryOf(order));
    }
    return entries;
  }

  private openEntryOf(order: OrderRecord): RiskOpenEntry {
    const known = this.entries.get(order);
    if (known !== undefined) return known;
    const entry: RiskOpenEntry = {
      account: order.account,
      instrumentId: order.instrumentId,
      baseAsset: this.context.instrumentOf(order.instrumentId)?.baseAsset ?? order.instrumentId,
      side: order.side,
      qtyBase: remaining(order),
      px: order.px ?? this.context.eyes.midPx(order.instrumentId),
      leverage: order.leverage,
    };
    // What has no limit is worth another mid each time.
    if (order.px !== null) this.entries.set(order, entry);
    return entry;
  }
}

/**
 * A paper position takes the leverage of its order, and so does one at a venue that keeps none of its own (KuCoin, isolated: NaN); elsewhere
 * the account's must match.
 */
function modesFor(order: RiskOrder, instrument: Instrument, account: AccountDesk): InstrumentModes | null {
  const modes = account.modesOf(instrument.id);
  const isOrders = account.mode === 'paper' || Number.isNaN(modes?.leverage ?? 0);
  return modes === null || !isOrders ? modes : { ...modes, leverage: order.leverage ?? modes.leverage };
}

function withPaired(view: RiskView, paired: PairedLeg | undefined): RiskView {
  if (paired === undefined) return view;
  const freeUsd = view.freeUsd === null ? null : toDecimalString(decimal(view.freeUsd).minus(decimal(paired.bindsUsd)));
  return { ...view, pairedBase: paired.qtyBase, freeUsd };
}

function remaining(order: OrderRecord): DecimalString {
  return toDecimalString(decimal(order.qtyBase ?? '0').minus(decimal(order.cumQtyBase)));
}

function freeOf(account: AccountDesk, pockets: readonly BalanceScope[], asset: string): DecimalString | null {
  if (account.balances.length === 0) return null;
  const rows = account.balances.filter((row) => row.asset === asset && pockets.includes(row.scope));
  const [only] = rows;
  if (only !== undefined && rows.length === 1) return only.free;
  return toDecimalString(rows.reduce((sum, row) => sum.plus(decimal(row.free)), ZERO));
}

/** Of a value of 1: nothing of its size can be wrong. */
function probeIntent(instrument: Instrument, createdMs: number): OrderIntent {
  return {
    intentId: 'probe',
    source: 'operator',
    role: 'entry',
    instrumentId: instrument.id,
    side: 'BUY',
    type: 'limit',
    tif: 'IOC',
    qtyBase: '1',
    px: '1',
    triggerPx: null,
    triggerBy: 'mark',
    isReduceOnly: false,
    closesPosition: false,
    leverage: 1,
    expectedNetBps: null,
    stopPx: null,
    createdMs,
  };
}

/** A wish that no order can be made of, as the gates see it: unrounded. */
function rawOrder(intent: OrderIntent, instrument: Instrument, account: AccountDesk): RiskOrder {
  return {
    intentId: intent.intentId,
    source: intent.source,
    role: intent.role,
    venue: instrument.venue,
    mode: account.mode,
    instrumentId: instrument.id,
    side: intent.side,
    type: intent.type,
    tif: intent.tif,
    qtyBase: intent.qtyBase,
    px: intent.px,
    triggerPx: intent.triggerPx,
    triggerBy: intent.triggerBy,
    isReduceOnly: intent.isReduceOnly,
    closesPosition: intent.closesPosition,
    leverage: instrument.kind === 'spot' ? null : intent.leverage,
  };
}

function textOf(value: Decimal | null): DecimalString | null {
  return value === null ? null : toDecimalString(value);
}
