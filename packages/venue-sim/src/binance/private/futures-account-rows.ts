import { decimal, toDecimalString, ZERO, type Decimal } from '@riptide/core/domain';
import type { SimAccounts, SimBalance, SimIncome, SimIncomeKind, SimPosition } from '../../account/model.ts';
import { POSITION_USD_MAX } from '../../account/venue-rules.ts';
import type { BinanceListing } from '../binance-product.ts';
import { wireTradeId } from './binance-order-ids.ts';
import { notionalOf } from './futures-order-view.ts';
import { amount8 } from './spot-order-view.ts';

/** Words of the income history; kinds that only the spot pocket knows have none. */
const INCOME_WORDS: Readonly<Partial<Record<SimIncomeKind, string>>> = {
  funding: 'FUNDING_FEE',
  transfer: 'TRANSFER',
  realised: 'REALIZED_PNL',
  fee: 'COMMISSION',
  'liquidation-fee': 'INSURANCE_CLEAR',
  deposit: 'WELCOME_BONUS',
};

/** Signed worth of a position at its mark price. */
function positionNotional(listing: BinanceListing, position: SimPosition): Decimal {
  return notionalOf(listing, position.lots, position.markPx);
}

/** Signed size of a position. */
export function positionAmount(listing: BinanceListing, position: SimPosition): string {
  return listing.text.qty(position.lots);
}

/** Average entry, trimmed; `0.0` when flat. */
export function entryText(position: SimPosition): string {
  return position.lots === 0 ? '0.0' : toDecimalString(position.entryPx.round(8));
}

/** Entry moved by what has been paid for it; without a book of past fees the taker fee of both ways stands in. */
export function breakEvenText(position: SimPosition, takerFrac: number): string {
  if (position.lots === 0) return '0.0';
  const way = position.lots > 0 ? 1 : -1;
  return toDecimalString(position.entryPx.times(decimal(1 + way * takerFrac)).round(8));
}

/** One row of positionRisk v3: without leverage and margin type, which symbolConfig tells. */
export function positionRiskRow(
  listing: BinanceListing,
  position: SimPosition,
  accounts: SimAccounts,
): Record<string, unknown> {
  const isIsolated = position.marginMode === 'isolated' && position.lots !== 0;
  const margin = amount8(position.margin);
  return {
    symbol: listing.instrument.wireSymbol,
    positionSide: position.positionSide,
    positionAmt: positionAmount(listing, position),
    entryPrice: entryText(position),
    breakEvenPrice: breakEvenText(position, accounts.feeRates(position.accountId, position.ix).takerFrac),
    markPrice: position.markPx.toFixed(8),
    unRealizedProfit: amount8(position.unrealised),
    liquidationPrice: position.liquidationPx === null ? '0' : position.liquidationPx.toFixed(8),
    isolatedMargin: isIsolated ? amount8(position.margin.plus(position.unrealised)) : '0',
    notional: amount8(positionNotional(listing, position)),
    marginAsset: listing.instrument.quote,
    isolatedWallet: isIsolated ? margin : '0',
    initialMargin: margin,
    maintMargin: amount8(position.maintenanceMargin),
    positionInitialMargin: margin,
    openOrderInitialMargin: '0',
    adl: Math.max(0, position.adlRank - 1),
    bidNotional: '0',
    askNotional: '0',
    updateTime: position.updatedMs,
  };
}

/** As v3, with leverage and margin type; v2 lists every symbol. */
export function positionRiskV2Row(
  listing: BinanceListing,
  position: SimPosition,
  accounts: SimAccounts,
): Record<string, unknown> {
  const row = positionRiskRow(listing, position, accounts);
  return {
    ...row,
    leverage: String(position.leverage),
    maxNotionalValue: MAX_NOTIONAL,
    marginType: position.marginMode,
    isAutoAddMargin: 'false',
  };
}

/** Largest position, quote. */
export const MAX_NOTIONAL = String(POSITION_USD_MAX);

/** What an account holds in one asset of the futures pocket. */
export interface AssetSums {
  readonly balance: SimBalance;
  readonly unrealised: Decimal;
  readonly positionMargin: Decimal;
  readonly isolatedMargin: Decimal;
  readonly maintenanceMargin: Decimal;
}

/** Sums an account's positions per asset. */
export function assetSumsOf(
  balances: readonly SimBalance[],
  positions: readonly { readonly listing: BinanceListing; readonly position: SimPosition }[],
): readonly AssetSums[] {
  return balances.map((balance) => {
    const held = positions.filter(({ listing }) => listing.instrument.quote === balance.asset);
    const sum = (of: (position: SimPosition) => Decimal): Decimal =>
      held.reduce((total, { position }) => total.plus(of(position)), ZERO);
    return {
      balance,
      unrealised: sum((position) => position.unrealised),
      positionMargin: sum((position) => position.margin),
      isolatedMargin: sum((position) => (position.marginMode === 'isolated' ? position.margin : ZERO)),
      maintenanceMargin: sum((position) => position.maintenanceMargin),
    };
  });
}

/** One asset of the account. */
export function assetRow(sums: AssetSums): Record<string, unknown> {
  const { balance, unrealised, positionMargin, isolatedMargin, maintenanceMargin } = sums;
  return {
    asset: balance.asset,
    walletBalance: amount8(balance.total),
    unrealizedProfit: amount8(unrealised),
    marginBalance: amount8(balance.total.plus(unrealised)),
    maintMargin: amount8(maintenanceMargin),
    initialMargin: amount8(positionMargin.plus(orderMargin(sums))),
    positionInitialMargin: amount8(positionMargin),
    openOrderInitialMargin: amount8(orderMargin(sums)),
    crossWalletBalance: amount8(balance.total.minus(isolatedMargin)),
    crossUnPnl: amount8(unrealised),
    availableBalance: amount8(balance.free),
    maxWithdrawAmount: amount8(balance.free),
    marginAvailable: true,
    updateTime: balance.updatedMs,
  };
}

/** Margin that resting orders hold: what is locked beyond the positions. */
export function orderMargin({ balance, positionMargin }: AssetSums): Decimal {
  const rest = balance.locked.minus(positionMargin);
  return rest.lt(0) ? ZERO : rest;
}

/** One row of the balance list. */
export function balanceRow(sums: AssetSums): Record<string, unknown> {
  const row = assetRow(sums);
  return {
    accountAlias: 'SgsR',
    asset: sums.balance.asset,
    balance: row['walletBalance'],
    crossWalletBalance: row['crossWalletBalance'],
    crossUnPnl: row['crossUnPnl'],
    availableBalance: row['availableBalance'],
    maxWithdrawAmount: row['maxWithdrawAmount'],
    marginAvailable: true,
    updateTime: row['updateTime'],
  };
}

/** One position of the account. */
export function accountPositionRow(listing: BinanceListing, position: SimPosition): Record<string, unknown> {
  const isIsolated = position.marginMode === 'isolated';
  return {
    symbol: listing.instrument.wireSymbol,
    positionSide: position.positionSide,
    positionAmt: positionAmount(listing, position),
    unrealizedProfit: amount8(position.unrealised),
    isolatedMargin: isIsolated ? amount8(position.margin.plus(position.unrealised)) : '0',
    notional: amount8(positionNotional(listing, position)),
    isolatedWallet: isIsolated ? amount8(position.margin) : '0',
    initialMargin: amount8(position.margin),
    maintMargin: amount8(position.maintenanceMargin),
    updateTime: position.updatedMs,
  };
}

/** The word for a kind of income; null for one that futures don't have. */
export function incomeWordOf(kind: SimIncomeKind): string | null {
  return INCOME_WORDS[kind] ?? null;
}

/** The kind that a word of the income history means; null for an unknown word. */
export function incomeKindOf(word: string): SimIncomeKind | null {
  const found = Object.entries(INCOME_WORDS).find(([, known]) => known === word);
  return found === undefined ? null : (found[0] as SimIncomeKind);
}

/** One row of the income history. */
export function incomeRow(listing: BinanceListing | null, income: SimIncome): Record<string, unknown> {
  const word = incomeWordOf(income.kind) ?? '';
  return {
    symbol: listing?.instrument.wireSymbol ?? '',
    incomeType: word,
    income: amount8(income.amount),
    asset: income.asset,
    info: word,
    time: income.atMs,
    tranId: 9_689_000_000 + income.id,
    tradeId: income.fillId === null ? '' : String(wireTradeId('usdm', income.fillId)),
  };
}
