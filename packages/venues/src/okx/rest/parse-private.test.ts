import { describe, expect, it } from 'vitest';
import { findListed, okxRows } from '../extra/private.fixture.ts';
import { parseAlgoOrder } from '../extra/parse-algo.ts';
import { keyReportOf, parseAccountConfig, parseBalances, parseBill, parseFeeGroups } from '../extra/parse-account.ts';
import { parseFill, parseOrder, parsePosition } from './parse-private.ts';

const [orderRow] = okxRows('rest_get_trade_order');
const [positionRow] = okxRows('rest_get_account_positions');
const [algoRow] = okxRows('rest_get_orders_algo_pending');
const MALFORMED = { ok: false, error: 'malformed' };

describe('parseOrder', () => {
  it('gives an order in base units, in full', () => {
    expect(parseOrder(orderRow, findListed)).toEqual({
      ok: true,
      value: {
        instrumentId: 'ETHUSDT.PERP.OKX',
        clientOrderId: 'PA1',
        venueOrderId: '2610000000000000001',
        side: 'BUY',
        type: 'limit',
        tif: 'GTC',
        qtyBase: '0.25',
        px: '3098.5',
        triggerPx: null,
        isReduceOnly: false,
        closesPosition: false,
        status: 'open',
        cumQtyBase: '0.1',
        avgPx: '3098.5',
        reason: null,
        updatedMs: 1_795_768_219_006,
      },
    });
  });

  it.each([
    ['market', 'market', 'IOC'],
    ['optimal_limit_ioc', 'market', 'IOC'],
    ['post_only', 'limit', 'POST_ONLY'],
    ['fok', 'limit', 'FOK'],
    ['ioc', 'limit', 'IOC'],
  ])('reads order type %s as %s %s', (ordType, type, tif) => {
    expect(parseOrder({ ...orderRow, ordType }, findListed)).toMatchObject({ value: { type, tif } });
  });

  it.each([
    ['live', '', 'open', null],
    ['filled', '', 'filled', null],
    ['canceled', '1', 'cancelled', 'cancelled on request (cancelSource 1)'],
    ['canceled', '13', 'expired', 'fill or kill, not filled whole (cancelSource 13)'],
    ['canceled', '14', 'expired', 'immediate or cancel, rest not filled (cancelSource 14)'],
    ['canceled', '777', 'cancelled', 'cancelSource 777'],
    ['mmp_canceled', '', 'cancelled', null],
  ])('reads state %s with cancel source %j as %s', (state, cancelSource, status, reason) => {
    expect(parseOrder({ ...orderRow, state, cancelSource }, findListed)).toMatchObject({ value: { status, reason } });
  });

  it('knows no base size of a spot buy given in quote', () => {
    const row = { ...orderRow, instId: 'ETH-USDT', ordType: 'market', tgtCcy: 'quote_ccy', sz: '100', px: '' };
    expect(parseOrder(row, findListed)).toMatchObject({ value: { qtyBase: null, px: null } });
  });

  it('finds a triggered order by the client id of its conditional order', () => {
    const row = { ...orderRow, clOrdId: '', algoClOrdId: 'PSL1' };
    expect(parseOrder(row, findListed)).toMatchObject({ value: { clientOrderId: 'PSL1' } });
  });

  it.each([
    [{ state: 'dreaming' }],
    [{ side: 'both' }],
    [{ ordType: 'wish' }],
    [{ ordId: '' }],
    [{ uTime: '1795768219', cTime: '' }],
    [{ accFillSz: 'x', state: 'filled' }],
    [{ instId: '' }],
  ])('refuses a row with %j', (over) => {
    expect(parseOrder({ ...orderRow, ...over }, findListed)).toEqual(MALFORMED);
  });

  it('tells an instrument nobody listed from a row nobody can read', () => {
    const unknown = { ok: false, error: 'unknown-symbol' };
    expect(parseOrder({ ...orderRow, instId: 'FOO-USDT-SWAP' }, findListed)).toEqual(unknown);
    expect(parseOrder('?', findListed)).toEqual(MALFORMED);
  });
});

describe('parseAlgoOrder', () => {
  it('gives a waiting stop under the id by which it is cancelled', () => {
    expect(parseAlgoOrder(algoRow, findListed)).toEqual({
      ok: true,
      value: {
        algoId: '2600000000000000007',
        ordId: null,
        report: {
          instrumentId: 'ETHUSDT.PERP.OKX',
          clientOrderId: 'PSL1',
          venueOrderId: '2600000000000000007',
          side: 'SELL',
          type: 'stop-market',
          tif: 'GTC',
          qtyBase: null,
          px: null,
          triggerPx: '3050',
          isReduceOnly: true,
          closesPosition: true,
          status: 'untriggered',
          cumQtyBase: '0',
          avgPx: null,
          reason: null,
          updatedMs: 1_795_768_220_000,
        },
      },
    });
  });

  it.each([
    ['canceled', 'cancelled', null],
    ['order_failed', 'rejected', 'failCode 51008'],
  ])('reads state %s as %s', (state, status, reason) => {
    expect(parseAlgoOrder({ ...algoRow, state, failCode: '51008' }, findListed)).toMatchObject({
      value: { report: { status, reason } },
    });
  });

  it('reads a take-profit, with contracts turned to base units', () => {
    const row = { ...algoRow, slTriggerPx: '', tpTriggerPx: '3200', closeFraction: '', sz: '2.5' };
    expect(parseAlgoOrder(row, findListed)).toMatchObject({
      value: { report: { type: 'take-profit-market', triggerPx: '3200', qtyBase: '0.25', closesPosition: false } },
    });
  });

  it.each([[{ state: '?' }], [{ algoId: '' }], [{ slTriggerPx: '' }]])('refuses a row with %j', (over) => {
    expect(parseAlgoOrder({ ...algoRow, ...over }, findListed)).toEqual(MALFORMED);
  });
});

describe('parseFill', () => {
  const [liquidation, fill] = okxRows('rest_get_fills_swap');

  it('gives a fill in base units, with a paid fee above zero', () => {
    expect(parseFill(fill, findListed)).toEqual({
      ok: true,
      value: {
        instrumentId: 'ETHUSDT.PERP.OKX',
        fillId: '880077',
        venueOrderId: '2610000000000000001',
        clientOrderId: 'PA1',
        side: 'BUY',
        px: '3098.5',
        qtyBase: '0.1',
        fee: '0.06197',
        feeAsset: 'USDT',
        liquidity: 'maker',
        cause: 'order',
        venueMs: 1_795_768_219_005,
      },
    });
  });

  it('tells what the venue did to us, and gives a rebate below zero', () => {
    expect(parseFill(liquidation, findListed)).toMatchObject({ value: { cause: 'liquidation', fillId: '-17' } });
    expect(parseFill({ ...fill, subType: '125', fee: '0.01' }, findListed)).toMatchObject({
      value: { cause: 'adl', fee: '-0.01' },
    });
  });

  it.each([[{ fee: '' }], [{ feeCcy: '' }], [{ fillSz: '0' }], [{ fillPx: '' }], [{ tradeId: '' }], [{ side: '' }]])(
    'refuses a row with %j rather than to guess',
    (over) => {
      expect(parseFill({ ...fill, ...over }, findListed)).toEqual(MALFORMED);
    },
  );
});

describe('parsePosition', () => {
  it('gives a short position below zero, in base units', () => {
    expect(parsePosition(positionRow, findListed)).toEqual({
      ok: true,
      value: {
        instrumentId: 'ETHUSDT.PERP.OKX',
        qtyBase: '-0.25',
        entryPx: '3120.5',
        markPx: '3119.98',
        unrealisedUsd: '0.13',
        leverage: 5,
        marginMode: 'cross',
        liquidationPx: '3702.4',
        marginUsd: '156',
        adlRank: 1,
        updatedMs: 1_795_768_201_000,
      },
    });
  });

  it('turns the short side of hedge mode below zero', () => {
    const row = { ...positionRow, pos: '2.5', posSide: 'short' };
    expect(parsePosition(row, findListed)).toMatchObject({ value: { qtyBase: '-0.25' } });
  });

  it('says of a closed position that there is none, and nothing else', () => {
    const [closed] = okxRows('ws_private_positions_closed');
    expect(parsePosition(closed, findListed)).toMatchObject({
      value: { qtyBase: '0', entryPx: null, liquidationPx: null, unrealisedUsd: null, marginUsd: null, adlRank: null },
    });
  });
});

describe('parseBalances', () => {
  it('gives cash without unrealised profit: total is free plus locked', () => {
    expect(parseBalances(okxRows('rest_get_account_balance')[0])).toEqual({
      ok: true,
      value: [
        {
          scope: 'unified',
          asset: 'USDT',
          total: '10217.8',
          free: '9098',
          locked: '1119.8',
          borrowed: '0',
          updatedMs: 1_795_768_200_000,
        },
        {
          scope: 'unified',
          asset: 'ETH',
          total: '0.05',
          free: '0.03',
          locked: '0.02',
          borrowed: '0.01',
          updatedMs: 1_795_768_199_000,
        },
      ],
    });
  });

  it('never calls more free than there is', () => {
    const detail = { ccy: 'USDT', cashBal: '100', availBal: '130', uTime: '1795768199000' };
    expect(parseBalances({ details: [detail] })).toMatchObject({ value: [{ free: '100', locked: '0' }] });
    expect(parseBalances({ details: [{ ...detail, cashBal: '' }] })).toEqual(MALFORMED);
    expect(parseBalances({})).toEqual(MALFORMED);
  });
});

describe('parseBill', () => {
  const [funding, transfer, trade] = okxRows('rest_get_account_bills');

  it('gives funding and transfers with their sign, and leaves trades to the fills', () => {
    expect(parseBill(funding, findListed)).toEqual({
      ok: true,
      value: {
        kind: 'funding',
        incomeId: '6230000000000000100',
        instrumentId: 'ETHUSDT.PERP.OKX',
        scope: 'unified',
        asset: 'USDT',
        amount: '-0.7',
        venueMs: 1_795_795_200_040,
      },
    });
    expect(parseBill(transfer, findListed)).toMatchObject({
      value: { kind: 'transfer', amount: '500', instrumentId: null },
    });
    expect(parseBill(trade, findListed)).toEqual({ ok: true, value: null });
  });

  it('tells what a liquidation took beside its trades', () => {
    const forced = { ...(funding as object), type: '5', subType: '111', balChg: '-1.5' };
    expect(parseBill({ ...forced, tradeId: '' }, findListed)).toMatchObject({
      value: { kind: 'liquidation-fee', instrumentId: 'ETHUSDT.PERP.OKX', amount: '-1.5' },
    });
    expect(parseBill({ ...forced, tradeId: '-42' }, findListed)).toEqual({ ok: true, value: null });
  });
});

describe('the account', () => {
  it('tells what its key may do', () => {
    const [row] = okxRows('rest_get_account_config');
    const config = parseAccountConfig(row);
    expect(config.ok && keyReportOf(config.value)).toEqual({
      venue: 'OKX',
      accountId: '77000000000000001',
      spotOk: true,
      futuresOk: true,
      canWithdraw: false,
      isReadOnly: false,
      isIpRestricted: true,
      expiresMs: null,
      positionMode: 'one-way',
      detail: 'permissions read_only, trade; futures mode; net mode',
    });
    const other = parseAccountConfig({ ...row, acctLv: '1', posMode: 'long_short_mode', perm: 'read_only', ip: '' });
    expect(other.ok && keyReportOf(other.value)).toMatchObject({
      spotOk: false,
      futuresOk: false,
      isReadOnly: true,
      isIpRestricted: false,
      positionMode: 'hedge',
    });
    const withdraws = parseAccountConfig({ ...row, perm: 'read_only,trade,withdraw', acctLv: '1' });
    expect(withdraws.ok && keyReportOf(withdraws.value)).toMatchObject({
      canWithdraw: true,
      spotOk: true,
      futuresOk: false,
    });
    expect(parseAccountConfig({ ...row, posMode: '' })).toEqual(MALFORMED);
  });

  it('pays the rates of its fee groups: commissions are negative on the wire', () => {
    const groups = parseFeeGroups(okxRows('rest_get_account_trade_fee')[0]);
    expect(groups.ok && [...groups.value]).toEqual([
      ['4', { makerFrac: '0.0002', takerFrac: '0.0005' }],
      ['5', { makerFrac: '-0.00005', takerFrac: '0.0003' }],
    ]);
    const flat = parseFeeGroups({ maker: '-0.0008', taker: '-0.001' });
    expect(flat.ok && [...flat.value.values()]).toEqual([{ makerFrac: '0.0008', takerFrac: '0.001' }]);
    expect(parseFeeGroups({})).toEqual(MALFORMED);
  });
});
