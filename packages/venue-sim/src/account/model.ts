import type { Decimal } from '@riptide/core/domain';

/**
 * The private half of a simulated venue, as its wire server sees it. Quantities are lots and prices ticks of the listing, exact;
 * money is exact decimals. `ix` indexes the venue's `instruments`. A wire server only turns these into its bytes.
 */

/** One API key of the simulator. */
export interface SimKey {
  readonly accountId: number;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** '' at venues without. */
  readonly passphrase: string;
  readonly canTradeSpot: boolean;
  readonly canTradeFutures: boolean;
  readonly canWithdraw: boolean;
  readonly isReadOnly: boolean;
  /** Addresses the key works from; empty: any. */
  readonly ipList: readonly string[];
  readonly expiresMs: number | null;
}

export type SimOrderSide = 'BUY' | 'SELL';
export type SimOrderType =
  'market' | 'limit' | 'stop-market' | 'take-profit-market' | 'stop-limit' | 'take-profit-limit';
export type SimTif = 'GTC' | 'IOC' | 'FOK' | 'POST_ONLY';
export type SimTriggerBy = 'mark' | 'last' | 'index';
export type SimMarginMode = 'isolated' | 'cross';

/** An order as a wire server asks for it, its fields already read and typed. */
export interface SimOrderRequest {
  readonly ix: number;
  readonly side: SimOrderSide;
  readonly type: SimOrderType;
  readonly tif: SimTif;
  /** null with `quoteAmount` (spot market buys by cost) or `closesPosition`. */
  readonly lots: number | null;
  readonly quoteAmount: Decimal | null;
  /** null for market orders. */
  readonly ticks: number | null;
  readonly triggerTicks: number | null;
  readonly triggerBy: SimTriggerBy;
  /** `rises`: fires at or above the trigger; null: by side and type. */
  readonly triggerDirection: 'rises' | 'falls' | null;
  readonly isReduceOnly: boolean;
  readonly closesPosition: boolean;
  /** '' when the client gave none. */
  readonly clientId: string;
  /** Overrides the account's setting where the wire carries it with the order (KuCoin); else null. */
  readonly leverage: number | null;
  readonly marginMode: SimMarginMode | null;
  /** Hedge mode only; null in one-way mode. */
  readonly positionSide: 'LONG' | 'SHORT' | null;
}

export type SimOrderStatus = 'untriggered' | 'open' | 'filled' | 'cancelled' | 'expired' | 'rejected';

/** Why an order ended without filling; a wire server has its own words for each. */
export type SimEndReason =
  | 'user'
  | 'ioc'
  | 'fok'
  | 'post-only'
  | 'reduce-only'
  | 'position-gone'
  | 'liquidation'
  | 'dead-man'
  | 'margin'
  | 'fault'
  | 'self-trade';

/** An order of an account. A snapshot: it never changes after it was handed out. */
export interface SimOrder {
  readonly id: number;
  readonly accountId: number;
  readonly request: SimOrderRequest;
  readonly status: SimOrderStatus;
  readonly cumLots: number;
  /** Sum of ticks times lots over the fills. */
  readonly cumLotTicks: number;
  readonly cumQuote: Decimal;
  readonly cumFee: Decimal;
  readonly feeAsset: string;
  readonly endReason: SimEndReason | null;
  /**
   * Id of the order that a fired conditional became; null before. The conditional itself is then `filled` with `cumLots` 0: all
   * that follows happens to the new order, which carries the same client id.
   */
  readonly firedOrderId: number | null;
  /** Set on the order that came from a conditional one. */
  readonly parentOrderId: number | null;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface SimFill {
  readonly id: number;
  readonly orderId: number;
  readonly accountId: number;
  readonly ix: number;
  readonly side: SimOrderSide;
  readonly clientId: string;
  readonly ticks: number;
  readonly lots: number;
  readonly quote: Decimal;
  /** Positive costs. */
  readonly fee: Decimal;
  readonly feeAsset: string;
  readonly isMaker: boolean;
  readonly realised: Decimal;
  readonly cause: 'order' | 'liquidation' | 'adl';
  readonly atMs: number;
}

export interface SimPosition {
  readonly accountId: number;
  readonly ix: number;
  /** Hedge mode keeps two; one-way has `BOTH`. */
  readonly positionSide: 'BOTH' | 'LONG' | 'SHORT';
  /** Signed lots: positive is long. */
  readonly lots: number;
  /** Average entry in wire price units; 0 when flat. */
  readonly entryPx: Decimal;
  readonly markPx: number;
  readonly leverage: number;
  readonly marginMode: SimMarginMode;
  /** Margin put aside for it, quote. */
  readonly margin: Decimal;
  readonly maintenanceMargin: Decimal;
  readonly unrealised: Decimal;
  readonly realised: Decimal;
  /** Wire price; null when flat or out of reach. */
  readonly liquidationPx: number | null;
  /** 1 to 5. */
  readonly adlRank: number;
  readonly openedMs: number;
  readonly updatedMs: number;
}

/** `spot` and `futures` are two pockets at BINANCE and KUCOIN, one (`unified`) at BYBIT and OKX. */
export type SimPocket = 'spot' | 'futures' | 'unified';

export interface SimBalance {
  readonly accountId: number;
  readonly pocket: SimPocket;
  readonly asset: string;
  /** Wallet amount, without unrealised PnL. */
  readonly total: Decimal;
  /** What a new order could use: less what orders lock and positions hold, plus cross losses taken off. */
  readonly free: Decimal;
  readonly locked: Decimal;
  readonly updatedMs: number;
}

export type SimIncomeKind = 'funding' | 'transfer' | 'realised' | 'fee' | 'liquidation-fee' | 'deposit' | 'trade';

export interface SimIncome {
  readonly id: number;
  readonly accountId: number;
  readonly kind: SimIncomeKind;
  readonly pocket: SimPocket;
  readonly ix: number | null;
  readonly asset: string;
  /** Positive: the account receives. */
  readonly amount: Decimal;
  readonly balanceAfter: Decimal;
  readonly fillId: number | null;
  readonly atMs: number;
}

/** The closed list of reasons to refuse an order call; each wire maps it to its code and words. */
export const SIM_REFUSALS = [
  'unknown-symbol',
  'halted',
  'px-off-tick',
  'px-out-of-band',
  'qty-off-step',
  'qty-too-small',
  'qty-too-large',
  'notional-too-small',
  'balance-insufficient',
  'margin-insufficient',
  'would-take',
  'fok-unfillable',
  'duplicate-client-id',
  'reduce-only',
  'position-side',
  'triggers-now',
  'too-many-orders',
  'no-depth',
  'unknown-order',
  'order-final',
  'leverage-invalid',
  'leverage-locked',
  'margin-mode-unchanged',
  'margin-mode-locked',
  'position-mode-unchanged',
  'position-mode-locked',
  'position-limit',
  'no-permission',
  'market-closed',
] as const;
export type SimRefusal = (typeof SIM_REFUSALS)[number];

export type SimOutcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: SimRefusal };

/** Told synchronously, in the order things happen at the venue; a wire server turns them into frames of its private sockets. */
export interface SimAccountListener {
  onOrder(order: SimOrder): void;
  /** Always before the `onOrder` that carries the new cumulative quantity. */
  onFill(fill: SimFill, order: SimOrder): void;
  /** Also by funding and mark moves that change margin; `why` is what moved it. */
  onPosition(position: SimPosition, why: 'order' | 'funding' | 'liquidation' | 'adl' | 'setting'): void;
  onBalance(balance: SimBalance, why: 'order' | 'funding' | 'transfer' | 'liquidation'): void;
  onIncome(income: SimIncome): void;
  onLeverage(accountId: number, ix: number, leverage: number): void;
}

/** Fees of one account on one market, fractions; negative is a rebate. */
export interface SimFeeRates {
  readonly makerFrac: number;
  readonly takerFrac: number;
}

export interface SimInstrumentSetup {
  readonly leverage: number;
  readonly marginMode: SimMarginMode;
}

/** What a wire server may do on behalf of an account. All calls are synchronous and atomic; permissions of the key are the wire's to check. */
export interface SimAccounts {
  /** Finds a key by its public part; null: unknown. */
  findKey(apiKey: string): SimKey | null;
  /** `fillFrac`: at most this share fills at once, the fault `partial`; null or absent: all of it. */
  place(accountId: number, request: SimOrderRequest, fillFrac?: number | null): SimOutcome<SimOrder>;
  /** Checks everything and places nothing. */
  test(accountId: number, request: SimOrderRequest): SimOutcome<null>;
  cancel(
    accountId: number,
    order: {
      readonly id?: number;
      readonly clientId?: string;
      readonly ix?: number;
      readonly isConditional?: boolean;
    },
  ): SimOutcome<SimOrder>;
  cancelAll(
    accountId: number,
    filter: { readonly ix?: number; readonly isConditional?: boolean; readonly kind?: 'spot' | 'perp' },
  ): readonly SimOrder[];
  /** Changes quantity or price of a resting limit order; loses its place in the queue unless only the quantity shrinks. */
  amend(
    accountId: number,
    orderId: number,
    change: { readonly lots?: number; readonly ticks?: number; readonly triggerTicks?: number },
  ): SimOutcome<SimOrder>;
  /** The newest under a client id; a conditional order and the one it became share theirs, `isConditional` tells them apart. */
  order(
    accountId: number,
    by: {
      readonly id?: number;
      readonly clientId?: string;
      readonly ix?: number;
      readonly isConditional?: boolean;
    },
  ): SimOrder | null;
  /** Newest first; finished ones are kept for the last 100,000 orders. */
  orders(
    accountId: number,
    filter: {
      readonly ix?: number;
      readonly isOpen?: boolean;
      readonly isConditional?: boolean;
      readonly kind?: 'spot' | 'perp';
      readonly limit?: number;
      readonly sinceMs?: number;
      readonly untilMs?: number;
    },
  ): readonly SimOrder[];
  /** Newest first. */
  fills(
    accountId: number,
    filter: {
      readonly ix?: number;
      readonly kind?: 'spot' | 'perp';
      readonly orderId?: number;
      readonly sinceMs?: number;
      readonly untilMs?: number;
      readonly limit?: number;
    },
  ): readonly SimFill[];
  /** Only positions with lots, unless `isAll`. */
  positions(accountId: number, filter?: { readonly ix?: number; readonly isAll?: boolean }): readonly SimPosition[];
  balances(accountId: number, pocket?: SimPocket): readonly SimBalance[];
  /** Newest first. */
  incomes(
    accountId: number,
    filter: {
      readonly kind?: SimIncomeKind;
      readonly ix?: number;
      readonly sinceMs?: number;
      readonly untilMs?: number;
      readonly limit?: number;
    },
  ): readonly SimIncome[];
  feeRates(accountId: number, ix: number): SimFeeRates;
  setup(accountId: number, ix: number): SimInstrumentSetup;
  setLeverage(accountId: number, ix: number, leverage: number): SimOutcome<null>;
  setMarginMode(accountId: number, ix: number, mode: SimMarginMode): SimOutcome<null>;
  positionMode(accountId: number): 'one-way' | 'hedge';
  setPositionMode(accountId: number, mode: 'one-way' | 'hedge'): SimOutcome<null>;
  /** Cancels resting non-conditional orders of `ix` (null: all) unless called again in time; 0 disarms. */
  armDeadMan(accountId: number, ix: number | null, timeoutMs: number, kind?: 'spot' | 'perp'): void;
  /** Moves money between pockets. */
  transfer(accountId: number, asset: string, from: SimPocket, to: SimPocket, amount: Decimal): SimOutcome<null>;
  subscribe(listener: SimAccountListener): () => void;
}

/** What the fault plan does to one private call or event. A wire server asks before it acts. */
export type PrivateCallFault =
  /** Refused before it is looked at; the wire has a body of its own for each. */
  | { readonly kind: 'reject'; readonly refusal: SimRefusal }
  | { readonly kind: 'status'; readonly status: 429 | 418 | 500 | 502 | 503 | 504; readonly retryAfterS: number | null }
  | { readonly kind: 'maintenance' }
  /** Done, but the answer never comes. `fillFrac`: of an order at most this share fills at once. */
  | { readonly kind: 'answer-lost'; readonly fillFrac?: number }
  /** Neither done nor answered. */
  | { readonly kind: 'request-lost' }
  | { readonly kind: 'delay'; readonly ms: number; readonly fillFrac?: number }
  /** Fills at most this share of an order at once; the rest rests, or ends where it may not rest. */
  | { readonly kind: 'partial'; readonly fillFrac: number };

/** The calls that faults can be aimed at. */
export type PrivateCallName =
  | 'place'
  | 'cancel'
  | 'query-order'
  | 'open-orders'
  | 'fills'
  | 'positions'
  | 'balances'
  | 'settings'
  | 'key'
  | 'other';
export type PrivateEventName = 'order' | 'fill' | 'position' | 'balance';

/** How one event of a private socket is treated. */
export type PrivateEventFault = 'drop' | 'duplicate' | 'swap-with-next' | { readonly delayMs: number };

/** The fault plan as a wire server consults it. Every taken fault is used up unless armed for more. */
export interface PrivateFaultDesk {
  takeCallFault(call: PrivateCallName, wireSymbol: string | null): PrivateCallFault | null;
  /** Applies event faults around `send`: calls it 0, 1 or 2 times, now or later. */
  deliver(event: PrivateEventName, wireSymbol: string | null, send: () => void): void;
  /** True while private sockets must stay silent although they answer pings. */
  readonly isSilent: boolean;
}
