import type { SimMarginMode } from '../../account/model.ts';
import type { OkxListing } from '../okx-listing.ts';
import { okxBalanceRow, okxPositionRow } from './okx-account-rows.ts';
import { bad, good, invalid, missing, type OkxAnswer } from './okx-answer.ts';
import { okxBills } from './okx-bills.ts';
import {
  okxCall,
  okxListingAt,
  type OkxCaller,
  type OkxCalls,
  type OkxParams,
  type OkxPrivateContext,
} from './okx-context.ts';
import { OkxFields } from './okx-fields.ts';
import { okxWordsOf } from './okx-refusals.ts';

const MODES: Readonly<Record<string, SimMarginMode>> = { cross: 'cross', isolated: 'isolated' };
const POSITION_MODES: Readonly<Record<string, 'one-way' | 'hedge'>> = {
  net_mode: 'one-way',
  long_short_mode: 'hedge',
};
const UID_BASE = 77_000_000_000_000_000n;

/** The signed calls about the account, its settings and its key. */
export function okxAccountCalls(context: OkxPrivateContext): OkxCalls {
  type Answer = (caller: OkxCaller, params: OkxParams) => OkxAnswer;
  const read = (name: 'settings' | 'balances' | 'positions' | 'key' | 'other', per2s: number, answer: Answer) =>
    okxCall({ name, needsTrade: false, per2s }, answer);
  const set = (per2s: number, answer: Answer) => okxCall({ name: 'settings', needsTrade: true, per2s }, answer);
  return {
    'GET /api/v5/account/config': read('key', 5, (caller) => good([config(context, caller)])),
    'GET /api/v5/account/balance': read('balances', 10, (caller, params) =>
      good([okxBalanceRow(context, caller.accountId, coinsOf(params))]),
    ),
    'GET /api/v5/account/positions': read('positions', 10, (caller, params) => positions(context, caller, params)),
    'GET /api/v5/account/leverage-info': read('settings', 20, (caller, params) =>
      leverageInfo(context, caller, params),
    ),
    'GET /api/v5/account/trade-fee': read('settings', 5, (caller, params) => tradeFee(context, caller, params)),
    'GET /api/v5/account/bills': read('other', 10, (caller, params) => okxBills(context, caller, params)),
    'GET /api/v5/account/bills-archive': read('other', 10, (caller, params) => okxBills(context, caller, params)),
    'GET /api/v5/asset/balances': read('balances', 12, () => good([])),
    'POST /api/v5/asset/transfer': okxCall({ name: 'other', needsTrade: true, per2s: 4 }, () =>
      bad('58350', 'Insufficient balance.'),
    ),
    'POST /api/v5/account/set-leverage': set(20, (caller, params) => setLeverage(context, caller, params)),
    'POST /api/v5/account/set-position-mode': set(5, (caller, params) => setPositionMode(context, caller, params)),
  };
}

/** The venue's number of an account. */
export function uidOf(accountId: number): string {
  return String(UID_BASE + BigInt(accountId));
}

function config({ side }: OkxPrivateContext, { key, accountId }: OkxCaller): Record<string, unknown> {
  const canTrade = !key.isReadOnly && (key.canTradeSpot || key.canTradeFutures);
  const perm = ['read_only', ...(canTrade ? ['trade'] : []), ...(key.canWithdraw ? ['withdraw'] : [])];
  return {
    acctLv: key.canTradeFutures ? '2' : '1',
    acctStpMode: 'cancel_maker',
    autoLoan: false,
    ctIsoMode: 'automatic',
    enableSpotBorrow: false,
    feeType: '0',
    greeksType: 'PA',
    ip: key.ipList.join(','),
    kycLv: '2',
    label: 'simulated',
    level: 'Lv1',
    levelTmp: '',
    liquidationGear: '-1',
    mainUid: uidOf(accountId),
    mgnIsoMode: 'automatic',
    opAuth: '0',
    perm: perm.join(','),
    posMode: side.accounts.positionMode(accountId) === 'hedge' ? 'long_short_mode' : 'net_mode',
    roleType: '0',
    settleCcy: 'USDT',
    spotBorrowAutoRepay: false,
    spotOffsetType: '',
    spotRoleType: '0',
    spotTraderInsts: [],
    stgyType: '0',
    traderInsts: [],
    type: '0',
    uid: uidOf(accountId),
  };
}

function coinsOf(params: OkxParams): readonly string[] | null {
  return new OkxFields(params).text('ccy')?.split(',') ?? null;
}

function positions(context: OkxPrivateContext, caller: OkxCaller, params: OkxParams): OkxAnswer {
  const read = new OkxFields(params);
  const instType = read.text('instType');
  const instIds = read.text('instId')?.split(',') ?? null;
  const rows = context.side.accounts
    .positions(caller.accountId)
    .map((position) => okxPositionRow(context, position))
    .filter((row) => (instType === null || row.instType === instType) && (instIds?.includes(row.instId) ?? true));
  return good(rows);
}

function refusedBy([code, msg]: readonly [string, string, string?]): OkxAnswer {
  return bad(code, msg, code === '51000' ? 400 : 200);
}

function leverageInfo(context: OkxPrivateContext, caller: OkxCaller, params: OkxParams): OkxAnswer {
  const read = new OkxFields(params);
  const mgnMode = read.choice('mgnMode', MODES);
  const names = read.text('instId')?.split(',') ?? [];
  if (mgnMode === null) return read.text('mgnMode') === null ? missing('mgnMode') : invalid('mgnMode');
  const found = names.map((name) => context.listings.byId(name));
  if (found.length === 0) return missing('instId');
  const isHedged = context.side.accounts.positionMode(caller.accountId) === 'hedge' && mgnMode === 'isolated';
  const rows = found.flatMap((listing) => {
    if (listing === null) return [];
    const lever = String(context.side.accounts.setup(caller.accountId, listing.ix).leverage);
    const sides = isHedged ? ['long', 'short'] : ['net'];
    return sides.map((posSide) => ({ ccy: '', instId: listing.instId, mgnMode, posSide, lever }));
  });
  return rows.length === 0 ? refusedBy(okxWordsOf('unknown-symbol')) : good(rows);
}

/** The margin mode comes with each order; a leverage set for the other mode takes the instrument there while it is flat. */
function setLeverage(context: OkxPrivateContext, caller: OkxCaller, params: OkxParams): OkxAnswer {
  const read = new OkxFields(params);
  const mode = read.choice('mgnMode', MODES);
  const lever = read.amount('lever');
  const listing = read.listing(context.listings);
  if (mode === null || lever === null || listing === null)
    return refusedBy(read.refusal ?? okxWordsOf('leverage-invalid'));
  if (listing.instType !== 'SWAP') return refusedBy(okxWordsOf('no-permission'));
  const { accounts } = context.side;
  const { accountId } = caller;
  const hasOther = accounts.setup(accountId, listing.ix).marginMode !== mode;
  const moved = hasOther ? accounts.setMarginMode(accountId, listing.ix, mode) : null;
  if (moved !== null && !moved.ok) return refusedBy(okxWordsOf(moved.refusal));
  const done = accounts.setLeverage(accountId, listing.ix, lever.toNumber());
  if (!done.ok) return refusedBy(okxWordsOf(done.refusal));
  const posSide = read.text('posSide') ?? '';
  return good([{ lever: read.text('lever'), mgnMode: mode, instId: listing.instId, posSide }]);
}

function setPositionMode(context: OkxPrivateContext, caller: OkxCaller, params: OkxParams): OkxAnswer {
  const read = new OkxFields(params);
  const mode = read.choice('posMode', POSITION_MODES);
  if (mode === null) return invalid('posMode');
  const done = context.side.accounts.setPositionMode(caller.accountId, mode);
  if (!done.ok && done.refusal !== 'position-mode-unchanged') return refusedBy(okxWordsOf(done.refusal));
  return good([{ posMode: read.text('posMode') }]);
}

/** Rates as the venue signs them: negative is a commission, positive a rebate. */
function tradeFee(context: OkxPrivateContext, caller: OkxCaller, params: OkxParams): OkxAnswer {
  const read = new OkxFields(params);
  const instType = read.text('instType');
  if (instType === null) return missing('instType');
  const wanted = read.text('instId') ?? read.text('instFamily') ?? read.text('uly');
  const fits = ({ instId, family }: OkxListing): boolean => wanted === null || wanted === instId || wanted === family;
  const listing = context.listings.ofType(instType).find(fits);
  if (listing === undefined) return refusedBy(okxWordsOf('unknown-symbol'));
  const { makerFrac, takerFrac } = context.side.accounts.feeRates(caller.accountId, listing.ix);
  const maker = rateText(makerFrac);
  const taker = rateText(takerFrac);
  const groupId = okxListingAt(context, listing.ix).instType === 'SWAP' ? '4' : '1';
  const flat =
    instType === 'SWAP'
      ? { maker: '', taker: '', makerU: maker, takerU: taker }
      : { maker, taker, makerU: '', takerU: '' };
  return good([
    {
      category: '1',
      delivery: '',
      exercise: '',
      feeGroup: [{ groupId, maker, taker }],
      fiat: [],
      instType,
      level: 'Lv1',
      ...flat,
      makerUSDC: maker,
      takerUSDC: taker,
      ruleType: 'normal',
      settle: '',
      ts: String(context.market.nowMs()),
    },
  ]);
}

function rateText(frac: number): string {
  return frac === 0 ? '0' : String(-frac);
}
