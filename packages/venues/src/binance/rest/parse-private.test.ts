import { describe, expect, it } from 'vitest';
import { recordOf, type JsonRecord } from '../../kit/index.ts';
import * as account from '../extra/parse-account.ts';
import { readRows } from '../extra/private-reading.ts';
import { BTC_PERP, buildInstrumentMap, PEPE_PERP, readPrivateFixture, SOL_SPOT } from '../extra/private.fixture.ts';
import {
  parseAlgoOrder,
  parseFuturesOrder,
  parseSpotOrder,
  parseSpotPlaceFills,
  parseTradeRow,
} from './parse-private.ts';

const map = buildInstrumentMap();
const spot = map.finder('spot');
const usdm = map.finder('usdm');
const noNames = (): null => null;
const body = (name: string): JsonRecord => recordOf(readPrivateFixture(name)) ?? {};
const rows = (name: string): readonly JsonRecord[] => readPrivateFixture(name) as JsonRecord[];

describe('parseSpotOrder', () => {
  it('reads the answer to a market order, with its fills', () => {
    expect(parseSpotOrder(body('rest_post_order_spot'), spot)).toEqual({
      instrumentId: SOL_SPOT.id,
      clientOrderId: 'P1a0',
      venueOrderId: '5512345',
      side: 'BUY',
      type: 'market',
      tif: 'GTC',
      qtyBase: '2',
      px: null,
      triggerPx: null,
      isReduceOnly: false,
      closesPosition: false,
      status: 'filled',
      cumQtyBase: '2',
      avgPx: '150.6',
      reason: null,
      updatedMs: 1_795_000_000_456,
    });
    const fills = parseSpotPlaceFills(body('rest_post_order_spot'), spot);
    expect(fills?.map((one) => [one.fillId, one.qtyBase, one.fee, one.feeAsset, one.liquidity])).toEqual([
      ['901', '1.5', '0.0015', 'SOL', 'taker'],
      ['902', '0.5', '0.0005', 'SOL', 'taker'],
    ]);
  });

  it('keeps the id of the order when its cancel has another', () => {
    expect(parseSpotOrder(body('rest_delete_order_spot'), spot)).toMatchObject({
      clientOrderId: 'P2a0',
      status: 'cancelled',
      tif: 'POST_ONLY',
      type: 'limit',
      cumQtyBase: '0.5',
      avgPx: '149.9',
    });
  });

  it('calls a stop that waits untriggered, and leaves out what is not listed', () => {
    const reading = readRows(readPrivateFixture('rest_get_open_orders_spot'), (row) => parseSpotOrder(row, spot));
    expect(reading).toMatchObject({
      unlisted: 1,
      rows: [{ clientOrderId: 'P3a0', status: 'untriggered', type: 'stop-market', triggerPx: '140' }],
    });
  });

  it.each(['orderId', 'status', 'side', 'origQty', 'executedQty', 'transactTime'])(
    'refuses an order without %s',
    (key) => {
      expect(parseSpotOrder({ ...body('rest_post_order_spot'), [key]: undefined }, spot)).toBe('malformed');
    },
  );
});

describe('parseFuturesOrder', () => {
  it('reads the answer to a post-only order, which has no average price', () => {
    expect(parseFuturesOrder(body('rest_post_order_usdm'), usdm, noNames)).toMatchObject({
      instrumentId: BTC_PERP.id,
      clientOrderId: 'P1a1',
      venueOrderId: '22542179',
      type: 'limit',
      tif: 'POST_ONLY',
      status: 'open',
      qtyBase: '0.01',
      px: '64000.1',
      triggerPx: null,
      cumQtyBase: '0',
      avgPx: null,
    });
  });

  it('turns a multiplier name into base units, exactly', () => {
    expect(parseFuturesOrder(body('rest_get_order_usdm'), usdm, noNames)).toMatchObject({
      instrumentId: PEPE_PERP.id,
      qtyBase: '5000000',
      cumQtyBase: '5000000',
      avgPx: '0.000012005',
      isReduceOnly: true,
      status: 'filled',
    });
  });

  it('gives the order that a trigger made the id of the conditional order', () => {
    const names = (_: string, venueOrderId: string): string | null => (venueOrderId === '22549999' ? 'P9a1' : null);
    expect(parseFuturesOrder(body('rest_get_order_usdm'), usdm, names)).toMatchObject({ clientOrderId: 'P9a1' });
  });
});

describe('parseAlgoOrder', () => {
  it('reads a conditional order that waits', () => {
    expect(parseAlgoOrder(body('rest_post_algo_order'), usdm)).toMatchObject({
      actualOrderId: null,
      report: {
        clientOrderId: 'P5a1',
        venueOrderId: '2146760',
        status: 'untriggered',
        type: 'stop-market',
        triggerPx: '63000',
        px: null,
        isReduceOnly: true,
        qtyBase: '0.01',
      },
    });
  });

  it('reads one that closed the position: its number is that of the order it became', () => {
    expect(parseAlgoOrder(body('rest_get_algo_order'), usdm)).toMatchObject({
      actualOrderId: '22549998',
      report: {
        venueOrderId: '22549998',
        status: 'filled',
        closesPosition: true,
        qtyBase: null,
        cumQtyBase: '0.01',
        avgPx: '62995.2',
      },
    });
  });
});

describe('parseTradeRow', () => {
  it('reads trades of both products under the ids that the streams use', () => {
    expect(parseTradeRow(rows('rest_get_my_trades_spot')[0]!, spot, noNames)).toMatchObject({
      fillId: '901',
      venueOrderId: '5512345',
      clientOrderId: null,
      side: 'BUY',
      liquidity: 'taker',
      fee: '0.0015',
      feeAsset: 'SOL',
    });
    expect(parseTradeRow(rows('rest_get_user_trades_usdm')[0]!, usdm, () => 'P7a1')).toEqual({
      instrumentId: BTC_PERP.id,
      fillId: '698759',
      venueOrderId: '25851813',
      clientOrderId: 'P7a1',
      side: 'SELL',
      px: '64000.1',
      qtyBase: '0.005',
      fee: '0.16',
      feeAsset: 'USDT',
      liquidity: 'taker',
      cause: 'order',
      venueMs: 1_795_000_000_460,
    });
  });

  it('tells a trade of the venue itself by the id it gave the order', () => {
    const row = rows('rest_get_user_trades_usdm')[0]!;
    expect(parseTradeRow(row, usdm, () => 'autoclose-1795')).toMatchObject({ cause: 'liquidation' });
    expect(parseTradeRow(row, usdm, () => 'adl_autoclose')).toMatchObject({ cause: 'adl' });
  });
});

describe('account answers', () => {
  it('adds free and locked to the total on spot', () => {
    expect(account.parseSpotBalances(readPrivateFixture('rest_get_account_spot'), 7)?.[0]).toEqual({
      scope: 'spot',
      asset: 'USDT',
      total: '998.8',
      free: '698.8',
      locked: '300',
      borrowed: '0',
      updatedMs: 7,
    });
  });

  it('never calls more free than there is on futures, and leaves out empty assets', () => {
    const read = account.parseFuturesBalances(readPrivateFixture('rest_get_balance_usdm'), 7);
    expect(read?.map((one) => [one.asset, one.total, one.free, one.locked])).toEqual([
      ['USDT', '1000', '900.5', '99.5'],
      ['USDC', '50', '50', '0'],
    ]);
  });

  it('reads positions with the leverage and margin mode of the symbol', () => {
    const setups = readRows(readPrivateFixture('rest_get_symbol_config'), account.parseSymbolSetup)?.rows ?? [];
    const bySymbol = new Map(setups.map((one) => [one.wireSymbol, one]));
    const read = readRows(readPrivateFixture('rest_get_position_risk'), (row) =>
      account.parsePositionRow(row, usdm, bySymbol),
    );
    expect(read?.rows).toMatchObject([
      {
        instrumentId: BTC_PERP.id,
        qtyBase: '-0.01',
        entryPx: '64000.1',
        leverage: 10,
        marginMode: 'cross',
        marginUsd: '63.99',
        liquidationPx: '120034.2',
        adlRank: 3,
      },
      {
        instrumentId: PEPE_PERP.id,
        qtyBase: '5000000',
        entryPx: '0.000012',
        markPx: '0.00001201',
        leverage: 5,
        marginMode: 'isolated',
        marginUsd: '12',
        liquidationPx: null,
        adlRank: 1,
      },
    ]);
  });

  it('leaves out of the income what fills tell, and reads both forms of its id', () => {
    const read = readRows(readPrivateFixture('rest_get_income'), (row) => account.parseIncomeRow(row, usdm));
    expect(read).toMatchObject({
      unlisted: 1,
      rows: [
        { kind: 'funding', incomeId: '9689322392', instrumentId: BTC_PERP.id, amount: '-0.05184', scope: 'futures' },
        { kind: 'transfer', incomeId: '9689322394', instrumentId: null, amount: '250' },
      ],
    });
  });

  it('adds the parts of a spot fee, the discount on the standard part alone', () => {
    expect(account.parseSpotFeeRates(readPrivateFixture('rest_get_commission_spot'))).toEqual({
      makerFrac: '0.00085',
      takerFrac: '0.00095',
    });
    expect(account.parseFuturesFeeRates({ makerCommissionRate: '0.000200', takerCommissionRate: '0.000500' })).toEqual({
      makerFrac: '0.0002',
      takerFrac: '0.0005',
    });
  });

  it('tells the rights of a key; the right to transfer counts as one to withdraw', () => {
    const wire = body('rest_get_api_restrictions');
    expect(account.parseApiRestrictions(wire)).toMatchObject({
      spotOk: true,
      futuresOk: true,
      canWithdraw: false,
      isReadOnly: false,
      isIpRestricted: true,
      expiresMs: null,
    });
    expect(account.parseApiRestrictions({ ...wire, permitsUniversalTransfer: true })?.canWithdraw).toBe(true);
    expect(account.parseApiRestrictions({})).toBeNull();
  });

  it('reads the position mode in both spellings', () => {
    expect(account.parsePositionMode({ dualSidePosition: false })).toBe('one-way');
    expect(account.parsePositionMode({ dualSidePosition: 'true' })).toBe('hedge');
    expect(account.parsePositionMode({})).toBeNull();
  });
});
