import type { SimLiquidation } from './model.ts';
import type { AccountOrder, AccountTake } from './order-flow.ts';
import type { RestingFill } from './resting-queue.ts';

/** What the market tells the accounts of a venue, synchronously; never while a book is being changed. */
export interface AccountWatcher {
  /** Resting orders were filled by the flow or by another account's order. */
  onResting(ix: number, fills: readonly RestingFill[]): void;
  /** After every step of the price process. */
  onStep(): void;
}

/** How the accounts of a venue act on its books. */
export interface AccountMarket {
  attach(watcher: AccountWatcher): () => void;
  /** Takes what an order may have; told publicly as book changes and trades. */
  takeLiquidity(ix: number, order: AccountOrder): AccountTake;
  /** Says what `takeLiquidity` would do. */
  previewTake(ix: number, order: AccountOrder): AccountTake;
  /** Lines an order up in the public book; it must not cross. */
  rest(ix: number, order: AccountOrder & { readonly orderId: number; readonly limitTicks: number }): void;
  /** Lets the flow take back what it offers up to a limit. Returns false, with nothing done, when it can't. */
  withdraw(ix: number, order: { readonly side: 'BUY' | 'SELL'; readonly limitTicks: number }): boolean;
  /** Shrinks a resting order in its place, or removes it with 0. Returns false when it does not rest. */
  resize(ix: number, orderId: number, lots: number): boolean;
  /** Lots of the flow ahead of a resting order in its queue; null when it does not rest. */
  flowAheadOf(ix: number, orderId: number): number | null;
  lastTicks(ix: number): number;
  /** Shows a liquidation of an account on the public channel. */
  announceLiquidation(ix: number, liquidation: Omit<SimLiquidation, 'atMs'>): void;
  /** A halted book stands still and takes no orders. */
  halt(ix: number, isHalted: boolean): void;
  isHalted(ix: number): boolean;
  /** A locked book is worked on around the price it had when it was locked, whatever the market does. */
  lockPrice(ix: number, isLocked: boolean): void;
  isPriceLocked(ix: number): boolean;
  /** Keeps a listing so far from the fair price, in bps, positive when it is dear; 0 lets it follow again. */
  offsetPrice(ix: number, offsetBps: number): void;
  priceOffsetBps(ix: number): number;
  /** Changes what an asset costs to borrow, by its wire name; null: it is not lent. */
  setLoan(asset: string, perHourFrac: number | null): void;
  /** Moves the fair price of an asset at all venues for good, by log units. False for an unknown asset. */
  shockPrice(asset: string, moveFrac: number): boolean;
  /** Starts a cascade of forced orders on an asset at all venues. False for an unknown asset. */
  startCascade(plan: CascadePlan): boolean;
}

/** A cascade as asked for: `pushFrac` and `revertFrac` are positive shares of the price, over their durations. */
export interface CascadePlan {
  readonly asset: string;
  readonly liquidatedSide: 'LONG' | 'SHORT';
  /** Median size of one forced order, USDT. */
  readonly usd: number;
  readonly pushFrac: number;
  readonly durationMs: number;
  /** Forced orders go on for so long while the price stays at its extreme; 0: it turns at once. */
  readonly holdMs?: number;
  readonly revertFrac: number;
  readonly revertMs: number;
}
