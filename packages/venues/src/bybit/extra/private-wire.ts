/**
 * Rows of the private side, REST and stream alike. Almost everything is text; an empty text means that there is none.
 * Source: docs/venues/bybit.md#orders-and-account.
 */

/** A row of order/realtime and order/history, and of the `order` topic. `category` stands in the row on the stream, beside the list on REST. */
export interface BybitOrderRow {
  readonly category?: string;
  readonly symbol: string;
  readonly orderId: string;
  readonly orderLinkId: string;
  readonly side: string;
  readonly orderType: string;
  readonly timeInForce: string;
  readonly qty: string;
  readonly price: string;
  readonly triggerPrice: string;
  /** 1 rises, 2 falls, 0 none. */
  readonly triggerDirection: number;
  readonly stopOrderType: string;
  readonly marketUnit?: string;
  readonly reduceOnly: boolean;
  readonly closeOnTrigger: boolean;
  readonly orderStatus: string;
  readonly cumExecQty: string;
  readonly avgPrice: string | null;
  readonly rejectReason: string;
  readonly cancelType: string;
  /** Epoch ms as text. */
  readonly updatedTime: string;
}

/** A row of execution/list and of the `execution` topic. */
export interface BybitExecutionRow {
  readonly category?: string;
  readonly symbol: string;
  readonly execId: string;
  readonly orderId: string;
  readonly orderLinkId: string;
  readonly side: string;
  readonly execPrice: string;
  readonly execQty: string;
  /** Positive: paid. */
  readonly execFee: string;
  readonly feeCurrency?: string;
  readonly execType: string;
  readonly createType?: string;
  readonly isMaker: boolean;
  readonly execTime: string;
}

/** A row of position/list and of the `position` topic. */
export interface BybitPositionRow {
  readonly category?: string;
  readonly symbol: string;
  /** 0 one-way, 1 and 2 the two sides in hedge mode. */
  readonly positionIdx: number;
  readonly side: string;
  readonly size: string;
  /** REST. */
  readonly avgPrice?: string;
  /** Stream. */
  readonly entryPrice?: string;
  readonly markPrice: string;
  readonly liqPrice: string;
  readonly unrealisedPnl: string;
  readonly leverage: string;
  readonly positionIM: string;
  /** 1 to 5; 0 without a position. */
  readonly adlRankIndicator: number;
  readonly updatedTime: string;
}

/** The account of wallet-balance and of the `wallet` topic. */
export interface BybitWalletRow {
  /** USD; empty in isolated margin. */
  readonly totalAvailableBalance: string;
  readonly coin: readonly BybitCoinRow[];
}

export interface BybitCoinRow {
  readonly coin: string;
  readonly walletBalance: string;
  readonly locked?: string;
  readonly bonus?: string;
  readonly totalOrderIM?: string;
  readonly totalPositionIM?: string;
  readonly borrowAmount?: string;
}

/** A row of transaction-log. */
export interface BybitTransactionRow {
  readonly id: string;
  readonly tradeId?: string;
  readonly symbol: string;
  readonly category: string;
  readonly type: string;
  readonly currency: string;
  /** cashFlow + funding - fee; positive: received. */
  readonly change: string;
  readonly transactionTime: string;
}

/** The answer of query-api. */
export interface BybitKeyRow {
  readonly readOnly: number;
  readonly permissions: Readonly<Record<string, readonly string[]>>;
  readonly ips: readonly string[];
  /** ISO 8601; empty, or a date of 1970, where the key does not expire. */
  readonly expiredAt?: string;
}
