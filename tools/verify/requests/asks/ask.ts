import type {
  Instrument,
  MarginMode,
  Market,
  OrderRef,
  PlaceOrder,
  PositionMode,
  Timeframe,
} from '@riptide/core/domain';
import type { WireCall } from '@riptide/venues/kit';

/** What narrows a read of orders or fills; null where the row states nothing. */
export interface Span {
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly limit: number | null;
  readonly orderId: string | null;
  readonly fromId: string | null;
}

/** What an order goes out with besides, by the account's set-up. */
export interface OrderModes {
  readonly spotTdMode: 'cash' | 'cross';
  readonly marginMode: MarginMode;
}

interface ListAsk {
  readonly market: Market;
  /** null: of every instrument. */
  readonly instrument: Instrument | null;
  readonly isConditional: boolean;
}

interface OpenOrdersAsk extends ListAsk {
  readonly call: 'open-orders';
}

interface CancelAllAsk extends ListAsk {
  readonly call: 'cancel-all';
}

/** One thing to ask a venue, in the product's words. */
export type Ask =
  | { readonly call: 'place'; readonly order: PlaceOrder; readonly modes: OrderModes }
  | { readonly call: 'cancel' | 'query' | 'query-ended'; readonly ref: OrderRef }
  | {
      readonly call: 'cancel-many';
      readonly instrument: Instrument;
      readonly orderIds: readonly string[];
      readonly clientOrderIds: readonly string[];
    }
  | OpenOrdersAsk
  | CancelAllAsk
  | {
      readonly call: 'all-orders';
      readonly instrument: Instrument;
      readonly isConditional: boolean;
      readonly span: Span;
    }
  | {
      readonly call: 'fills';
      readonly market: Market;
      readonly instrument: Instrument | null;
      readonly span: Span;
      readonly isRecent: boolean;
    }
  | { readonly call: 'balances'; readonly market: Market; readonly currency: string }
  | { readonly call: 'positions'; readonly instrument: Instrument | null; readonly settleAsset: string }
  | {
      readonly call: 'set-leverage';
      readonly instrument: Instrument;
      readonly leverage: number;
      readonly marginMode: MarginMode;
    }
  | {
      readonly call: 'set-margin-mode';
      readonly instrument: Instrument;
      readonly mode: MarginMode;
      readonly leverage: number | null;
    }
  | {
      readonly call: 'set-position-mode';
      readonly mode: PositionMode;
      readonly instrument: Instrument | null;
      readonly settleAsset: string;
    }
  | { readonly call: 'leverage'; readonly instrument: Instrument; readonly marginMode: MarginMode }
  | { readonly call: 'fee-rates'; readonly instrument: Instrument }
  | {
      readonly call: 'income';
      readonly isFunding: boolean;
      readonly instrument: Instrument | null;
      readonly currency: string;
      readonly span: Span;
    }
  | { readonly call: 'time'; readonly market: Market }
  | { readonly call: 'tickers' | 'instruments'; readonly market: Market }
  | { readonly call: 'book'; readonly instrument: Instrument; readonly levels: number | null }
  | {
      readonly call: 'candles';
      readonly instrument: Instrument;
      readonly timeframe: Timeframe;
      readonly startMs: number | null;
      readonly limit: number | null;
      readonly isHistory: boolean;
    }
  | { readonly call: 'funding-rate'; readonly instrument: Instrument };

/** What the product does of an ask: the bytes, nothing by design, or a refusal of the adapter. */
export type Answer =
  | { readonly kind: 'wire'; readonly wire: WireCall }
  | { readonly kind: 'unsupported'; readonly reason: string }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string };

export const NO_SPAN: Span = { startMs: null, endMs: null, limit: null, orderId: null, fromId: null };

/** Builds the answer for what the product has no call of. */
export function notAsked(reason: string): Answer {
  return { kind: 'unsupported', reason };
}
