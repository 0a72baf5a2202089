import type {
  Fill,
  IncomeKind,
  InstrumentKind,
  MarginMode,
  OrderSide,
  Timeframe,
  TimeInForce,
  VenueOrderStatus,
} from '@riptide/core/domain';
import type { BybitProduct } from './urls.ts';

/** Returns the kind of a row; null for a contract type that does not exist. Spot rows have none. */
export function kindOf(contractType: string | undefined): InstrumentKind | null {
  switch (contractType) {
    case undefined:
      return 'spot';
    case 'LinearPerpetual':
    case 'InversePerpetual':
      return 'perp';
    case 'LinearFutures':
    case 'InverseFutures':
      return 'future';
    default:
      return null;
  }
}

/** Returns the product whose socket carries an instrument kind. */
export function productOf(kind: InstrumentKind): BybitProduct {
  return kind === 'spot' ? 'spot' : 'linear';
}

/** Returns the aggressor of a public trade; null for anything but `Buy` and `Sell`. */
export function takerSideOf(side: string): 'BUY' | 'SELL' | null {
  if (side === 'Buy') return 'BUY';
  return side === 'Sell' ? 'SELL' : null;
}

/** Bybit's names of candle widths. */
export const BYBIT_INTERVALS: Readonly<Record<Timeframe, string>> = {
  '1m': '1',
  '3m': '3',
  '5m': '5',
  '15m': '15',
  '30m': '30',
  '1h': '60',
  '4h': '240',
  '1d': 'D',
};

/** Returns Bybit's word for a side. */
export function toWireSide(side: OrderSide): 'Buy' | 'Sell' {
  return side === 'BUY' ? 'Buy' : 'Sell';
}

/** Returns Bybit's word for how long a limit order stands. */
export function toWireTif(tif: TimeInForce): string {
  return tif === 'POST_ONLY' ? 'PostOnly' : tif;
}

/** Returns how long an order stands; null for a word that is not listed. `RPI` rests like post-only. */
export function fromWireTif(text: unknown): TimeInForce | null {
  switch (text) {
    case 'GTC':
    case 'IOC':
    case 'FOK':
      return text;
    case 'PostOnly':
    case 'RPI':
      return 'POST_ONLY';
    default:
      return null;
  }
}

/** Returns how an order stands; null for a word that is not listed. */
export function fromWireStatus(text: unknown): VenueOrderStatus | null {
  switch (text) {
    case 'New':
    case 'PartiallyFilled':
    case 'Triggered':
      return 'open';
    case 'Untriggered':
      return 'untriggered';
    case 'Filled':
      return 'filled';
    case 'Rejected':
      return 'rejected';
    case 'Cancelled':
    case 'PartiallyFilledCanceled':
    case 'Deactivated':
      return 'cancelled';
    default:
      return null;
  }
}

/** Returns the account's margin mode; portfolio margin is cross margin with other requirements. */
export function fromWireMarginMode(text: unknown): MarginMode | null {
  switch (text) {
    case 'ISOLATED_MARGIN':
      return 'isolated';
    case 'REGULAR_MARGIN':
    case 'PORTFOLIO_MARGIN':
      return 'cross';
    default:
      return null;
  }
}

/** What a row of the execution list is to us; null for what changes no position of ours by a trade (funding, settlements). */
export function fromWireExecType(execType: unknown, createType: unknown): Fill['cause'] | null {
  switch (execType) {
    case 'AdlTrade':
      return 'adl';
    case 'BustTrade':
      return 'liquidation';
    case 'Trade':
    case 'BlockTrade':
    case 'MovePosition':
    case 'FutureSpread':
      if (createType === 'CreateByLiq' || createType === 'CreateByTakeOver_PassThrough') return 'liquidation';
      return createType === 'CreateByAdl_PassThrough' ? 'adl' : 'order';
    default:
      return null;
  }
}

/** True for executions that the transaction log tells more of than fills do: funding, and what a liquidation cost beside its trade. */
export function hasIncome(execType: unknown): boolean {
  return execType === 'Funding' || execType === 'BustTrade' || execType === 'AdlTrade';
}

/**
 * Returns what moved money without a trade of ours; null for trades, which fills tell. A row of a liquidation that belongs to no trade
 * is what the insurance fund took, or made up for.
 */
export function fromWireTransaction(type: unknown, hasTrade: boolean): IncomeKind | null {
  switch (type) {
    case 'TRADE':
    case 'DELIVERY':
      return null;
    case 'LIQUIDATION':
    case 'ADL':
      return hasTrade ? null : 'liquidation-fee';
    case 'SETTLEMENT':
      return 'funding';
    case 'INTEREST':
      return 'borrow-interest';
    case 'TRANSFER_IN':
    case 'TRANSFER_OUT':
      return 'transfer';
    case 'FEE_REFUND':
      return 'rebate';
    default:
      return 'adjustment';
  }
}
