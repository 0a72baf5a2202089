import type {
  AccountKey,
  Fill,
  Income,
  IntentSource,
  PlannedOrder,
  TradingFact,
  TradingRecord,
} from '../../domain/index.ts';
import type { AccountLedger } from '../account-ledger.ts';
import { Ledger } from '../ledger.ts';

/** 2025-10-09 00:00 UTC. */
export const T0 = 1_759_968_000_000;
export const PAPER: AccountKey = 'BINANCE:paper';
export const PERP = 'BTCUSDT.PERP.BINANCE';
export const SPOT = 'BTCUSDT.SPOT.BINANCE';

type At<T> = Partial<T> & { readonly account?: AccountKey };

/** A fill of one BTC perp, bought at 100 without fee, at T0; `over` replaces what matters. */
export function fill(over: At<Fill> & { readonly fillId: string }): TradingFact {
  const { account = PAPER, ...rest } = over;
  const built: Fill = {
    instrumentId: PERP,
    venueOrderId: `order-of-${over.fillId}`,
    clientOrderId: null,
    side: 'BUY',
    px: '100',
    qtyBase: '1',
    fee: '0',
    feeAsset: 'USDT',
    liquidity: 'taker',
    cause: 'order',
    venueMs: T0,
    ...rest,
  };
  return { kind: 'fill', account, fill: built };
}

/** Funding of the BTC perp at T0; `over` replaces what matters. */
export function income(over: At<Income> & { readonly incomeId: string; readonly amount: string }): TradingFact {
  const { account = PAPER, ...rest } = over;
  const built: Income = { kind: 'funding', instrumentId: PERP, scope: 'futures', asset: 'USDT', venueMs: T0, ...rest };
  return { kind: 'income', account, income: built };
}

/** The venue's word about one asset at `updatedMs`. */
export function balance(
  scope: 'spot' | 'futures' | 'unified',
  asset: string,
  total: string,
  { updatedMs = T0, account = PAPER }: { updatedMs?: number; account?: AccountKey } = {},
): TradingFact {
  return {
    kind: 'balances',
    account,
    balances: [{ scope, asset, total, free: total, locked: '0', borrowed: '0', updatedMs }],
  };
}

export function positionSet(
  qtyBase: string,
  px: string,
  why: 'opening-balance' | 'venue-truth' = 'venue-truth',
): TradingFact {
  return { kind: 'position-set', account: PAPER, instrumentId: PERP, qtyBase, px, why };
}

/** An order of ours, so that its fills have a source. */
export function order(clientOrderId: string, source: IntentSource): TradingFact {
  const planned: PlannedOrder = {
    clientOrderId,
    intentId: 'i1',
    source,
    role: 'entry',
    venue: 'BINANCE',
    mode: 'paper',
    instrumentId: PERP,
    side: 'BUY',
    type: 'market',
    tif: 'IOC',
    qtyBase: '1',
    px: null,
    triggerPx: null,
    triggerBy: 'mark',
    isReduceOnly: false,
    closesPosition: false,
    leverage: 5,
  };
  return { kind: 'order', order: planned };
}

/** Numbers the facts; each is recorded a second after the one before, from T0 on. */
export function records(facts: readonly TradingFact[]): TradingRecord[] {
  return facts.map((fact, i) => ({ ...fact, seq: i + 1, atMs: T0 + i * 1_000 }));
}

export function fold(facts: readonly TradingFact[]): Ledger {
  const ledger = new Ledger();
  for (const record of records(facts)) ledger.apply(record);
  return ledger;
}

/** Returns the books of one account after the facts. */
export function books(facts: readonly TradingFact[], account: AccountKey = PAPER): AccountLedger {
  const found = fold(facts).account(account);
  if (found === null) throw new Error(`Invariant: no books of ${account}`);
  return found;
}

export const usdt = (asset: string): string | null => (asset === 'USDT' ? '1' : null);
