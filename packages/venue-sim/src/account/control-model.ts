import type { Decimal } from '@riptide/core/domain';
import type { CascadePlan } from '../market/account-port.ts';
import type { Audit } from './conservation.ts';
import type { KeyLimits } from './key-ring.ts';
import type { SimKey, SimPocket } from './model.ts';
import type { Truth } from './truth.ts';

/** What a key starts with: amounts by pocket and asset. */
export interface KeyBalance {
  readonly pocket: SimPocket;
  readonly asset: string;
  readonly amount: Decimal;
}

/** What only the operator of the simulator may do: keys, money, prices, force, and the whole truth. */
export interface SimAccountControl {
  /** Issues a key, on a new account unless `accountId` names one. Equal seeds issue equal keys in equal order. */
  issueKey(wish?: Partial<SimKey> & { readonly balances?: readonly KeyBalance[] }): SimKey;
  keys(): readonly SimKey[];
  /** Returns false when there is no such key. */
  revokeKey(apiKey: string): boolean;
  /** Returns false when there is no such key. */
  expireKey(apiKey: string, expiresMs: number): boolean;
  /** Changes what a key may do. Returns false when there is no such key. */
  limitKey(apiKey: string, change: KeyLimits): boolean;
  /** Every account that a key was ever issued on, revoked keys included. */
  accountIds(): readonly number[];
  /** Sets a wallet amount; the difference is issued or destroyed, and told as a deposit. */
  setBalance(accountId: number, pocket: SimPocket, asset: string, amount: Decimal): void;
  /** Overrides the fee rates of an account on a kind of listing. */
  setFeeRates(
    accountId: number,
    kind: 'spot' | 'perp',
    rates: { readonly makerFrac: number; readonly takerFrac: number },
  ): void;
  /** Liquidates every position of an account on a listing at once. Returns how many there were. */
  forceLiquidation(accountId: number, ix: number): number;
  /** Takes lots off an account's position at the mark. Returns the lots taken. */
  adl(accountId: number, ix: number, lots: number): number;
  /** Settles funding of a listing now, beside the regular settlements. */
  settleFunding(ix: number): void;
  /** Moves an asset's fair price at all venues for good, by a share of it (-0.05: 5 % down). False for an unknown asset. */
  shockPrice(asset: string, moveFrac: number): boolean;
  /** Starts a cascade at all venues. False for an unknown asset. */
  startCascade(plan: CascadePlan): boolean;
  haltInstrument(ix: number, isHalted: boolean): void;
  /** Wire symbols of the listings that stand still, with their kind. */
  halted(): readonly { readonly ix: number; readonly wireSymbol: string; readonly kind: 'spot' | 'perp' }[];
  /** Keeps the book of a listing at the price it has, whatever the market does, or lets it follow again. */
  lockPrice(ix: number, isLocked: boolean): void;
  /** As `halted`, of the listings whose price is locked. */
  locked(): ReturnType<SimAccountControl['halted']>;
  /** Keeps a listing so far from the market, in bps, positive when it is dear; 0 lets it follow again. */
  offsetPrice(ix: number, offsetBps: number): void;
  /** As `halted`, of the listings kept apart from the market. */
  offset(): ReturnType<SimAccountControl['halted']>;
  /** Changes what an asset costs to borrow per hour, by its wire name; null: it is not lent. */
  setBorrowRate(asset: string, perHourFrac: number | null): void;
  /** Index of a listing by its wire symbol; null when there is none. */
  ixOf(wireSymbol: string, kind?: 'spot' | 'perp'): number | null;
  audit(): Audit;
  /** Everything the venue knows of an account, as plain JSON; each list holds the newest `rowsMax`, 10,000 when absent. */
  truth(accountId: number, rowsMax?: number): Truth;
}
