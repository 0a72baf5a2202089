import { decimal, toDecimalString, ZERO, type Decimal } from '@riptide/core/domain';
import type { SimBalance, SimPosition } from '../../account/model.ts';
import { fixedText, trimZeros } from '../../server/text.ts';
import { okxListingAt, type OkxPrivateContext } from './okx-context.ts';

const DOLLARS = new Set(['USDT', 'USDC', 'USD']);

/** The account object of `account/balance` and of the `account` channel; `coins` picks coins, null means all. */
export function okxBalanceRow(context: OkxPrivateContext, accountId: number, coins: readonly string[] | null) {
  const { accounts } = context.side;
  const positions = accounts.positions(accountId);
  const all = accounts.balances(accountId, 'unified').map((balance) => {
    const upl = positions
      .filter(({ ix }) => okxListingAt(context, ix).instrument.quote === balance.asset)
      .reduce((sum, { unrealised }) => sum.plus(unrealised), ZERO);
    return { balance, upl, usdPx: usdPxOf(context, balance.asset) };
  });
  const equityUsd = ({ balance, upl, usdPx }: (typeof all)[number]): Decimal =>
    usdPx === null ? ZERO : balance.total.plus(upl).times(usdPx);
  const total = all.reduce((sum, one) => sum.plus(equityUsd(one)), ZERO);
  const uTime = String(Math.max(0, ...all.map(({ balance }) => balance.updatedMs)));
  const details = all
    .filter(({ balance }) => coins === null || coins.includes(balance.asset))
    .map(({ balance, upl, usdPx }) => detailRow(balance, upl, usdPx));
  // Only multi-currency accounts have figures over all coins.
  const none = { adjEq: '', availEq: '', imr: '', mmr: '', mgnRatio: '', notionalUsd: '', ordFroz: '', upl: '' };
  return { uTime, totalEq: text(total), isoEq: '0', borrowFroz: '', ...none, details };
}

function detailRow(balance: SimBalance, upl: Decimal, usdPx: Decimal | null) {
  const eq = balance.total.plus(upl);
  const locked = balance.total.minus(balance.free);
  const eqUsd = usdPx === null ? '' : text(eq.times(usdPx));
  return {
    ccy: balance.asset,
    eq: toDecimalString(eq),
    cashBal: toDecimalString(balance.total),
    uTime: String(balance.updatedMs),
    isoEq: '0',
    availEq: toDecimalString(balance.free),
    disEq: eqUsd,
    fixedBal: '0',
    availBal: toDecimalString(balance.free),
    frozenBal: toDecimalString(locked),
    ordFrozen: toDecimalString(balance.locked),
    liab: '',
    upl: toDecimalString(upl),
    uplLiab: '',
    crossLiab: '',
    isoLiab: '',
    mgnRatio: '',
    imr: '',
    mmr: '',
    interest: '',
    twap: '',
    maxLoan: '',
    eqUsd,
    notionalLever: '',
    stgyEq: '0',
    isoUpl: '0',
    spotInUseAmt: '',
    coinUsdPrice: usdPx === null ? '' : toDecimalString(usdPx),
  };
}

function usdPxOf({ listings, market }: OkxPrivateContext, asset: string): Decimal | null {
  if (DOLLARS.has(asset)) return decimal(1);
  const listing = listings.byId(`${asset}-USDT`);
  return listing === null ? null : decimal(market.dayStats(listing.ix).lastPx);
}

function text(value: Decimal): string {
  return toDecimalString(value.round(8));
}

/** The id of a position; it stays the same while the instrument's position closes and opens. */
function posIdOf({ accountId, ix, positionSide }: SimPosition): string {
  const side = positionSide === 'LONG' ? 1 : positionSide === 'SHORT' ? 2 : 0;
  return `19000000${String(accountId * 100_000 + ix * 10 + side).padStart(11, '0')}`;
}

/** One position. `pos` is signed in net mode and positive with `posSide` in hedge mode. */
export function okxPositionRow(context: OkxPrivateContext, position: SimPosition) {
  const listing = okxListingAt(context, position.ix);
  const { instrument } = listing;
  const { lots, positionSide, margin, maintenanceMargin } = position;
  const isFlat = lots === 0;
  const pos = listing.qty(Math.abs(lots));
  const figure = (value: number): string => trimZeros(fixedText(value, instrument.pxDecimals + 2));
  const known = (value: Decimal): string => (isFlat ? '' : text(value));
  const mark = context.market.mark(position.ix);
  const notional = decimal(instrument.qtyStep)
    .times(Math.abs(lots))
    .times(decimal(instrument.qtyScale))
    .times(decimal(position.markPx));
  const ratio = margin.eq(0) ? '' : toDecimalString(position.unrealised.div(margin).round(6));
  return {
    posId: posIdOf(position),
    instType: 'SWAP',
    instId: listing.instId,
    mgnMode: position.marginMode,
    posSide: positionSide === 'BOTH' ? 'net' : positionSide.toLowerCase(),
    pos: isFlat ? '0' : positionSide === 'BOTH' && lots < 0 ? `-${pos}` : pos,
    availPos: isFlat || positionSide === 'BOTH' ? '' : pos,
    ccy: instrument.quote,
    posCcy: '',
    avgPx: isFlat ? '' : text(position.entryPx),
    markPx: figure(position.markPx),
    last: figure(context.market.dayStats(position.ix).lastPx),
    idxPx: figure(mark.indexPx),
    bePx: '',
    lever: String(position.leverage),
    liqPx: isFlat || position.liquidationPx === null ? '' : figure(position.liquidationPx),
    margin: position.marginMode === 'isolated' ? known(margin) : '',
    imr: position.marginMode === 'cross' ? known(margin) : '',
    mmr: known(maintenanceMargin),
    mgnRatio: isFlat || maintenanceMargin.eq(0) ? '' : toDecimalString(margin.div(maintenanceMargin).round(4)),
    notionalUsd: isFlat ? '' : text(notional),
    upl: known(position.unrealised),
    uplRatio: isFlat ? '' : ratio,
    adl: isFlat ? '0' : String(position.adlRank),
    realizedPnl: text(position.realised),
    pnl: text(position.realised),
    fee: '',
    fundingFee: '',
    liqPenalty: '0',
    settledPnl: '',
    closeOrderAlgo: [],
    tradeId: '',
    interest: '',
    usdPx: '',
    cTime: String(position.openedMs),
    uTime: String(position.updatedMs),
    pTime: String(context.market.nowMs()),
  };
}
