import {
  decimal,
  domainError,
  err,
  ok,
  toDecimalString,
  type BalanceReport,
  type CancelAck,
  type DomainError,
  type ExecutionCapabilities,
  type ExecutionClient,
  type FeeRates,
  type Fill,
  type Income,
  type Instrument,
  type InstrumentModes,
  type KeyReport,
  type MarginMode,
  type Market,
  type OrderRef,
  type OrderReport,
  type PlaceAck,
  type PlaceOrder,
  type PositionMode,
  type PositionReport,
  type PrivateSink,
  type PrivateStreamState,
  type Result,
  type Venue,
} from '@riptide/core/domain';
import type { PrivateCallName, SimOrder, SimOutcome } from '../../../packages/venue-sim/src/account/model.ts';
import { DirectLine, type DirectLineDeps } from './direct-line.ts';
import type { DirectStream } from './direct-stream.ts';
import { lotsOf, ticksOf } from './listed-instrument.ts';
import type { SimHouse } from './sim-house.ts';
import { balanceReport, fillOf, incomeOf, positionReport } from './venue-words.ts';

type Answer<T> = Promise<Result<T, DomainError>>;

const DONE: SimOutcome<null> = { ok: true, value: null };

export interface DirectClientDeps extends DirectLineDeps {
  readonly house: SimHouse;
  readonly stream: DirectStream;
  /** Told of every order call that leaves us. */
  onPlaced(clientOrderId: string): void;
}

/** The account of a simulated venue without a wire between: the account engine's own answers and events, under its fault plan. */
export class DirectClient implements ExecutionClient {
  readonly venue: Venue;
  readonly capabilities: ExecutionCapabilities;
  private readonly deps: DirectClientDeps;
  private readonly line: DirectLine;

  constructor(deps: DirectClientDeps) {
    this.deps = deps;
    this.venue = deps.house.venue;
    this.line = new DirectLine(deps);
    this.capabilities = {
      conditionalOrders: ['perp'],
      // Both kinds of stops are exercised: those that close whatever is open, and those with a quantity.
      closePosition: this.venue === 'BINANCE' || this.venue === 'OKX',
      deadMan: ['perp'],
      marginModes: ['isolated', 'cross'],
      hasIncomeHistory: true,
    };
  }

  setInstruments(): void {
    // The house has its own list.
  }

  start(sink: PrivateSink): Answer<null> {
    this.deps.stream.open(sink, this.deps.ownClock);
    return Promise.resolve(ok(null));
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  streamState(): PrivateStreamState {
    return this.deps.stream.state();
  }

  async place(order: PlaceOrder): Answer<PlaceAck> {
    const { house, onPlaced } = this.deps;
    const listed = house.listedOf(order.instrument.id);
    onPlaced(order.clientOrderId);
    const placed = await this.call('place', order.instrument, (fillFrac) =>
      house.accounts.place(
        house.accountId,
        {
          ix: listed.ix,
          side: order.side,
          type: order.type,
          tif: order.tif,
          lots: order.qtyBase === null ? null : lotsOf(listed, order.qtyBase),
          quoteAmount: null,
          ticks: order.px === null ? null : ticksOf(listed, order.px),
          triggerTicks: order.triggerPx === null ? null : ticksOf(listed, order.triggerPx),
          triggerBy: order.triggerBy,
          triggerDirection: null,
          isReduceOnly: order.isReduceOnly,
          closesPosition: order.closesPosition,
          clientId: order.clientOrderId,
          leverage: null,
          marginMode: null,
          positionSide: null,
        },
        fillFrac,
      ),
    );
    if (!placed.ok) return placed;
    // Half of the venues only acknowledge, half tell the state at once.
    const tells = this.venue === 'BINANCE' || this.venue === 'KUCOIN';
    return ok({ venueOrderId: String(placed.value.id), report: tells ? this.read(placed.value) : null, fills: [] });
  }

  async cancel(ref: OrderRef): Answer<CancelAck> {
    const { house } = this.deps;
    const by = { ...nameOf(ref), ix: house.listedOf(ref.instrument.id).ix };
    const cancelled = await this.call<SimOrder | null>('cancel', ref.instrument, () => {
      const done = house.accounts.cancel(house.accountId, by);
      if (!done.ok && (done.refusal === 'unknown-order' || done.refusal === 'order-final')) return DONE;
      return done;
    });
    if (!cancelled.ok) return cancelled;
    if (cancelled.value === null) return ok({ kind: 'already-final' });
    return ok({ kind: 'accepted', report: this.venue === 'BINANCE' ? this.read(cancelled.value) : null });
  }

  queryOrder(ref: OrderRef): Answer<OrderReport | null> {
    const { house } = this.deps;
    const { ix } = house.listedOf(ref.instrument.id);
    return this.ask('query-order', ref.instrument, () => {
      const found = house.accounts.order(house.accountId, { ...nameOf(ref), ix });
      return found === null ? null : this.read(house.newestOf(found));
    });
  }

  openOrders(market: Market): Answer<readonly OrderReport[]> {
    const { accounts, accountId } = this.deps.house;
    return this.ask('open-orders', null, () =>
      accounts.orders(accountId, { isOpen: true, kind: market, limit: Infinity }).map((order) => this.read(order)),
    );
  }

  fills(market: Market, instrument: Instrument | null, sinceMs: number): Answer<readonly Fill[]> {
    const { house } = this.deps;
    if (instrument === null && this.venue === 'BINANCE') {
      return Promise.resolve(err(domainError('INPUT_INVALID', 'one symbol at a time', { outcome: 'not-sent' })));
    }
    const ix = instrument === null ? {} : { ix: house.listedOf(instrument.id).ix };
    return this.ask('fills', instrument, () =>
      house.accounts
        .fills(house.accountId, { ...ix, kind: market, sinceMs, limit: Infinity })
        .map((fill) => fillOf(house.at(fill.ix), fill))
        .toReversed(),
    );
  }

  positions(): Answer<readonly PositionReport[]> {
    const { house } = this.deps;
    return this.ask('positions', null, () =>
      house.accounts.positions(house.accountId).map((held) => positionReport(house.at(held.ix), held)),
    );
  }

  balances(): Answer<readonly BalanceReport[]> {
    const { accounts, accountId } = this.deps.house;
    return this.ask('balances', null, () => accounts.balances(accountId).map(balanceReport));
  }

  income(sinceMs: number): Answer<readonly Income[]> {
    const { house } = this.deps;
    return this.ask('other', null, () =>
      house.accounts
        .incomes(house.accountId, { sinceMs, limit: Infinity })
        .map((income) => incomeOf(house.maybeAt(income.ix), income))
        .filter((income) => income !== null)
        .toReversed(),
    );
  }

  feeRates(instrument: Instrument): Answer<FeeRates> {
    const { house } = this.deps;
    return this.ask('other', instrument, () => {
      const { makerFrac, takerFrac } = house.accounts.feeRates(house.accountId, house.listedOf(instrument.id).ix);
      return { makerFrac: toDecimalString(decimal(makerFrac)), takerFrac: toDecimalString(decimal(takerFrac)) };
    });
  }

  readModes(instrument: Instrument): Answer<InstrumentModes> {
    const { house } = this.deps;
    return this.ask('settings', instrument, () => ({
      instrumentId: instrument.id,
      positionMode: house.accounts.positionMode(house.accountId),
      ...house.accounts.setup(house.accountId, house.listedOf(instrument.id).ix),
    }));
  }

  setLeverage(instrument: Instrument, leverage: number): Answer<null> {
    const { house } = this.deps;
    const { ix } = house.listedOf(instrument.id);
    return this.call('settings', instrument, () => house.accounts.setLeverage(house.accountId, ix, leverage));
  }

  setMarginMode(instrument: Instrument, mode: MarginMode): Answer<null> {
    const { house } = this.deps;
    const { ix } = house.listedOf(instrument.id);
    return this.call('settings', instrument, () => house.accounts.setMarginMode(house.accountId, ix, mode));
  }

  setPositionMode(mode: PositionMode): Answer<null> {
    const { accounts, accountId } = this.deps.house;
    return this.call('settings', null, () => accounts.setPositionMode(accountId, mode));
  }

  probeKey(): Answer<KeyReport> {
    return this.ask('key', null, () => ({
      venue: this.venue,
      accountId: null,
      spotOk: true,
      futuresOk: true,
      canWithdraw: false,
      isReadOnly: false,
      isIpRestricted: true,
      expiresMs: null,
      positionMode: 'one-way',
      detail: 'simulated',
    }));
  }

  armDeadMan(timeoutMs: number): Answer<null> {
    const { accounts, accountId } = this.deps.house;
    return this.ask('other', null, () => {
      accounts.armDeadMan(accountId, null, timeoutMs, 'perp');
      return null;
    });
  }

  private read(order: SimOrder): OrderReport {
    return this.deps.house.report(order);
  }

  private ask<T>(name: PrivateCallName, instrument: Instrument | null, read: () => T): Answer<T> {
    return this.call(name, instrument, () => ({ ok: true, value: read() }));
  }

  private call<T>(
    name: PrivateCallName,
    instrument: Instrument | null,
    act: (fillFrac: number | null) => SimOutcome<T>,
  ): Answer<T> {
    return this.line.call(name, instrument?.wireSymbol ?? null, act);
  }
}

/** By our id where there is one. */
function nameOf({ clientOrderId, venueOrderId }: OrderRef): { readonly clientId?: string; readonly id?: number } {
  return clientOrderId === null ? { id: Number(venueOrderId) } : { clientId: clientOrderId };
}
